import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tabOver } from './tab-stops.ts'
import { asElement, MadeUpElement, openPage } from './testing/made-up-page.ts'

let [first, middle, last, layer] = [new MadeUpElement(''), new MadeUpElement(''), new MadeUpElement(''), new MadeUpElement('')]
let page: ReturnType<typeof openPage>
beforeEach(() => {
  ;[first, middle, last] = [new MadeUpElement('first'), new MadeUpElement('middle'), new MadeUpElement('last')]
  layer = new MadeUpElement('layer').append(first, middle, last)
  page = openPage(layer)
})
afterEach(() => void vi.unstubAllGlobals())

const over = (from: MadeUpElement, isBack = false) => {
  page.focused = from
  return tabOver(asElement(layer), isBack)
}

test('Tab leads from the last stop of a layer to its first, and back; in between the browser knows the way', () => {
  expect(over(last)).toBe(first)
  expect(over(first, true)).toBe(last)
  expect([over(first), over(middle), over(middle, true), over(last, true)]).toEqual(Array(4).fill(undefined))
})

test('what can’t have the focus is no stop', () => {
  for (const [change, expected] of [
    [() => Object.assign(last, { isShown: false }), middle],
    [() => Object.assign(middle, { isDisabled: true }), first],
  ] as const) {
    change()
    expect(over(first, true)).toBe(expected)
  }
  last.isShown = true
  last.tabIndex = -1
  expect(over(first)).toBe(first)
})

test('back from the layer itself, which is no stop, leads to its last one', () => {
  expect(over(layer, true)).toBe(last)
})
