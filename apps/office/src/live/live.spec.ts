import type { Locator, Page } from '@playwright/test'
import { enterExam, expect, expectNoViolations, test, type World } from '../../../../e2e/fixtures.ts'
import { pressOn, tabTo, typeInto } from '../../../../e2e/keyboard.ts'
import { arrangeLive, liveAge, livePathOf, openLive, rowOf, rowsOf } from '../../../../e2e/office-live.ts'
import { signInInAnyLanguage, signInToOffice } from '../../../../e2e/office-people.ts'
import { resize } from '../../../../e2e/settled.ts'

const status = (page: Page, said: string | RegExp) => page.getByRole('status').filter({ hasText: said })
const learner = (world: World, username: string) => {
  const found = world.people.find((one) => one.username === username)
  if (!found) throw new Error(`There is no ${username}.`)
  return found
}
const tick = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
const events = (page: Page) => page.getByRole('region', { name: 'Actions and alerts' })
/** Presses the button of a dialog until it takes it: a press just after the button has moved, as the list above it came, counts for nothing. */
const confirm = (dialog: Locator, name: string) =>
  expect(async () => {
    await dialog.getByRole('button', { name, exact: true }).click({ timeout: 1000 })
    await expect(dialog).toHaveCount(0, { timeout: 2000 })
  }).toPass({ intervals: [300] })
const noOverflow = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)

