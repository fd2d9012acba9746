import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import { person } from './arrange.ts'
import { expect, expectNoViolations, signIn, test } from './fixtures.ts'
import { pressOn, tabTo, typeInto } from './keyboard.ts'
import { arriveInOffice } from './office.ts'
import { typeWallTime } from './office-deliveries.ts'
import { signInToOffice } from './office-people.ts'
import { arrangeWrongKey, offerWrongKey, sitters, sitWrongKey } from './result-rules.ts'

const rows = (page: Page, table: string) => page.getByRole('table', { name: table }).locator('tbody tr[data-key]')
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const done = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Parts of the results' }).getByRole('link', { name })

/** Presses the button of a dialog by keys, with a reason if one is asked for. */
const pressIn = async (page: Page, title: string, press: string, reason?: string) => {
  const dialog = page.getByRole('alertdialog', { name: title })
  await expect(dialog).toBeVisible()
  if (reason !== undefined) await typeInto(page, dialog.getByRole('textbox', { name: 'Reason' }), reason)
  const confirm = dialog.getByRole('button', { name: press, exact: true })
  await expect(confirm).toBeEnabled()
  await pressOn(page, confirm)
  await expect(dialog).toHaveCount(0)
}

/** Takes an option of a list by its first letters, as somebody does who has no mouse. */
const choose = async (page: Page, label: string, letters: string, expected: string) => {
  const list = page.getByLabel(label, { exact: true })
  await tabTo(page, list)
  await page.keyboard.type(letters)
  await expect(list.locator('option:checked')).toHaveText(expected)
}

const otherPage = async (browser: Browser) => (await browser.newContext()).newPage()

// OFFICE-401 OFFICE-402 OFFICE-405 OFFICE-408 OFFICE-410
test('a chief examiner goes from the statistics to results that are shown and exported, by keys alone', async ({
  page,
  browser,
  sitwell,
}) => {
  const world = await arrangeWrongKey(sitwell, [
    person({ username: 'okoro', firstName: 'Obi', lastName: 'Okoro', roles: ['exams-officer'] }),
  ])
  await signInToOffice(page, world, '/results')
  await offerWrongKey(page, world)
  await Promise.all(sitters.map((_, strength) => sitWrongKey(world, strength)))

  await page.reload()
  await pressOn(page, page.getByRole('link', { name: 'Winter trees' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Winter trees' })).toBeFocused()
  await pressOn(page, tab(page, 'Questions'))
  const row = rows(page, 'Questions').filter({ hasText: '3. Which tree label?' })
  await expect(row).toContainText('negative discrimination')
  await pressOn(page, row.getByRole('link'))
  const panel = page.getByRole('region', { name: 'Question 3' }).first()
  await expect(panel.getByRole('heading', { level: 2 })).toBeFocused()
  const tried = panel.getByRole('region', { name: 'If you …' }).getByRole('listitem').first()
  await expect(tried).toContainText('accept “Birch” too: 8 go up · nobody goes down')
  await expect(panel.getByRole('button', { name: 'Try', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await pressOn(page, panel.getByRole('button', { name: 'Decide…' }))
  await expect(page.getByRole('alertdialog', { name: 'Decide about question 3' })).toBeVisible()
  await choose(page, 'Decision', 'Acc', 'Accept another answer too')
  await expect(page.getByLabel('Answer that is right too').locator('option:checked')).toHaveText('Birch (8)')
  await pressIn(page, 'Decide about question 3', 'Apply the decision', 'Birch is right.')
  await expect(done(page, 'Question 3 is decided.')).toBeVisible()

  await pressOn(page, tab(page, 'Grade boundaries'))
  const pass = page.getByRole('slider', { name: 'Pass' })
  await expect(pass).toHaveAttribute('aria-valuenow', '5')
  await tabTo(page, pass)
  await page.keyboard.press('ArrowLeft')
  await expect(pass).toHaveAttribute('aria-valuetext', '4 marks')
  await pressOn(page, button(page, 'Check and save…'))
  await pressIn(page, 'Save the boundaries', 'Save boundaries', 'As the board decided.')
  await expect(done(page, 'The boundaries are saved.')).toBeVisible()

  await pressOn(page, tab(page, 'Result sets'))
  await pressOn(page, button(page, 'Close marking…'))
  await pressIn(page, 'Close the marking?', 'Close marking')
  await expect(done(page, 'The marking is closed.')).toBeVisible()
  await expect(page.getByText('Nothing differs from now').first()).toBeVisible()
  await pressOn(page, button(page, 'Confirm…'))
  await pressIn(page, 'Confirm set 2?', 'Confirm')
  await expect(done(page, 'Somebody else has to confirm set 2 too.')).toBeVisible()

  const second = await otherPage(browser)
  await arriveInOffice(second, world, { as: 'okoro', at: new URL(page.url()).pathname.replace('/office', '') })
  await pressOn(second, button(second, 'Confirm…'))
  await pressIn(second, 'Confirm set 2?', 'Confirm')
  await expect(done(second, 'Set 2 is confirmed.')).toBeVisible()
  await pressOn(second, button(second, 'Release…'))
  await expect(rows(second, 'Who gets what')).toHaveCount(sitters.length)
  await choose(second, 'When', 'At', 'At a time')
  await typeWallTime(second, 0, '010620890930')
  await expectNoViolations(second)
  await pressOn(second, button(second, 'Release at this time'))
  await expect(done(second, 'Set 2 will be released:')).toBeVisible()
  await expect(second.getByText('1 Jun 2089', { exact: false }).first()).toBeVisible()

  // The strongest had all but the question whose key was wrong.
  const learner = await otherPage(browser)
  const strongest = world.people.find(({ username }) => username === sitters.at(-1))
  if (!strongest) throw new Error('There is nobody who sat it.')
  await signIn(learner, world, { as: strongest, at: `/result/${world.exams[0]?.examGuid ?? ''}` })
  const result = learner.getByRole('region', { name: 'Your result' })
  await expect(result).toContainText('Result still being processed')
  await pressOn(second, button(second, 'Change the time…'))
  await pressOn(second, button(second, `Release to ${sitters.length} people`))
  await expect(second.getByText(`Seen by 0 of ${sitters.length}`)).toBeVisible()
  await pressOn(learner, learner.getByRole('button', { name: 'Look again' }))
  await expect(result).toContainText('10 of 10')

  await pressOn(second, tab(second, 'Exports'))
  const saving = second.waitForEvent('download')
  await pressOn(second, button(second, 'Export'))
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/\.xlsx$/)
  // A workbook is a zip.
  expect((await readFile(await saved.path())).subarray(0, 2).toString('latin1')).toBe('PK')
})
