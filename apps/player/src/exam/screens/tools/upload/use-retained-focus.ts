import { type FocusEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'

/** A focus that a key has set, and not a pointer: who goes by keys has to see where it is. */
const isByKey = (element: Element | null) => element?.matches(':focus-visible') === true

/**
 * Files come and go by themselves, and a control that goes takes the focus with it: then the same file's row has it, where it stands in
 * the other list, otherwise what stands in for all of them. Somebody who taps isn't scrolled there.
 */
export const useRetainedFocus = (standIn: RefObject<HTMLElement | null>, isBehindDialog: boolean) => {
  const last = useRef<{ readonly element: HTMLElement; readonly file: string | undefined; readonly byKey: boolean }>(undefined)
  const region = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const lost = last.current
    if (!lost || (lost.element.isConnected && !lost.element.matches(':disabled'))) return
    last.current = undefined
    const rows = [...(region.current?.querySelectorAll<HTMLElement>('[data-file]') ?? [])]
    const row = lost.element.isConnected ? undefined : rows.find(({ dataset }) => dataset.file === lost.file)
    const target = row?.querySelector<HTMLElement>('button:enabled') ?? standIn.current
    target?.focus({ preventScroll: !lost.byKey })
  })
  useEffect(() => {
    if (!isBehindDialog) return
    return () => {
      // A closed dialog gives the focus back a frame later; what had it may be gone by then.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) standIn.current?.focus()
      })
    }
  }, [isBehindDialog, standIn])
  const onFocus = useCallback(({ target }: FocusEvent<HTMLElement>) => {
    // A dialog is somewhere else in the page, and tells of its focus here anyway.
    if (!region.current?.contains(target)) return
    const file = target.closest<HTMLElement>('[data-file]')?.dataset.file
    last.current = { element: target, file, byKey: isByKey(target) }
  }, [])
  const onBlur = useCallback(() => {
    last.current = undefined
  }, [])
  /** What has the focus is about to go. */
  const leave = useCallback(() => standIn.current?.focus({ preventScroll: !isByKey(document.activeElement) }), [standIn])
  return { region, onFocus, onBlur, leave }
}
