import { expect, test } from 'vitest'
import { loadAllPanels, loadPanels, panelOf } from './panels.ts'

const shown = (type: string, dragAndDrop = false) => ({ type, dragAndDrop })

test('a panel whose code is there is shown at once, with nothing to wait for', async () => {
  const lazyPanel = panelOf(shown('RADIO'))
  expect(lazyPanel).not.toBeTypeOf('function')
  await loadPanels([shown('RADIO'), shown('NOT-KNOWN-YET')])
  expect(panelOf(shown('RADIO'))).toBeTypeOf('function')
  expect(panelOf(shown('NOT-KNOWN-YET'))).toBeTypeOf('function')
  expect(panelOf(shown('MULTICHOICE'))).not.toBeTypeOf('function')
})

test('what dragging needs is loaded with the questions whose answers are dragged, and with an exam of which nobody knows', async () => {
  await loadPanels([shown('MULTICHOICE')])
  expect(panelOf(shown('MULTICHOICE'))).toBeTypeOf('function')
  expect(panelOf(shown('MULTICHOICE', true))).not.toBeTypeOf('function')
  await loadPanels([shown('MULTICHOICE', true)])
  expect(panelOf(shown('MULTICHOICE', true))).toBeTypeOf('function')
  expect(panelOf(shown('MULTICHOICE', true))).not.toBe(panelOf(shown('MULTICHOICE')))
  await loadAllPanels()
  expect(panelOf(shown('MATCH', true))).toBeTypeOf('function')
})
