import { type FocusEvent, useRef } from 'react'

/** Holds the order of a live table's rows while the pointer or the focus is in it. */
export const useHeldOrder = (hold: ((isHeld: boolean) => void) | undefined) => {
  const inside = useRef({ pointer: false, focus: false })
  if (hold === undefined) return {}
  const change = (part: Partial<typeof inside.current>) => {
    inside.current = { ...inside.current, ...part }
    hold(inside.current.pointer || inside.current.focus)
  }
  return {
    onPointerEnter: () => change({ pointer: true }),
    onPointerLeave: () => change({ pointer: false }),
    onFocusCapture: () => change({ focus: true }),
    onBlurCapture: ({ currentTarget, relatedTarget }: FocusEvent) =>
      change({ focus: relatedTarget instanceof Node && currentTarget.contains(relatedTarget) }),
  }
}
