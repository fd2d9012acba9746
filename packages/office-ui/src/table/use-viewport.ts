import { type RefObject, useLayoutEffect, useState } from 'react'

/** What a scrolled element shows. */
export interface ShownPart {
  readonly widthPx: number
  readonly heightPx: number
  readonly scrollTopPx: number
  /** Pixels of one rem: people enlarge their text. */
  readonly remPx: number
}

/** Pixels between two places at which rows are looked at again; the rows around the visible ones cover it. */
const stepPx = 128

const measure = (element: HTMLElement): ShownPart => ({
  widthPx: element.clientWidth,
  heightPx: element.clientHeight,
  scrollTopPx: Math.floor(element.scrollTop / stepPx) * stepPx,
  remPx: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
})

const isSame = (a: ShownPart | undefined, b: ShownPart) =>
  a !== undefined &&
  a.widthPx === b.widthPx &&
  a.heightPx === b.heightPx &&
  a.scrollTopPx === b.scrollTopPx &&
  a.remPx === b.remPx

/** Follows what an element shows as it is scrolled and resized; undefined until it is in the page. */
export const useViewport = (ref: RefObject<HTMLElement | null>): ShownPart | undefined => {
  const [part, setPart] = useState<ShownPart>()
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    const read = () => {
      const next = measure(element)
      setPart((before) => (isSame(before, next) ? before : next))
    }
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    element.addEventListener('scroll', read, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', read)
    }
  }, [ref])
  return part
}
