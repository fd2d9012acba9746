import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'

/**
 * Keeps copying, pasting and dropping out of a field (spec 2 §5), and says whether it was just tried. A field that goes away with
 * the focus in it is never blurred; the arrow keys come back all the same.
 */
export const useGuardedText = <E extends HTMLElement>(
  onTextFocus: (focused: boolean) => void,
): {
  ref: RefObject<E | null>
  wasRefused: boolean
  onTyped(): void
  guards: Record<string, (event: SyntheticEvent) => void>
} => {
  const ref = useRef<E>(null)
  const [wasRefused, setRefused] = useState(false)
  const tellFocus = useRef(onTextFocus)
  tellFocus.current = onTextFocus
  useEffect(() => {
    const element = ref.current
    // A phone's keyboard pastes without a paste event.
    const refuseInsertion = (event: InputEvent) => {
      if (event.inputType !== 'insertFromPaste' && event.inputType !== 'insertFromDrop') return
      event.preventDefault()
      setRefused(true)
    }
    element?.addEventListener('beforeinput', refuseInsertion)
    return () => {
      element?.removeEventListener('beforeinput', refuseInsertion)
      tellFocus.current(false)
    }
  }, [])
  const refuse = (event: SyntheticEvent) => {
    event.preventDefault()
    setRefused(true)
  }
  return {
    ref,
    wasRefused,
    onTyped: () => setRefused(false),
    guards: {
      onPaste: refuse,
      onCopy: refuse,
      onCut: refuse,
      onDrop: refuse,
      onDragStart: refuse,
      onFocus: () => onTextFocus(true),
      onBlur: () => onTextFocus(false),
    },
  }
}
