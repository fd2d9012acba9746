import { type RefObject, useEffect } from 'react'

/**
 * Gives the focus to a place once what lay over the page is gone and nothing else has it: the entry of the menu that opened a dialog went with its menu.
 * `over`: undefined while nothing lies over the page.
 */
export const useFocusAfter = (over: unknown, place: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    if (over !== undefined) return
    const take = () => {
      if (document.activeElement === document.body) place.current?.focus()
    }
    // A dialog that has closed returns the focus with the next frame.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(take)
    })
    return () => cancelAnimationFrame(frame)
  }, [over, place])
}
