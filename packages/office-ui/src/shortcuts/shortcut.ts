/** A key that goes down, as far as shortcuts look at it. */
export interface ShortcutPress {
  readonly key: string
  /** Ctrl, Alt or Meta is down. Shift isn't one: on some keyboards `/` needs it. */
  readonly hasModifier: boolean
  /** An input method is composing a letter. */
  readonly isComposing: boolean
  readonly isRepeat: boolean
  /** Something else has taken the key already. */
  readonly isTaken: boolean
  /** The focus is where keys are letters or choose something. */
  readonly isTyping: boolean
}

/**
 * Whether a press is the shortcut of one key, with capitals locked too. It never is while somebody types (WCAG 2.1.4); `key` is undefined if the person turned the
 * shortcut off.
 */
export const isShortcut = (press: ShortcutPress, key: string | undefined): boolean =>
  key !== undefined &&
  press.key.toLowerCase() === key.toLowerCase() &&
  !press.hasModifier &&
  !press.isComposing &&
  !press.isRepeat &&
  !press.isTaken &&
  !press.isTyping

const withoutLetters = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit'])

/** Whether keys are letters for the element that has the focus, or choose something in it. */
export const takesLetters = (target: EventTarget | null): boolean => {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !withoutLetters.has(target.type)
  return (
    target.isContentEditable ||
    target.matches('textarea, select, [role="listbox"], [role="menu"], [role="option"], [role="menuitem"]')
  )
}
