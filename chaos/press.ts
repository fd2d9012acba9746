import type { Page } from '@playwright/test'

/** A page, or a frame of it. */
export type Pressable = Pick<Page, 'evaluate'>

/** Something on a page that a learner presses. */
export interface Target {
  readonly css: string
  /** Of those that are there and named so: from 0, or from -1 backwards; the first unless told. */
  readonly index?: number
  /** A regular expression that its name, as it is read out or as it is written there, has to fit; case doesn't matter. */
  readonly name?: string
  /** Of the page that it is on, without which it isn't pressed. */
  readonly heading?: string
}

/**
 * Runs in the page: presses it as soon as it is there, can be used and isn't covered by anything. Answers whether that came to be
 * before this many milliseconds were over. All of it is one task of the page, so that nothing else can be hit in its place.
 */
const press = ({ css, index = 0, name = '', heading }: Target, ms: number): Promise<boolean> => {
  const isThere = (one: HTMLElement) => one.getClientRects().length > 0
  const isNamed = (one: HTMLElement) =>
    new RegExp(name, 'i').test((one.getAttribute('aria-label') ?? one.textContent ?? '').trim())
  const isFree = (one: HTMLElement) => {
    const { left, top, width, height } = one.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return hit !== null && one.contains(hit)
  }
  const isPressed = () => {
    if (heading !== undefined && document.querySelector('main h1')?.textContent !== heading) return false
    const found = [...document.querySelectorAll<HTMLElement>(css)].filter((one) => isThere(one) && isNamed(one)).at(index)
    if (!found || found.matches(':disabled, [aria-disabled="true"]')) return false
    if (!isFree(found)) found.scrollIntoView({ block: 'center', inline: 'center' })
    if (!isFree(found)) return false
    // As assistive software does: a click that no pointer made is its field's, not the label's.
    const pressed = found instanceof HTMLLabelElement ? (found.control ?? found) : found
    pressed.click()
    return true
  }
  return new Promise((resolve) => {
    if (isPressed()) return resolve(true)
    const end = performance.now() + ms
    const timer = setInterval(() => {
      const isDone = isPressed()
      if (!isDone && performance.now() < end) return
      clearInterval(timer)
      resolve(isDone)
    }, 25)
  })
}

/** Presses it as soon as that is possible; not where it wasn't within this many milliseconds. Of a page that has gone nothing is known. */
export const pressOn = (page: Pressable, target: Target, ms: number): Promise<'pressed' | 'not pressed' | 'not known'> =>
  page.evaluate<boolean>(`(${press})(${JSON.stringify(target)}, ${ms})`).then(
    (isPressed) => (isPressed ? 'pressed' : 'not pressed'),
    () => 'not known',
  )
