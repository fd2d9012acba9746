import type { Locator, Page } from '@playwright/test'
import { reviewTakesFocus } from './press-finish.ts'

/**
 * Finishes the part where the learner is, from its last question, over the page on which its answers are checked. `look` sees the dialog
 * that asks for confirmation.
 */
export const endPart = async (page: Page, look?: (dialog: Locator) => Promise<void>): Promise<void> => {
  await page.getByRole('button', { name: 'Next' }).click()
  await reviewTakesFocus(page)
  // By key: a click that follows at the same place within half a second belongs to the button before.
  await page.getByRole('button', { name: 'Finish this part' }).press('Enter')
  const dialog = page.getByRole('alertdialog')
  await look?.(dialog)
  await dialog.getByRole('button', { name: 'Finish' }).click()
}
