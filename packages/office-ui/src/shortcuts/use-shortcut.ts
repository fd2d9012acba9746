import { useEffect, useRef } from 'react'
import { isShortcut, takesLetters } from './shortcut.ts'

/** Calls when the key of a shortcut is pressed anywhere on the page. `key`: undefined if the person turned it off. */
export const useShortcut = (key: string | undefined, call: () => void): void => {
  const latest = useRef(call)
  latest.current = call
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const press = {
        key: event.key,
        hasModifier: event.ctrlKey || event.altKey || event.metaKey,
        isComposing: event.isComposing,
        isRepeat: event.repeat,
        isTaken: event.defaultPrevented,
        isTyping: takesLetters(event.target),
      }
      if (!isShortcut(press, key)) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [key])
}
