import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectNoViolations, signIn, test, type World } from '../../../../e2e/fixtures.ts'
import { pressOn, tabTo } from '../../../../e2e/keyboard.ts'
import { pressEnter, spoken } from '../../../../e2e/office.ts'
import { addGroup, arrangeCourse } from '../../../../e2e/office-courses.ts'
import { officeOf, owner, signInToOffice } from '../../../../e2e/office-people.ts'

const rows = (page: Page, table: string) => page.getByRole('table', { name: table }).locator('tbody tr[data-key]')
const tick = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
const status = (page: Page, said: string) => page.getByRole('status').filter({ hasText: said })
const noOverflow = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)

/** Opens the page of the only course from the list. */
const openCourse = async (page: Page) => {
  await page.getByRole('link', { name: 'Ladders', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ladders' })).toBeFocused()
}

/** Gives the course to one person, from its page. */
const giveTo = async (page: Page, name: string) => {
  await page.getByRole('link', { name: 'Give the course' }).click()
  await tick(page, name).click()
  await expect(status(page, 'Chosen: 1 person, 0 groups')).toBeVisible()
  await page.getByRole('button', { name: 'Show what would happen' }).click()
  await page.getByRole('button', { name: 'Give it to 1 person' }).click()
  await expect(status(page, 'The course was given to 1 person.')).toBeVisible()
}

/** A learner opens the first lesson in the player and completes it. */
const completeFirst = async (page: Page, world: World, username: string) => {
  const learner = world.people.find((one) => one.username === username)
  if (!learner) throw new Error(`There is no ${username}.`)
  await signIn(page, world, { as: learner })
  await page.getByTestId('course').getByRole('link', { name: 'Ladders' }).click()
  await page.getByRole('button', { name: 'Start Standing' }).click()
  await page.frameLocator('iframe').frameLocator('iframe').locator('#complete').click()
  await expect(page.getByTestId('lesson').filter({ hasText: 'Standing' }).getByText('Completed')).toBeVisible()
}

// OFFICE-102 OFFICE-209
test('a course goes to people and a group as a preview showed, and is taken back from whoever has not begun', async ({
  page,
  sitwell,
}) => {
  const world = await arrangeCourse(sitwell)
  await signInToOffice(page, world, '/courses')
  await addGroup(page, 'Roofers', ['mina', 'yuki'])
  await expect(rows(page, 'Courses')).toHaveCount(1)
  await expectNoViolations(page)
  await openCourse(page)
  await expect(page.getByText('Nobody has this course yet.')).toBeVisible()
  await expect(page.getByText('How to stand on one.')).toBeVisible()
  await expectNoViolations(page)

  await page.getByRole('link', { name: 'Give the course' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Give “Ladders”' })).toBeFocused()
  await page.getByRole('button', { name: 'Show what would happen' }).click()
  await expect(spoken(page).filter({ hasText: 'Choose at least one person or group.' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Find people' }).fill('lind')
  await expect(rows(page, 'People')).toHaveCount(1)
  await tick(page, 'Lena Lind').click()
  await page.getByRole('tab', { name: 'Groups' }).click()
  await tick(page, 'Roofers').click()
  await expect(status(page, 'Chosen: 1 person, 1 group')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Show what would happen' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'What would happen' })).toBeFocused()
  await expect(rows(page, 'What would happen')).toHaveCount(3)
  await expect(page.getByText('You can take it back from everybody who hasn’t begun.')).toBeVisible()
  await expectNoViolations(page)
  // The choice is as it was.
  await page.getByRole('button', { name: 'Change the choice' }).click()
  await expect(status(page, 'Chosen: 1 person, 1 group')).toBeVisible()
  await page.getByRole('button', { name: 'Show what would happen' }).click()
  await page.getByRole('button', { name: 'Give it to 3 people' }).click()
  await expect(status(page, 'The course was given to 3 people.')).toBeVisible()

  await page.getByRole('link', { name: 'Ladders', exact: true }).click()
  await expect(rows(page, 'Who has the course')).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'Not begun 3' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export 3 rows as CSV' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toMatch(/^\ufeffPerson,State,Score,/)
  await expectNoViolations(page)
  await tick(page, 'Lena Lind').click()
  await tick(page, 'Mina Okafor').click()
  await page.getByRole('button', { name: 'Take away…' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Take “Ladders” away?' })
  await expect(dialog).toContainText('2 people lose it.')
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Take it away' }).click()
  await expect(status(page, 'The course was taken away from 2 people.')).toBeVisible()
  await expect(rows(page, 'Who has the course')).toHaveCount(1)
})

test('a change that somebody was quicker with is shown anew before it is done', async ({ page, browser, sitwell }) => {
  const world = await arrangeCourse(sitwell)
  await signInToOffice(page, world, '/courses')
  await openCourse(page)
  await page.getByRole('link', { name: 'Give the course' }).click()
  await tick(page, 'Lena Lind').click()
  await tick(page, 'Mina Okafor').click()
  await page.getByRole('button', { name: 'Show what would happen' }).click()
  await expect(rows(page, 'What would happen')).toHaveCount(2)

  const other = await (await browser.newContext()).newPage()
  await signInToOffice(other, world, '/courses')
  await openCourse(other)
  await giveTo(other, 'Lena Lind')
  // It is taken back where it was given.
  await other.getByRole('button', { name: 'Take it back…' }).click()
  await expect(other.getByRole('alertdialog')).toContainText('1 person loses it.')
  await other.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Give it to 2 people' }).click()
  await expect(spoken(page).filter({ hasText: 'Something has changed meanwhile.' })).toBeVisible()
  await expect(rows(page, 'What would happen').filter({ hasText: 'Lena Lind' })).toContainText('Has it already')
  await page.getByRole('button', { name: 'Give it to 1 person' }).click()
  await expect(status(page, 'The course was given to 1 person.')).toBeVisible()
  await other.context().close()
})

// OFFICE-411
test('progress is reset with a reason by the keyboard alone, and what was stays on record', async ({
  page,
  browser,
  sitwell,
}) => {
  const world = await arrangeCourse(sitwell)
  await signInToOffice(page, world, '/courses')
  await openCourse(page)
  await giveTo(page, 'Mina Okafor')
  const learner = await (await browser.newContext()).newPage()
  await completeFirst(learner, world, 'mina')
  await learner.context().close()

  await page.getByRole('link', { name: 'Ladders', exact: true }).click()
  const row = rows(page, 'Who has the course').filter({ hasText: 'Mina Okafor' })
  await expect(row).toContainText('In progress')
  // A course that somebody has begun is not taken away.
  await tick(page, 'Mina Okafor').click()
  await page.getByRole('button', { name: 'Take away…' }).click()
  const take = page.getByRole('alertdialog')
  await expect(take).toContainText('Mina Okafor: Has begun it: what happened is never deleted')
  await expect(take.getByRole('button', { name: 'Take it away' })).toBeDisabled()
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await expect(take).toHaveCount(0)

  await pressOn(page, page.getByRole('link', { name: 'Mina Okafor' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Mina Okafor' })).toBeFocused()
  await expect(page.getByRole('listitem').filter({ hasText: 'Standing' })).toContainText('Completed')
  await expect(page.getByText('0:05:00').first()).toBeVisible()
  await expectNoViolations(page)
  const open = page.getByRole('button', { name: 'Reset progress…' })
  await tabTo(page, open)
  await pressEnter(open)
  const dialog = page.getByRole('alertdialog', { name: 'Reset the progress of Mina Okafor?' })
  await expect(dialog).toContainText('What they have done becomes void.')
  await expectNoViolations(page)
  const reset = dialog.getByRole('button', { name: 'Reset' })
  await tabTo(page, reset)
  await pressEnter(reset)
  const reason = dialog.getByRole('textbox', { name: 'Reason' })
  await expect(reason).toBeFocused()
  await page.keyboard.type('The device was shared.')
  await tabTo(page, reset)
  await pressEnter(reset)
  await expect(status(page, 'The progress of Mina Okafor was reset.')).toBeVisible()
  await expect(page.getByText('Reason: The device was shared.')).toBeVisible()
  await expect(page.getByText(/^Reset on .* by Ada Owen$/)).toBeVisible()
  await expect(open).toHaveCount(0)
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'Open the page of Mina Okafor' }).click()
  await expect(page.getByText('Progress in a course reset: Ladders')).toBeVisible()
  await expect(page.getByText('Course given: Ladders')).toBeVisible()
})

test('whoever sees no people sees no names, and whoever only reads has no buttons', async ({ page, browser, sitwell }) => {
  const world = await arrangeCourse(sitwell)
  await signInToOffice(page, world, '/courses', 'author')
  await openCourse(page)
  await expect(page.getByText('Your role shows you no people', { exact: false })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Give the course' })).toHaveCount(0)
  await expectNoViolations(page)
  const auditor = await (await browser.newContext()).newPage()
  await signInToOffice(auditor, world, '/courses', 'auditor')
  await expect(auditor.getByRole('link', { name: 'Upload a course' })).toHaveCount(0)
  await openCourse(auditor)
  await expect(auditor.getByText('Nobody has this course yet.')).toBeVisible()
  await expect(auditor.getByRole('link', { name: 'Give the course' })).toHaveCount(0)
  await auditor.context().close()
})

test('no courses, no such course, and what can’t be loaded say so, and are read when asked again', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(officeOf([owner()]))
  await signInToOffice(page, world, '/courses')
  await expect(page.getByText('No courses yet.', { exact: false })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Upload a course' })).toHaveAttribute('href', '/office/library/upload')
  await expectNoViolations(page)
  for (const at of ['/courses/nowhere', '/courses/nowhere/give', '/courses/a%20b']) {
    await page.goto(`/office${at}`)
    await expect(spoken(page).filter({ hasText: 'This course is not here' })).toBeVisible()
  }
  await expectNoViolations(page)
  await page.goto('/office/courses/nowhere/people/1')
  await expect(spoken(page).filter({ hasText: 'This person was not given this course' })).toBeVisible()
  await page.route(/office\/api\/courses\?/, (route) => route.abort())
  await page.goto('/office/courses')
  await expect(spoken(page).filter({ hasText: 'The rows could not be loaded.' })).toBeVisible()
  await page.unroute(/office\/api\/courses\?/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No courses yet.', { exact: false })).toBeVisible()
  await page.route(/office\/api\/courses\/course\?/, (route) => route.abort())
  await page.goto('/office/courses/nowhere')
  await expect(spoken(page).filter({ hasText: 'The course could not be loaded.' })).toBeVisible()
  await expectNoViolations(page)
})

test.describe('in Arabic', () => {
  test.use({ locale: 'ar' })

  test('a course is found, given and shown on a phone, from right to left', async ({ page, sitwell }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const world = await arrangeCourse(sitwell)
    await page.goto(`/office/login?${world.urlToken}`)
    await page.locator('input[name=username]').fill('owner')
    await page.locator('input[name=password]').fill('owner')
    await pressEnter(page.locator('input[name=password]'))
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeFocused()
    await page.goto('/office/courses')
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.getByRole('link', { name: 'Ladders', exact: true })).toBeVisible()
    await noOverflow(page)
    await page.getByRole('searchbox', { name: 'البحث عن دورات' }).fill('ladd')
    await expect(page).toHaveURL(/search=ladd/)
    await openCourse(page)
    await page.getByRole('link', { name: 'منح الدورة' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /منح «.*Ladders.*»/ })).toBeFocused()
    await page.getByRole('searchbox', { name: 'البحث عن أشخاص' }).fill('سلمي')
    await expect(page.locator('tbody tr[data-key]')).toHaveCount(1)
    await page.locator('tbody').getByRole('checkbox').click()
    await noOverflow(page)
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'عرض ما سيحدث' }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'ما الذي سيحدث' })).toBeFocused()
    await noOverflow(page)
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'منحها لشخص واحد' }).click()
    await expect(status(page, 'مُنحت الدورة لشخص واحد.')).toBeVisible()
    await page.getByRole('link', { name: 'Ladders', exact: true }).click()
    await page.getByRole('link', { name: 'سلمى الخطيب' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'سلمى الخطيب' })).toBeFocused()
    await expect(page.getByText('لم تبدأ').first()).toBeVisible()
    await noOverflow(page)
    await expectNoViolations(page)
  })
})
