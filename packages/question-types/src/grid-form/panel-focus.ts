import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { GridForm } from './form.ts'
import { type GridAnswer, isRowShown } from './grid-answer.ts'

/**
 * A row that goes away takes the focus with it, and a learner without a mouse would start again at the top of the page: the focus
 * goes to the row of the same family that came in its place, else to the one before.
 */
export const useRetainedFocus = (panel: RefObject<HTMLElement | null>, form: GridForm, answer: GridAnswer): void => {
  const lastRow = useRef<number>(undefined)
  useEffect(() => {
    const element = panel.current
    const remember = (event: FocusEvent) => {
      const row = event.target instanceof Element ? event.target.closest('[data-row]')?.getAttribute('data-row') : undefined
      lastRow.current = row == null ? undefined : Number(row)
    }
    const forget = (event: FocusEvent) => {
      if (event.relatedTarget instanceof Node && !element?.contains(event.relatedTarget)) lastRow.current = undefined
    }
    element?.addEventListener('focusin', remember)
    element?.addEventListener('focusout', forget)
    return () => {
      element?.removeEventListener('focusin', remember)
      element?.removeEventListener('focusout', forget)
    }
  }, [panel])

  useLayoutEffect(() => {
    const last = lastRow.current
    const gone = last === undefined ? undefined : form.rows[last]
    if (last === undefined || !gone || isRowShown(form, answer, gone)) return
    if (document.activeElement !== document.body) return
    const shown = [...form.rows.entries()].filter(([, row]) => isRowShown(form, answer, row))
    const [next] =
      shown.find(([, row]) => row.family !== undefined && row.family === gone.family) ??
      shown.findLast(([index]) => index < last) ??
      []
    panel.current?.querySelector<HTMLElement>(`[data-row="${next}"]`)?.focus()
  }, [panel, form, answer])
}
