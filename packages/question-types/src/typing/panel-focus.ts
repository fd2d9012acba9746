import { useEffect, useRef } from 'react'

/** Handlers of a text field: while it has the focus the arrow keys stay with it (spec 2 §4). */
export const useTextFocus = (onTextFocus: (focused: boolean) => void) => {
  // A field that goes away with the focus in it is never blurred; the arrow keys come back all the same.
  const tellFocus = useRef(onTextFocus)
  tellFocus.current = onTextFocus
  useEffect(() => () => tellFocus.current(false), [])
  return { onFocus: () => tellFocus.current(true), onBlur: () => tellFocus.current(false) }
}
