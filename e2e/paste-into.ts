import type { Locator } from '@playwright/test'

/**
 * Pastes as a browser does; `data` by type, such as `text/html`. Answers whether the field kept the browser from doing it itself. A browser tells
 * an editor with its next frame where the cursor is, and nobody's hands are faster.
 */
export const pasteInto = (field: Locator, data: Readonly<Record<string, string>>): Promise<boolean> =>
  field.evaluate(async (element, given) => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame)
    const clipboardData = new DataTransfer()
    for (const [kind, text] of Object.entries(given)) clipboardData.setData(kind, text)
    return !element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
  }, data)
