import { type FocusEvent, useMemo, useState } from 'react'

const rowOf = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-key]')?.dataset.key : undefined

/** Which rows stay in the page wherever the table is scrolled to: the one with the focus, and the one whose details are open. */
export const usePinnedRow = (keys: readonly string[], openKey: string | undefined) => {
  const [focusKey, setFocusKey] = useState<string>()
  const rows = useMemo(
    () => [focusKey, openKey].flatMap((key) => (key === undefined ? [] : [keys.indexOf(key)])).filter((at) => at >= 0),
    [keys, focusKey, openKey],
  )
  return {
    rows,
    listeners: {
      onFocus: ({ target }: FocusEvent) => setFocusKey(rowOf(target)),
      onBlur: ({ target, relatedTarget }: FocusEvent) => {
        // A window that loses the focus gives it back to the same element.
        if (relatedTarget !== null || document.activeElement !== target) setFocusKey(rowOf(relatedTarget))
      },
    },
  }
}
