import type { Browser, Page } from '@playwright/test'
import { expect, expectNoViolations, signIn, test } from '../../../../e2e/fixtures.ts'
import { pressOn, typeInto } from '../../../../e2e/keyboard.ts'
import { markByKeys, openQueue, sitEssay } from '../../../../e2e/marking.ts'
import { arriveInOffice } from '../../../../e2e/office.ts'
import { signInInAnyLanguage, signInToOffice } from '../../../../e2e/office-people.ts'
import { arrangeResults, offerTo } from '../../../../e2e/office-results.ts'
import { resize } from '../../../../e2e/settled.ts'

const rows = (page: Page, table: string) => page.getByRole('table', { name: table }).locator('tbody tr[data-key]')
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const done = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })
const noOverflow = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)

/** Presses the button of a dialog by keys, once the dialog has the focus. */
const pressIn = async (page: Page, title: string | RegExp, press: string, reason?: string) => {
  const dialog = page.getByRole('alertdialog', { name: title })
  await expect(dialog).toBeVisible()
  if (reason !== undefined) await typeInto(page, dialog.getByRole('textbox', { name: 'Reason' }), reason)
  await expectNoViolations(page)
  await pressOn(page, dialog.getByRole('button', { name: press, exact: true }), 'Pause')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
}

/** Opens a page in a context of its own. */
const otherPage = async (browser: Browser) => (await browser.newContext()).newPage()

