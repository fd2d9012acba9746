import { type RefCallback, useCallback } from 'react'

/**
 * For an element that stays in sight while its neighbours scroll below it: gives its parent the custom property `--kept-block-size`, its height in pixels. The neighbours' controls take it as
 * their scroll margin; otherwise a browser scrolls one that gets the focus to where this element covers it (WCAG 2.4.11).
 */
export const useKeptInSight = (): RefCallback<HTMLElement> =>
  useCallback((element: HTMLElement | null) => {
    const parent = element?.parentElement
    if (!element || !parent) return
    const observer = new ResizeObserver(() => parent.style.setProperty('--kept-block-size', `${element.offsetHeight}px`))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
