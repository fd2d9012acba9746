import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** The width of an element (CSS px), so that a drawing has letters of the page's own size in a window of any width. */
export const useWidth = <T extends Element>(usual: number): readonly [RefObject<T | null>, number] => {
  const place = useRef<T>(null)
  const [width, setWidth] = useState(usual)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const measure = () => setWidth((before) => Math.round(element.clientWidth) || before)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [place, width]
}