// OFFICE-405 OFFICE-408 OFFICE-410
test('from the last mark to a released result, and back: by keys, and as two people', async ({ page, browser, sitwell }) => {
  const world = await arrangeResults(sitwell)
  await signInToOffice(page, world, '/results')
  await expect(page.getByText('No results yet.', { exact: false })).toBeVisible()
  await expectNoViolations(page)
  await offerTo(page, world, ['ann', 'bob'])
  await sitEssay(world, 'ann', 'Because of the light.')
  const marker = await otherPage(browser)
  await openQueue(marker, world)
  await markByKeys(marker, '4')
  await marker.context().close()

  await page.reload()
  await pressOn(page, page.getByRole('link', { name: 'Winter trees' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Winter trees' })).toBeFocused()
  await expect(rows(page, 'People').filter({ hasText: 'Ann Lee' })).toContainText('4 / 6')
  await expect(rows(page, 'People').filter({ hasText: 'Bob Roy' })).toContainText('Not known')
  await expectNoViolations(page)
  await pressOn(page, page.getByRole('checkbox', { name: 'Select Bob Roy', exact: true }), 'Space')
  await pressOn(page, page.getByRole('button', { name: 'Set the outcome…', exact: true }))
  const outcome = page.getByRole('dialog', { name: 'Set the outcome of 1 person' })
  await expect(outcome).toContainText('Bob Roy: Not known')
  await outcome.getByRole('combobox', { name: 'Outcome' }).selectOption({ label: 'Excused' })
  await typeInto(page, outcome.getByRole('textbox', { name: 'Reason' }), 'A sick note')
  await expectNoViolations(page)
  await pressOn(page, outcome.getByRole('button', { name: 'Set', exact: true }), 'Pause')
  await page.keyboard.press('Enter')
  await expect(done(page, 'Done for 1 person.')).toBeVisible()
  await expect(rows(page, 'People').filter({ hasText: 'Bob Roy' })).toContainText('Excused')

  await pressOn(page, page.getByRole('link', { name: 'Result sets' }))
  await expect(button(page, 'Compute a set')).toBeVisible()
  await expectNoViolations(page)
  await pressOn(page, button(page, 'Close marking…'))
  await pressIn(page, 'Close the marking?', 'Close marking')
  await expect(done(page, 'The marking is closed.')).toBeVisible()
  await pressOn(page, button(page, 'Compute a set'))
  await expect(done(page, 'Set 1 was computed: 2 people.')).toBeVisible()
  await expect(page.getByText('Nothing differs from now')).toBeVisible()
  await pressOn(page, button(page, 'Compare…'))
  await expect(page.getByText('Nothing differs between the two.')).toBeVisible()
  await expectNoViolations(page)
  await pressOn(page, button(page, 'Close the comparison'))
  await expect(page.getByRole('heading', { name: 'Comparison' })).toHaveCount(0)
  await pressOn(page, button(page, 'Confirm…'))
  await pressIn(page, 'Confirm set 1?', 'Confirm')
  await expect(done(page, 'Somebody else has to confirm set 1 too.')).toBeVisible()
  await expect(page.getByText('The signature of a second person is missing. You have signed.')).toBeVisible()
  await expect(button(page, 'Confirm…')).toHaveCount(0)
  await expectNoViolations(page)

  const second = await otherPage(browser)
  await arriveInOffice(second, world, { as: 'okoro', at: new URL(page.url()).pathname.replace('/office', '') })
  await pressOn(second, button(second, 'Confirm…'))
  await pressIn(second, 'Confirm set 1?', 'Confirm')
  await expect(done(second, 'Set 1 is confirmed.')).toBeVisible()
  await pressOn(second, button(second, 'Release…'))
  await expect(rows(second, 'Who gets what').filter({ hasText: 'Ann Lee' })).toContainText('4 / 6')
  await expect(rows(second, 'Who gets what').filter({ hasText: 'Bob Roy' })).toContainText('Nothing: Excused')
  await expectNoViolations(second)

  const learner = await otherPage(browser)
  const ann = world.people.find(({ username }) => username === 'ann')
  if (!ann) throw new Error('There is no ann.')
  const examGuid = world.exams[0]?.examGuid ?? ''
  await signIn(learner, world, { as: ann, at: `/result/${examGuid}` })
  const panel = learner.getByRole('region', { name: 'Your result' })
  await expect(panel).toContainText('Result still being processed')
  await pressOn(second, button(second, 'Release to 1 person'))
  await expect(second.getByText('Seen by 0 of 1')).toBeVisible()
  await learner.getByRole('button', { name: 'Look again' }).click()
  await expect(panel).toContainText('4 of 6')
  await second.reload()
  await expect(second.getByText('Seen by 1 of 1')).toBeVisible()
  await expectNoViolations(second)
  await pressOn(second, second.getByRole('main').getByRole('link', { name: 'Mails', exact: true }))
  await expect(second.getByRole('heading', { level: 1, name: 'Mails: Winter trees' })).toBeFocused()
  await expect(rows(second, 'Mails about results')).toHaveCount(1)
  await expect(rows(second, 'Mails about results')).toContainText('Ann Lee')
  await pressOn(second, second.getByRole('main').getByRole('link', { name: 'Result sets', exact: true }))
  await expect(button(second, 'Withdraw…')).toBeVisible()

  await pressOn(second, button(second, 'Withdraw…'))
  await pressIn(second, 'Withdraw set 1?', 'Withdraw', 'The key was wrong')
  await expect(done(second, 'Set 1 is withdrawn.')).toBeVisible()
  await expect(second.getByText('Withdrawn because: The key was wrong')).toBeVisible()
  await expectNoViolations(second)
  await learner.reload()
  await expect(panel).toContainText('Result still being processed')
  await expect(panel).not.toContainText('4 of 6')
})

test.describe('in Arabic', () => {
  test.use({ locale: 'ar' })

  test('the results fit a phone and a high contrast, and read from right to left', async ({ page, sitwell }) => {
    const world = await arrangeResults(sitwell)
    await resize(page, { width: 390, height: 844 })
    await signInInAnyLanguage(page, world, '/results')
    const deliveryID = await offerTo(page, world, ['ann', 'salma'])
    await page.emulateMedia({ forcedColors: 'active' })
    for (const part of ['', `/${deliveryID}`, `/${deliveryID}/sets`]) {
      await page.goto(`${world.origin}/office/results${part}`)
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
      await expect(page.getByText(part === '' ? 'Winter trees' : 'كل النتائج')).toBeVisible()
      await noOverflow(page)
      await expectNoViolations(page)
    }
    await page.getByRole('button', { name: 'حساب مجموعة', exact: true }).click()
    await expect(done(page, 'حُسبت المجموعة 1: شخصان.')).toBeVisible()
    await noOverflow(page)
    await expectNoViolations(page)
  })
})
