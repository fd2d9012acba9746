import { setTimeout as wait } from 'node:timers/promises'

/** What a person finds on a page. */
export interface Wanted {
  /** CSS, such as `main button` or `textarea`. */
  readonly css: string
  /** What it is called or says; of several the one that says least besides is meant. */
  readonly text?: string
}

/** What is done in a page, or in a frame of it, with real presses and keys. */
export interface InFrame {
  /** Waits until it is seen and can be pressed, and presses its middle with the mouse. */
  press(wanted: Wanted): Promise<void>
  /** Types where the focus is. */
  type(text: string): Promise<void>
  /** Waits until a function answers with something. It runs in the page, and knows its arguments alone. */
  until<A extends unknown[]>(what: string, look: (...args: A) => unknown, ...args: A): Promise<void>
}

/** A browser of one of the other engines. */
export interface Driven extends InFrame {
  goTo(address: string): Promise<void>
  reload(): Promise<void>
  /** Drags by the mouse from the middle of one to the middle of the other. */
  drag(from: Wanted, to: Wanted): Promise<void>
  /** Chooses a file in the field that is found by its CSS, though nobody may see that: the browser's own window is no page. */
  choose(css: string, path: string): Promise<void>
  /** The frame within a frame within …, each found by its CSS in the one before. */
  frame(...path: readonly string[]): InFrame
  /** A PNG of what is seen. */
  picture(): Promise<Buffer>
  stop(): Promise<void>
}

/** Far beyond what anything takes, since a machine may be busy; nothing passes or fails by it. */
const patienceMs = 40_000

/** Tries until it succeeds. Throws with the last error where it never does. */
export async function again<T>(what: string, attempt: () => Promise<T>): Promise<T> {
  const until = Date.now() + patienceMs
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() > until) throw new Error(`Waited in vain until ${what}: ${error instanceof Error ? error.message : error}`)
      await wait(50)
    }
  }
}

/** Runs in the page: what is wanted, brought into sight; `null` where it isn't seen, rests on nothing yet, or can't be pressed. */
export function findInPage(css: string, text: string | null): Element | null {
  const sayingOf = (one: Element) => {
    const labels = (one.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)
    return [one.getAttribute('aria-label'), ...labels, one.textContent].join(' ').replace(/\s+/g, ' ')
  }
  const found = [...document.querySelectorAll(css)]
    .filter(
      (one) => one.getClientRects().length > 0 && !one.closest('[inert]') && !one.matches(':disabled,[aria-disabled="true"]'),
    )
    .filter((one) => text === null || sayingOf(one).includes(text))
    .sort((one, other) => (text === null ? 0 : sayingOf(one).length - sayingOf(other).length))[0]
  if (!found) return null
  found.scrollIntoView({ block: 'center' })
  const { left, top, width, height } = found.getBoundingClientRect()
  const onTop = document.elementFromPoint(left + width / 2, top + height / 2)
  return onTop && (found.contains(onTop) || onTop.contains(found)) ? found : null
}
