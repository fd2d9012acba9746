import { createPresses, type Presses } from './presses.ts'

const pressable = 'button, a[href], summary, select, input, [role="button"], [role="menuitem"], [role="option"], [role="tab"]'
const isElement = (target: EventTarget | null): target is Element => target instanceof Element

/** The control that an element belongs to; a label belongs to its field. */
const controlOf = (target: EventTarget | null): Element | undefined => {
  if (!isElement(target)) return undefined
  const control = target.closest(`${pressable}, textarea, label, [contenteditable="true"]`)
  return (control instanceof HTMLLabelElement && control.control) || control || undefined
}

/** A dialog hides from screen readers what it covers. */
const isThere = (control: unknown) =>
  control instanceof Element && control.isConnected && !control.closest('[inert], [aria-hidden="true"]')

const drop = (event: Event) => {
  event.preventDefault()
  event.stopImmediatePropagation()
}

let watched: Presses | undefined

/**
 * Watches all presses of this page, ahead of whatever hears them, and lets none through that doesn't count (`presses.ts`). Once for a
 * page: whoever needs it calls it.
 */
export const watchPresses = (): Presses => {
  if (watched) return watched
  const presses = createPresses(isThere)
  watched = presses
  let pointer: string | undefined
  let heldBack: string | undefined

  const pressOf = (event: MouseEvent, by: 'mouse' | 'touch', detail: number) => {
    const { timeStamp: atMs, clientX: x, clientY: y, target } = event
    return { atMs, x, y, by, detail, control: controlOf(target) }
  }
  const down = (event: MouseEvent, by: 'mouse' | 'touch') =>
    presses.pointerDown(pressOf(event, by, by === 'mouse' ? event.detail : 1))
  const listen = <Name extends keyof WindowEventMap>(name: Name, hear: (event: WindowEventMap[Name]) => void) =>
    addEventListener(name, hear, { capture: true })
  listen('pointerdown', (event) => {
    pointer = event.pointerType
    const by = pointer === 'mouse' ? 'mouse' : 'touch'
    // Some controls act as the pointer goes down or up again, before there is a click. The press continues, for the clicks to be counted.
    if (presses.strays(pressOf(event, by, 1))) event.stopImmediatePropagation()
    if (by === 'touch') down(event, by)
  })
  // The browser counts the clicks of a mouse; the one that it makes up after a touch counts for nothing.
  listen('mousedown', (event) => {
    if (pointer === undefined || pointer === 'mouse') down(event, 'mouse')
  })
  listen('click', (event) => {
    const control = controlOf(event.target)
    const isOnce = control?.hasAttribute('data-once') ?? false
    if (!presses.takesClick({ detail: event.detail, control, isOnce })) drop(event)
  })
  listen('keydown', (event) => {
    const { target, key, timeStamp, repeat } = event
    const control = controlOf(target) ?? target
    const isPressed = isElement(control) && control.matches(pressable) && !(key === ' ' && isText(control))
    if (presses.takesKey({ atMs: timeStamp, key, isRepeat: repeat, control, isPressed })) return
    heldBack = key
    drop(event)
  })
  listen('keyup', (event) => {
    if (event.key !== heldBack) return
    // A browser presses a button as Space is let go.
    drop(event)
    heldBack = undefined
  })
  return presses
}

/** A field that takes Space as a letter. */
const isText = (control: Element) =>
  control instanceof HTMLInputElement && !['button', 'submit', 'reset', 'checkbox', 'radio', 'file'].includes(control.type)
