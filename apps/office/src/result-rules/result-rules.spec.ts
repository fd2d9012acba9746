import type { Page } from '@playwright/test'
import { expect, expectNoViolations, test } from '../../../../e2e/fixtures.ts'
import { pressOn } from '../../../../e2e/keyboard.ts'
import { signInInAnyLanguage, signInToOffice } from '../../../../e2e/office-people.ts'
import { arrangeWrongKey, offerWrongKey, sitters, sitWrongKey } from '../../../../e2e/result-rules.ts'
import { resize, settled } from '../../../../e2e/settled.ts'

const dialog = (page: Page, name: string) => page.getByRole('alertdialog', { name })
const rows = (page: Page, table: string) => page.getByRole('table', { name: table }).locator('tbody tr[data-key]')

/** Types a reason into the dialog, and presses its button. */
const giveReason = async (page: Page, title: string, reason: string, confirm: string) => {
  await dialog(page, title).getByLabel('Reason', { exact: false }).fill(reason)
  await pressOn(page, dialog(page, title).getByRole('button', { name: confirm }), 'Enter')
  await expect(dialog(page, title)).toHaveCount(0)
}

// OFFICE-401 OFFICE-402
test('a question with a wrong key is found, decided about and set back, and a boundary is moved, by keys alone', async ({
  page,
  sitwell,
}) => {
  const world = await arrangeWrongKey(sitwell)
  await signInToOffice(page, world, '/people')
  const deliveryID = await offerWrongKey(page, world)
  for (const [strength] of sitters.entries()) await sitWrongKey(world, strength)

  await page.goto(`/office/results/${deliveryID}/questions`)
  await expect(page.getByText('1 question to look at')).toBeVisible()
  const row = rows(page, 'Questions').filter({ hasText: '3. Which tree label?' })
  await expect(row).toContainText('negative discrimination')
  await expectNoViolations(page)
  await pressOn(page, row.getByRole('link'), 'Enter')
  const panel = page.getByRole('region', { name: 'Question 3' }).first()
  await expect(panel.getByRole('heading', { level: 2 })).toBeFocused()
  await expect(panel.getByText('strong candidates choose “Birch”')).toBeVisible()
  const effects = panel.getByRole('region', { name: 'If you …' }).getByRole('listitem')
  await expect(effects.filter({ hasText: 'accept “Birch” too:' })).toContainText('8 go up · nobody goes down · 2 pass')
  await expect(effects.filter({ hasText: 'remove it:' })).toContainText('8 go up · 4 go down')
  await expect(effects.filter({ hasText: 'only where that helps' })).toContainText('8 go up · nobody goes down')
  await expectNoViolations(page)

  await pressOn(page, panel.getByRole('button', { name: 'Decide…' }), 'Enter')
  const deciding = dialog(page, 'Decide about question 3')
  await deciding.getByLabel('Decision', { exact: true }).selectOption({ label: 'Remove the question' })
  const downs = deciding.getByLabel('What becomes of the 4 people who would go down')
  await expect(downs).toBeVisible()
  await expect(deciding.getByRole('button', { name: 'Apply the decision' })).toBeDisabled()
  await expect(deciding.getByText('Sam1 Sitter')).toBeVisible()
  await expectNoViolations(page)
  await downs.selectOption({ label: 'They keep the result without it' })
  await expect(deciding.getByText('4 people would go down, and keep the result without it.')).toBeVisible()
  await giveReason(page, 'Decide about question 3', 'The key is wrong.', 'Apply the decision')
  await expect(page.getByText('Question 3 is decided.', { exact: false })).toBeVisible()
  await expect(row).toContainText('decided: removed')
  const standing = page.getByRole('region', { name: 'Decisions in force' })
  await expect(standing).toContainText('The key is wrong.')
  await expect(standing).toContainText('Ada Owen')
  await expectNoViolations(page)

  await pressOn(page, standing.getByRole('button', { name: 'Take back the decision about 3. Which tree label?' }), 'Enter')
  await expect(dialog(page, 'Take a decision back').getByText('8 go down', { exact: false })).toBeVisible()
  await giveReason(page, 'Take a decision back', 'Wait for the author.', 'Take it back')
  await expect(standing).toContainText('Nothing has been decided about a question.')
  await expect(row).toContainText('negative discrimination')

  await page.goto(`/office/results/${deliveryID}/boundaries`)
  const pass = page.getByRole('slider', { name: 'Pass' })
  await expect(pass).toHaveAttribute('aria-valuenow', '5')
  await pass.focus()
  await expect(pass).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(pass).toHaveAttribute('aria-valuetext', '4 marks')
  await expect(page.getByText('3 go up · nobody goes down · 3 pass')).toBeVisible()
  await expect(rows(page, 'Who changes')).toHaveCount(3)
  await expect(rows(page, 'Who changes').first()).toContainText('4 of 10')
  await expectNoViolations(page)
  await pressOn(page, page.getByRole('button', { name: 'Check and save…' }), 'Enter')
  await expect(dialog(page, 'Save the boundaries').getByText('Sam4 Sitter')).toBeVisible()
  await giveReason(page, 'Save the boundaries', 'As the board decided.', 'Save boundaries')
  await expect(page.getByText('The boundaries are saved.', { exact: false })).toBeVisible()
  await expect(pass).toHaveAttribute('aria-valuenow', '4')
  await expect(page.getByText('The delivery’s own boundaries count.').first()).toBeVisible()
  await expect(page.getByRole('row', { name: /^Pass 5/ })).toBeVisible()
  await expectNoViolations(page)
})

test.describe('in Arabic', () => {
  test.use({ locale: 'ar' })

  test('questions and boundaries of a delivery fit a phone, and are seen in forced colours', async ({ page, sitwell }) => {
    const world = await arrangeWrongKey(sitwell)
    await signInInAnyLanguage(page, world, '/people')
    const deliveryID = await offerWrongKey(page, world)
    await sitWrongKey(world, 11)
    await resize(page, { width: 390, height: 844 })
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await page.goto(`/office/results/${deliveryID}/boundaries`)
    await expect(page.getByRole('slider', { name: 'Merit' })).toBeVisible()
    await expect.poll(overflow).toBe(0)
    await expectNoViolations(page)
    await page.emulateMedia({ forcedColors: 'active' })
    await settled(page)
    await expectNoViolations(page)
    await page.goto(`/office/results/${deliveryID}/questions`)
    await expect(rows(page, 'الأسئلة').first()).toBeVisible()
    await expect.poll(overflow).toBe(0)
    await expectNoViolations(page)
  })
})
