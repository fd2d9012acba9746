import type { Page } from '@playwright/test'

/** Presses Finish, and Finish again on the page where the answers are checked: the dialog that asks for confirmation comes next. */
export const pressFinish = async (page: Pick<Page, 'getByRole'>): Promise<void> => {
  await page.getByRole('button', { name: 'Finish', exact: true }).click()
  await page.getByRole('button', { name: /^Finish (the exam|the practice|this part)$/ }).click()
}
