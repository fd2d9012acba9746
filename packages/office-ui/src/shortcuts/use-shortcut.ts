import { useEffect, useRef } from 'react'
import { isShortcut, takesLetters } from './shortcut.ts'

/** Calls with the key when one of a shortcut's keys is pressed anywhere on the page. `keys`: undefined if the person turned it off; those of a list stay the same. */
export const useShortcut = (keys: string | readonly string[] | undefined, call: (key: string) => void): void => {
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
      const all = typeof keys === 'string' ? [keys] : (keys ?? [])
      const pressed = all.find((key) => isShortcut(press, key))
      if (pressed === undefined) return
      event.preventDefault()
      latest.current(pressed)
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [keys])
}
