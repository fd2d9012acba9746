import { keyCodes, listenToKey } from '@sitwell/ui/key-listener.ts'
import { useEffect, useRef } from 'react'

/** Where left and right mean something else: they move within what has the focus, as they do everywhere else (decision 60). */
const ownArrows = [
  'input:not([type="checkbox"])',
  'textarea',
  'select',
  '[contenteditable="true"]',
  ...['radiogroup', 'tablist', 'slider', 'separator', 'grid', 'listbox', 'menu', 'toolbar', 'dialog', 'alertdialog'].map(
    (role) => `[role="${role}"]`,
  ),
  // Cells of an answer's table; one in a text has nothing to move to.
  'article table:has(input, textarea, select)',
].join()

/**
 * Left and right arrow keys lead to the previous and the next question (spec 3 §2); from right to left they are the other way
 * round. Off while `isOff`, which a panel says while a text field of it has the focus (spec 2 §4).
 */
export const useArrowKeys = (onPrevious: () => void, onNext: () => void, isOff: () => boolean): void => {
  const handlers = useRef({ onPrevious, onNext, isOff })
  handlers.current = { onPrevious, onNext, isOff }
  useEffect(() => {
    const onArrow = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (handlers.current.isOff()) return
      if (event.target instanceof Element && event.target.closest(ownArrows)) return
      const isForward = (event.key === 'ArrowRight') === (document.documentElement.dir !== 'rtl')
      if (isForward) handlers.current.onNext()
      else handlers.current.onPrevious()
    }
    const ends = [keyCodes.left, keyCodes.right].map((keyCode) => listenToKey(keyCode, onArrow))
    return () => {
      for (const end of ends) end()
    }
  }, [])
}
