import type { LexicalEditor } from 'lexical'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { focusAfterMenu } from './focus-after-menu.ts'

const element = (inMenu = false) => ({ closest: () => (inMenu ? {} : null) }) as unknown as HTMLElement
const body = element()
const button = element()

let frames: (() => void)[] = []
const draw = () => {
  for (const frame of frames.splice(0)) frame()
}

beforeEach(() => {
  frames = []
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame))
})
afterEach(() => void vi.unstubAllGlobals())

/** Whether the text takes the focus from an element that has it when the second frame after the menu is drawn. */
const takesFocusFrom = (activeElement: HTMLElement | null): boolean => {
  const focus = vi.fn()
  // Boundary: nothing else of the editor is used.
  focusAfterMenu({ focus } as unknown as LexicalEditor, button)
  draw()
  expect(focus).not.toHaveBeenCalled()
  vi.stubGlobal('document', { activeElement, body })
  draw()
  return focus.mock.calls.length > 0
}

test('the text takes the focus after a menu, from the button of the menu or from nothing', () => {
  expect([button, body, null, element(true)].map(takesFocusFrom)).toEqual([true, true, true, true])
})

test('a control that a learner has moved on to keeps the focus', () => {
  expect(takesFocusFrom(element())).toBe(false)
})
