import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

interface EditInPlace {
  readonly isEditing: boolean
  /** The button that opens the form; it gets the focus back. */
  readonly opener: RefObject<HTMLButtonElement | null>
  open(): void
  close(): void
}

/** A form that replaces what it changes. After it closes, the focus returns to the button that opened it. */
export const useEditInPlace = (): EditInPlace => {
  const [isEditing, setEditing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useLayoutEffect(() => {
    // While the form is open, the page has no such button.
    if (wasEditing.current && !isEditing) opener.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  return {
    isEditing,
    opener,
    open: () => setEditing(true),
    close: () => {
      setEditing(false)
      opener.current?.focus()
    },
  }
}