// OFFICE-102 OFFICE-106
test('time for those selected: who will get it is shown first, an open page has it without a reload, and the list shows how far it came', async ({
  page,
  browser,
  sitwell,
}) => {
  const world = await arrangeLive(sitwell)
  const other = await (await browser.newContext()).newPage()
  await enterExam(other, world, { as: learner(world, 'lena') })
  await expect(other.getByRole('timer')).toHaveText(/^(59|60)m$|^1h$/)
  await openLive(page, world)
  await expect(rowOf(page, 'Lena Lind')).toContainText('Working')
  await expect(rowOf(page, 'Mina Okafor')).toContainText('Not arrived')
  await expectNoViolations(page)

  await tick(page, 'Lena Lind').click()
  await page
    .getByRole('group', { name: 'What to do with the selected rows' })
    .getByRole('button', { name: 'Add time…' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Add time: Lena Lind' })
  await dialog.getByRole('button', { name: '15 min' }).click()
  await expect(dialog.getByText('1 person will be affected.')).toBeVisible()
  await expect(dialog.getByText(/Lena Lind: ends at \d\d:\d\d:\d\d/)).toBeVisible()
  await expectNoViolations(page)
  await confirm(dialog, 'Add time: 1 person')
  await expect(status(page, 'Add time: sent for 1 person.')).toBeVisible()

  await expect(other.getByRole('timer')).toHaveText(/^1h 1[45]m$|^7[45]m$/)
  await expect(events(page).getByText(/acknowledged 1 of 1, \d\d:\d\d:\d\d/)).toBeVisible()
  await expect(rowOf(page, 'Lena Lind')).toContainText(/7[34] min/)
  await events(page).getByRole('button', { name: 'Who' }).first().click()
  const who = page.getByRole('dialog', { name: '+15 min' })
  await expect(who.getByText(/acknowledged \d\d:\d\d:\d\d/)).toBeVisible()
  await expectNoViolations(page)
  await who.getByRole('button', { name: 'Close' }).click()
  await expect(who).toHaveCount(0)
  await other.context().close()
})

// OFFICE-106
test('a message for all shows on an open page until it is confirmed; a pause holds it, and ends', async ({
  page,
  browser,
  sitwell,
}) => {
  const world = await arrangeLive(sitwell)
  const other = await (await browser.newContext()).newPage()
  await enterExam(other, world, { as: learner(world, 'lena') })
  await openLive(page, world)
  await page.getByRole('button', { name: 'Message all…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Message: 4 people' })
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Fire test at 10:15, keep working.')
  await expect(dialog.getByText('4 people will be affected.')).toBeVisible()
  await confirm(dialog, 'Message: 4 people')
  await expect(status(page, /^Message: sent for/)).toBeVisible()
  const message = other.getByRole('region', { name: 'Message from your invigilator' })
  await expect(message).toContainText('Fire test at 10:15, keep working.')
  await message.getByRole('button', { name: 'I have read this' }).click()
  await expect(events(page).getByText(/acknowledged 1 of \d/)).toBeVisible()

  await page.getByRole('link', { name: 'Lena Lind' }).click()
  const panel = page.getByRole('region', { name: 'Lena Lind' })
  await expect(panel.getByRole('heading', { name: 'Lena Lind' })).toBeFocused()
  await expect(panel.getByText('Begun').first()).toBeVisible()
  await expectNoViolations(page)
  await panel.getByRole('button', { name: 'Pause…' }).click()
  const pause = page.getByRole('dialog', { name: 'Pause: Lena Lind' })
  await expect(pause.getByText('1 person will be affected.')).toBeVisible()
  await confirm(pause, 'Pause: 1 person')
  await expect(other.getByRole('heading', { name: 'Your exam is paused' })).toBeVisible()
  await expect(rowOf(page, 'Lena Lind')).toContainText('Paused')
  await panel.getByRole('button', { name: 'End the pause…' }).click()
  const resume = page.getByRole('dialog', { name: 'End the pause: Lena Lind' })
  await expect(resume.getByText('1 person will be affected.')).toBeVisible()
  await confirm(resume, 'End the pause: 1 person')
  await expect(other.getByRole('button', { name: /Resume|Go on|Continue/ })).toBeVisible()
  await other.context().close()
})

// OFFICE-113
test('a person is marked present, and an incident is noted with its category; whom an act can’t concern is named with the reason', async ({
  page,
  sitwell,
}) => {
  const world = await arrangeLive(sitwell)
  await openLive(page, world)
  await tick(page, 'Mina Okafor').click()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Mark present…' }).click()
  const present = page.getByRole('dialog', { name: 'Mark present: Mina Okafor' })
  await expect(present.getByText('1 person will be affected.')).toBeVisible()
  await confirm(present, 'Mark present: 1 person')
  await expect(page.getByText('4 expected · 1 present')).toBeVisible()
  await expect(events(page).getByText('Marked present')).toBeVisible()
  await expect(events(page).getByText('noted', { exact: true })).toBeVisible()

  await page.getByRole('link', { name: 'Mina Okafor' }).click()
  const panel = page.getByRole('region', { name: 'Mina Okafor' })
  await panel.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Note an incident…' }).click()
  const incident = page.getByRole('dialog', { name: 'Note an incident: Mina Okafor' })
  await incident.getByRole('combobox', { name: 'Category' }).selectOption({ label: 'Late arrival' })
  await incident.getByRole('textbox', { name: 'What happened' }).fill('The bus was late.')
  await expect(incident.getByText('1 person will be affected.')).toBeVisible()
  await confirm(incident, 'Note an incident: 1 person')
  await expect(panel.getByText('Late arrival: The bus was late.').first()).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'More for all' }).click()
  await page.getByRole('menuitem', { name: 'Reopen…' }).click()
  const reopen = page.getByRole('dialog', { name: 'Reopen: 4 people' })
  await expect(reopen.getByText('Nobody will be affected. 4 will not.')).toBeVisible()
  await expect(reopen.getByRole('heading', { name: /^Will not be affected:/ })).toBeVisible()
  await expectNoViolations(page)
  await reopen.getByRole('textbox', { name: 'Reason' }).fill('Power cut')
  await expect(async () => {
    await reopen.getByRole('button', { name: 'Reopen: 0 people' }).click({ timeout: 1000 })
    await expect(reopen.getByRole('alert').filter({ hasText: 'Nobody would be affected.' })).toBeVisible({ timeout: 1000 })
  }).toPass({ intervals: [300] })
})

// OFFICE-107
test('what one invigilator does shows to another, and an auditor sees all and is offered nothing', async ({
  page,
  browser,
  sitwell,
}) => {
  const world = await arrangeLive(sitwell)
  await openLive(page, world)
  const other = await (await browser.newContext({ timezoneId: 'Europe/London' })).newPage()
  await openLive(other, world, { as: 'auditor' })
  await expect(other.getByRole('button', { name: 'Pause all…' })).toHaveCount(0)
  await tick(page, 'Mina Okafor').click()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Mark absent…' }).click()
  await confirm(page.getByRole('dialog', { name: 'Mark absent: Mina Okafor' }), 'Mark absent: 1 person')
  await expect(events(other).getByText('Marked absent')).toBeVisible()
  await expect(events(other).getByText('by Ada Owen')).toBeVisible()
  await other.context().close()
})

