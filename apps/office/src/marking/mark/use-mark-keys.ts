import { useShortcutKey } from '@sitwell/office-ui/own-keys.tsx'
import { useShortcut } from '@sitwell/office-ui/use-shortcut.ts'
import { useEffect, useRef } from 'react'

const digits = Array.from({ length: 10 }, (_, digit) => String(digit))

/** What Enter does by itself: it presses, follows a link, or begins a new line. */
const takesEnter = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('button, a[href], summary, select, textarea, audio, video, iframe, [role="dialog"], [role="alertdialog"]') !==
    null

const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"]') !== null

/** Calls at Enter where it does nothing by itself, and at Ctrl or ⌘ with Enter also while a comment is typed. */
const useEnter = (isOn: boolean, call: () => void): void => {
  const latest = useRef(call)
  latest.current = call
  useEffect(() => {
    if (!isOn) return
    const hear = (event: KeyboardEvent) => {
      if (
        event.key !== 'Enter' ||
        event.isComposing ||
        event.repeat ||
        event.defaultPrevented ||
        event.altKey ||
        event.shiftKey
      )
        return
      const isForced = event.ctrlKey || event.metaKey
      if (isInDialog(event.target) || (!isForced && takesEnter(event.target))) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [isOn])
}

/** The keys that this person has for marking; undefined for what they turned off. */
export const useMarkKeys = () => ({
  points: useShortcutKey('0–9'),
  flag: useShortcutKey('f'),
  cannot: useShortcutKey('x'),
})

interface Acts {
  onDigit(digit: string): void
  onFlag(): void
  onCannot(): void
  onEnter(): void
}

/** Marking by keys. `isOn`: nothing lies over the page, and there is something to mark. */
export const useMarkShortcuts = (isOn: boolean, { onDigit, onFlag, onCannot, onEnter }: Acts): void => {
  const { points, flag, cannot } = useMarkKeys()
  useShortcut(isOn && points !== undefined ? digits : undefined, onDigit)
  useShortcut(isOn ? flag : undefined, onFlag)
  useShortcut(isOn ? cannot : undefined, onCannot)
  useEnter(isOn, onEnter)
}
