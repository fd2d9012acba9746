import type { LexicalEditor } from 'lexical'

/**
 * Moves the focus from the button of a menu that has just closed to the text. The menu gives the focus back to its button in the next
 * frame, so this waits for the frame after that. A learner who has moved on to another control by then keeps it: what they type next
 * must not go into the text.
 */
export const focusAfterMenu = (editor: LexicalEditor, button: HTMLElement | null): void => {
  const focus = () => {
    const { activeElement, body } = document
    const isLeft = activeElement === null || activeElement === body || activeElement.closest('[role="menu"]') !== null
    if (isLeft || activeElement === button) editor.focus()
  }
  requestAnimationFrame(() => requestAnimationFrame(focus))
}
