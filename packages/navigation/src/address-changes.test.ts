import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedAddress, newestSearch } from './address-changes.ts'
import { flagField, readQuery, textField, wordsField } from './address-query.ts'
import { createPageHistory } from './page-history.ts'
import { madeUpWindow } from './testing/made-up-window.ts'

const fields = { search: textField(), descending: flagField, selected: wordsField }

/** A page that was drawn at an address and isn't drawn again: all that is changed on it comes before the next drawing. */
const drawnOnce = (path: string) => {
  const window = madeUpWindow(path)
  const history = createPageHistory(window, () => undefined)
  const drawn = history.latest().address
  const values = () => readQuery(fields, newestSearch(history, drawn))
  const change = (part: Partial<ReturnType<typeof values>>) =>
    void history.navigate(changedAddress(history, drawn, fields, part), { replace: true })
  return { window, history, drawn, values, change }
}

test('a second change before the first one is drawn builds on the first', () => {
  const { window, values, change } = drawnOnce('/my-sign-ins?selected=old')
  change({ selected: ['a', 'b', 'c', 'd'] })
  change({ selected: values().selected.filter((one) => one !== 'd') })
  change({ descending: true })
  expect(values()).toEqual({ search: '', descending: true, selected: ['a', 'b', 'c'] })
  expect(window.shown()).toBe('/my-sign-ins?selected=a%2Cb%2Cc&descending=1')
})

test('however many rows are pressed before the page is drawn, each press counts', () => {
  void fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd')), (pressed) => {
      const { values, change } = drawnOnce('/people')
      const expected = new Set<string>()
      for (const one of pressed) {
        const next = new Set(values().selected)
        for (const set of [next, expected]) if (!set.delete(one)) set.add(one)
        change({ selected: [...next] })
      }
      expect(new Set(values().selected)).toEqual(expected)
    }),
  )
})

test('the query of another page that is on its way isn’t this page’s', async () => {
  const { window, history, drawn, values, change } = drawnOnce('/people?search=ada')
  void history.navigate('/groups?search=b')
  expect(values().search).toBe('ada')
  expect(newestSearch(history, drawn)).toBe('?search=ada')
  change({ descending: true })
  expect(window.shown()).toBe('/people?search=ada&descending=1')
})

test('a stopped change is not a part of the next one', async () => {
  const { history, values, change } = drawnOnce('/people')
  const unblock = history.block(() => true)
  change({ search: 'ada' })
  unblock()
  change({ descending: true })
  expect(values()).toEqual({ search: '', descending: true, selected: [] })
})
