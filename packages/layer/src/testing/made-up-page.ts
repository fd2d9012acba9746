import { vi } from 'vitest'

/** As much of an element as layers use. */
export class MadeUpElement {
  inert = false
  isConnected = true
  tabIndex = 0
  isShown = true
  isDisabled = false
  parent: MadeUpElement | undefined
  readonly children: MadeUpElement[] = []
  readonly name: string
  readonly isLayer: boolean
  constructor(name: string, { isLayer = false }: { readonly isLayer?: boolean } = {}) {
    this.name = name
    this.isLayer = isLayer
  }
  append(...children: MadeUpElement[]): this {
    for (const child of children) child.parent = this
    this.children.push(...children)
    return this
  }
  remove(): void {
    this.isConnected = false
    const { parent } = this
    if (parent) parent.children.splice(parent.children.indexOf(this), 1)
    if (page?.focused && this.contains(page.focused)) page.focused = page.body
  }
  contains(other: MadeUpElement | null): boolean {
    return other === this || (other?.parent !== undefined && this.contains(other.parent))
  }
  closest(selector: '[inert]' | '[data-layer]'): MadeUpElement | null {
    const isFound = selector === '[inert]' ? this.inert : this.isLayer
    return isFound ? this : (this.parent?.closest(selector) ?? null)
  }
  matches(): boolean {
    return this.isDisabled
  }
  getClientRects(): readonly object[] {
    return this.isShown ? [{}] : []
  }
  querySelectorAll(): readonly MadeUpElement[] {
    return this.children.flatMap((child) => [child, ...child.querySelectorAll()])
  }
  focus(): void {
    if (page && this.isConnected && this.closest('[inert]') === null) page.focused = this
  }
}

interface Page {
  readonly body: MadeUpElement
  focused: MadeUpElement
  readonly style: Map<string, string>
  /** Others have changed what is inert. */
  changed(): void
  /** Frames are drawn. */
  draw(): void
}
let page: Page | undefined
/** What watches pages is made once, and watches whichever is there. */
let onChange = () => {}

/** Puts a page in place of the browser's, with these elements in its body. */
export const openPage = (...elements: MadeUpElement[]): Page => {
  const body = new MadeUpElement('body').append(...elements)
  const style = new Map<string, string>()
  let frames: (() => void)[] = []
  const opened: Page = {
    ...{ body, focused: body, style },
    changed: () => onChange(),
    draw: () => {
      const due = frames
      frames = []
      for (const frame of due) frame()
    },
  }
  page = opened
  const held = {
    set overflow(value: string) {
      style.set('overflow', value)
    },
    set scrollbarGutter(value: string) {
      style.set('scrollbar-gutter', value)
    },
    removeProperty: (name: string) => style.delete(name),
  }
  vi.stubGlobal('HTMLElement', MadeUpElement)
  vi.stubGlobal('innerWidth', 800)
  vi.stubGlobal('getComputedStyle', () => ({ visibility: 'visible' }))
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => void frames.push(frame))
  vi.stubGlobal(
    'MutationObserver',
    class {
      readonly tell: () => void
      constructor(tell: () => void) {
        this.tell = tell
      }
      observe() {
        onChange = this.tell
      }
      disconnect() {
        onChange = () => {}
      }
    },
  )
  vi.stubGlobal('document', {
    body,
    documentElement: { clientWidth: 785, style: held },
    get activeElement() {
      return opened.focused
    },
  })
  return opened
}

/** Boundary: of an element, layers use what this one has. */
export const asElement = (element: MadeUpElement) => element as unknown as HTMLElement
