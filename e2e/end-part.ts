import type { Page } from '@playwright/test'

/** Finishes the part where the learner is, from its last question, over the page on which its answers are checked. */
export const endPart = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Finish this part' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
}
