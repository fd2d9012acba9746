import { expect, type Page } from '@playwright/test'

/** Presses Finish, and Finish again on the page where the answers are checked: the dialog that asks for confirmation comes next. */
export const pressFinish = async (page: Pick<Page, 'getByRole'>): Promise<void> => {
  await page.getByRole('button', { name: 'Finish', exact: true }).click()
  await page.getByRole('button', { name: /^Finish (the exam|the practice|this part)$/ }).click()
}

/** Waits until the page on which the answers are checked has taken the focus: a key that is pressed before goes to what had it. */
export const reviewTakesFocus = (page: Pick<Page, 'getByRole'>): Promise<void> =>
  expect(page.getByRole('heading', { name: 'Check your answers' })).toBeFocused()
