import { expect, test } from 'vitest'
import { loadPanels, panelOf } from './panels.ts'

test('a panel whose code is there is shown at once, with nothing to wait for', async () => {
  const lazyPanel = panelOf('RADIO')
  expect(lazyPanel).not.toBeTypeOf('function')
  await loadPanels(['RADIO', 'NOT-KNOWN-YET'])
  expect(panelOf('RADIO')).toBeTypeOf('function')
  expect(panelOf('NOT-KNOWN-YET')).toBeTypeOf('function')
  expect(panelOf('MULTICHOICE')).not.toBeTypeOf('function')
})
