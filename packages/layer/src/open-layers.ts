/** Marks what holds a layer; the library of the popovers leaves alone what has the second. */
export const layerMarks = { 'data-layer': '', 'data-react-aria-top-layer': 'true' } as const

interface OpenLayer {
  /** Holds all of it, and is in the body. */
  readonly host: HTMLElement
  /** Has the focus if nothing in it has. */
  readonly dialog: HTMLElement
}

const open: OpenLayer[] = []
/** What is inert because of the layers. */
const held = new Set<HTMLElement>()
/** What had the focus before each layer; of layers that have gone too, for another may have been opened from one. */
const openedFrom = new WeakMap<Element, Element | null>()

export const isOnTop = (host: HTMLElement): boolean => open.at(-1)?.host === host

/** All but the layer on top is inert: no key and no screen reader gets behind it. */
const holdBack = () => {
  const top = open.at(-1)?.host
  for (const element of document.body.children) {
    if (!(element instanceof HTMLElement)) continue
    const isBehind = top !== undefined && element !== top
    if (isBehind && !element.inert) {
      element.inert = true
      held.add(element)
    } else if (!isBehind && held.delete(element)) element.inert = false
  }
}
/** Others take back what they made inert before a layer came. */
let watching: MutationObserver | undefined

const holdScroll = () => {
  const { style, clientWidth } = document.documentElement
  // What is behind doesn't move by the width of its scrollbar.
  if (innerWidth > clientWidth) style.scrollbarGutter = 'stable'
  style.overflow = 'hidden'
}
const releaseScroll = () => {
  const { style } = document.documentElement
  style.removeProperty('scrollbar-gutter')
  style.removeProperty('overflow')
}

/** Lays one over all that is there. @param from What had the focus before. */
export const openLayer = (layer: OpenLayer, from: Element | null): void => {
  openedFrom.set(layer.host, from)
  if (open.length === 0) {
    holdScroll()
    watching ??= new MutationObserver(holdBack)
    watching.observe(document.body, { attributeFilter: ['inert'], subtree: true })
  }
  open.push(layer)
  holdBack()
  if (!layer.host.contains(document.activeElement)) layer.dialog.focus()
}

/** Where the focus goes back to: what had it, or had it before the layer from which that was opened and which has gone. */
const wayBack = (host: Element): HTMLElement | undefined => {
  let from = openedFrom.get(host)
  while (from && !from.isConnected) {
    const gone: Element | null = from.closest('[data-layer]')
    from = gone ? openedFrom.get(gone) : null
  }
  if (from instanceof HTMLElement && from !== document.body && !from.closest('[inert]')) return from
  return open.at(-1)?.dialog
}

/** Before its host leaves the page. The focus goes back once it has, unless something else has taken it. */
export const closeLayer = (host: HTMLElement): void => {
  const index = open.findIndex((one) => one.host === host)
  if (index < 0) return
  open.splice(index, 1)
  if (open.length === 0) {
    watching?.disconnect()
    releaseScroll()
  }
  holdBack()
  requestAnimationFrame(() => {
    const { activeElement, body } = document
    if (activeElement === null || activeElement === body) wayBack(host)?.focus()
  })
}
