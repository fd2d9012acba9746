import { useEffect, useRef } from 'react'

/**
 * The place of the result of an act: it comes into sight with each result, and takes the focus if nothing has it. `result`:
 * undefined if there is none; `reading`: what the page shows, because a new reading may take away the button that had the focus.
 */
export const useResultFocus = (result: unknown, reading: unknown) => {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (result !== undefined) place.current?.scrollIntoView({ block: 'nearest' })
  }, [result])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new reading may take away the button that had the focus
  useEffect(() => {
    if (result === undefined) return
    const take = () => {
      if (document.activeElement === document.body) place.current?.focus()
    }
    // A dialog that has closed returns the focus with the next frame.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(take)
    })
    return () => cancelAnimationFrame(frame)
  }, [result, reading])
  return place
}
