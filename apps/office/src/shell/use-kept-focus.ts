import { type RefObject, useEffect } from 'react'

/**
 * Moves the focus to the heading of a page if the control that had it is removed and nothing else takes it: otherwise the browser would begin
 * at the top of the document again, and a screen reader would announce nothing.
 */
export const useKeptFocus = (page: RefObject<HTMLElement | null>, heading: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const main = page.current
    if (!main) return
    let last: EventTarget | null = null
    let frame = 0
    const isLost = () => document.activeElement === document.body && last instanceof Node && !last.isConnected
    const remember = ({ target }: FocusEvent) => {
      last = target
    }
    // Whoever removes a control may move the focus in the next frame, as a dialog does that closes.
    const look = () => {
      if (!isLost()) return
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(() => {
          if (isLost()) heading.current?.focus()
        })
      })
    }
    const observer = new MutationObserver(look)
    main.addEventListener('focusin', remember)
    observer.observe(main, { childList: true, subtree: true })
    return () => {
      main.removeEventListener('focusin', remember)
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [page, heading])
}
