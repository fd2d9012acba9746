import type { Page } from '@playwright/test'
import { writeCheckedPackage } from './checked-answers.ts'
import { enterExam, expect, expectNoViolations, organisation, person, test } from './fixtures.ts'
import { heading, next } from './grid-forms.ts'
import { pressOn } from './keyboard.ts'
import type { Sitwell } from './sitwell.ts'

const told = (page: Page) => page.getByRole('status').filter({ hasText: 'After attempt' })
const check = (page: Page) => page.getByRole('button', { name: 'Check answer' })
const hint = (page: Page) => page.getByRole('button', { name: 'Show a hint' })
const choose = (page: Page, name: string) => page.getByRole('radio', { name }).check({ force: true })

const openIt = async (page: Page, sitwell: Sitwell) => {
  const { path, remove } = await writeCheckedPackage()
  const people = [person()]
  const world = await sitwell.arrange(
    organisation({ exams: [], packages: [path], people, schedules: people.map(({ username }) => ({ username })) }),
  )
  await remove()
  await enterExam(page, world)
}

test('a learner asks for a hint, has an answer checked, tries again, and closes the question with the right one; a reload shows the same', async ({
  page,
  sitwell,
}) => {
  await openIt(page, sitwell)
  await hint(page).click()
  await expect(told(page)).toContainText('It swims.')
  await choose(page, 'Badger')
  await check(page).click()
  await expect(told(page)).toContainText('Not that one.')
  await expect(told(page)).not.toContainText('It swims.')
  await expectNoViolations(page)
  await page.reload()
  await expect(told(page)).toContainText('Not that one.')
  await choose(page, 'Otter')
  await check(page).click()
  await expect(told(page)).toContainText('An otter.')
  await expect(told(page)).toBeFocused()
  await expect(check(page)).toHaveCount(0)
  await expect(page.getByRole('radio', { name: 'Otter' })).toBeDisabled()
  await expectNoViolations(page)
  await page.reload()
  await expect(told(page)).toContainText('An otter.')
  await expect(page.getByRole('radio', { name: 'Badger' })).toBeDisabled()
  await expect(page.getByRole('radio', { name: 'Otter' })).toBeChecked()
  // The other question is open still, and the way back shows this one closed.
  await next(page)
  await expect(heading(page, 2)).toBeFocused()
  await expect(page.getByRole('radio', { name: 'Heron' })).toBeEnabled()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(told(page)).toContainText('An otter.')
})

test('a question that may be tried twice says how often, by the keyboard alone, and takes no third try', async ({
  page,
  sitwell,
}) => {
  await openIt(page, sitwell)
  await next(page)
  await expect(page.getByText('2 attempts left')).toBeVisible()
  await pressOn(page, check(page))
  await expect(page.getByText('Give an answer first, then have it checked.')).toBeVisible()
  await pressOn(page, page.getByRole('radio', { name: 'Heron' }), 'Space')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Bat' })).toBeChecked()
  await pressOn(page, check(page))
  await expect(told(page)).toContainText('No.')
  await expect(check(page)).toBeFocused()
  await expect(page.getByText('1 attempt left')).toBeVisible()
  await pressOn(page, page.getByRole('radio', { name: 'Bat' }), 'ArrowDown')
  await expect(page.getByRole('radio', { name: 'Moth' })).toBeChecked()
  await pressOn(page, check(page), 'Space')
  await expect(told(page)).toContainText('This question is closed')
  await expect(told(page)).toBeFocused()
  await expect(page.getByRole('radio', { name: 'Heron' })).toBeDisabled()
})

test('without a network the button says that checking needs one, and the answer that was given meanwhile is checked afterwards', async ({
  page,
  sitwell,
}) => {
  await openIt(page, sitwell)
  await next(page)
  await choose(page, 'Bat')
  await page.context().setOffline(true)
  await check(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'needs a connection' })).toBeVisible()
  await choose(page, 'Heron')
  await expect(page.getByRole('radio', { name: 'Heron' })).toBeChecked()
  await page.context().setOffline(false)
  await expect(page.getByTestId('saved-state')).toHaveText('Saved')
  await check(page).click()
  await expect(told(page)).toContainText('Yes, a heron.')
  await expect(page.getByText('1 attempt left')).toBeVisible()
})

test('a reply that is lost, and a double click, count as one attempt', async ({ page, sitwell }) => {
  await openIt(page, sitwell)
  await next(page)
  await choose(page, 'Bat')
  await page.route(/assessment\/attempt$/, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await check(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'needs a connection' })).toBeVisible()
  await page.unroute(/assessment\/attempt$/)
  await check(page).dblclick()
  await expect(told(page)).toContainText('No.')
  await expect(page.getByText('1 attempt left')).toBeVisible()
})