test('the keyboard alone filters, opens a person and adds time', async ({ page, browser, sitwell }) => {
  const world = await arrangeLive(sitwell)
  const other = await (await browser.newContext()).newPage()
  await enterExam(other, world, { as: learner(world, 'lena') })
  await openLive(page, world)
  await typeInto(page, page.getByRole('searchbox', { name: 'Find a person' }), 'lind')
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(page).toHaveURL(/search=lind/)
  await pressOn(page, page.getByRole('link', { name: 'Lena Lind' }))
  const panel = page.getByRole('region', { name: 'Lena Lind' })
  await expect(panel.getByRole('heading', { name: 'Lena Lind' })).toBeFocused()
  await pressOn(page, panel.getByRole('button', { name: 'Add time…' }))
  const dialog = page.getByRole('dialog', { name: 'Add time: Lena Lind' })
  await tabTo(page, dialog.getByRole('textbox', { name: 'Minutes' }))
  await page.keyboard.type('5')
  await expect(dialog.getByText('1 person will be affected.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(status(page, 'Add time: sent for 1 person.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await tabTo(page, panel.getByRole('button', { name: 'Close: Lena Lind' }))
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Lena Lind' })).toBeFocused()
  await other.context().close()
})

test('the list of what is under way leads to the view; an exam that isn’t here says so', async ({ page, browser, sitwell }) => {
  const world = await arrangeLive(sitwell)
  const other = await (await browser.newContext()).newPage()
  await enterExam(other, world, { as: learner(world, 'lena') })
  await signInToOffice(page, world, '/live')
  await expect(page.getByText(/ 1 under way/)).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'Hygiene' }).click()
  await expect(rowsOf(page)).toHaveCount(4)
  await page.goto('/office/live/exam/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('alert').filter({ hasText: 'This is not here' })).toBeVisible()
  await expectNoViolations(page)
  await other.context().close()
})

test('a phone, upright and on its side, has people, panels and acts in sight', async ({ page, sitwell }) => {
  const world = await arrangeLive(sitwell)
  await openLive(page, world)
  for (const size of [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ]) {
    await resize(page, size)
    await noOverflow(page)
    await expect(rowOf(page, 'Lena Lind')).toBeVisible()
    await expectNoViolations(page)
    await page.getByRole('button', { name: /^Actions and alerts/ }).click()
    const panel = page.getByRole('region', { name: 'Actions and alerts' })
    await expect(panel.getByRole('heading', { name: 'Actions and alerts' })).toBeFocused()
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await page.getByRole('button', { name: 'For all' }).click()
    await page.getByRole('menuitem', { name: 'Pause all…' }).click()
    await expect(page.getByRole('dialog', { name: 'Pause: 4 people' })).toBeVisible()
    await noOverflow(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Pause: 4 people' })).toHaveCount(0)
  }
})

test.describe('in Arabic and high contrast', () => {
  test.use({ locale: 'ar', forcedColors: 'active' })

  test('the view runs from right to left, and every text is there', async ({ page, sitwell }) => {
    const world = await arrangeLive(sitwell)
    await signInInAnyLanguage(page, world, livePathOf(world))
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.locator('tbody tr[data-key]')).toHaveCount(4)
    await expect(liveAge(page)).toBeVisible()
    await expect(page.getByText(/MESSAGE.UNDEFINED|live\./)).toHaveCount(0)
    await expectNoViolations(page)
    await page.getByRole('link', { name: 'Lena Lind' }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'Lena Lind' })).toBeFocused()
    await expect(page.getByText(/MESSAGE.UNDEFINED|live\./)).toHaveCount(0)
    await expectNoViolations(page)
    await resize(page, { width: 390, height: 844 })
    await noOverflow(page)
    await expectNoViolations(page)
  })
})
