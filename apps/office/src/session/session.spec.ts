import type { Page } from '@playwright/test'
import { expect, expectNoViolations, signIn, test } from '../../../../e2e/fixtures.ts'
import { arriveInOffice, college, giveCredentials, password, pressEnter, spoken, username } from '../../../../e2e/office.ts'

const overPage = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' })
const askForCodes = async (page: Page) => {
  await pressEnter(page.getByRole('button', { name: 'Make new codes' }))
  await expect(password(page)).toBeFocused()
}
const codes = (page: Page) => page.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem')

test('a session that ends keeps the page: what was sent goes on once the same person has signed in again over it', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(college())
  await arriveInOffice(page, world, { at: '/my-recovery-codes' })
  await askForCodes(page)
  await password(page).fill('olwen')
  await sitwell.command(world, 'end-sessions', 'olwen')
  await pressEnter(password(page))

  await expect(overPage(page)).toBeVisible()
  const over = overPage(page).getByLabel('Password')
  await expect(overPage(page).getByRole('textbox', { name: 'Username' })).toHaveValue('olwen')
  await expect(over).toBeFocused()
  await expectNoViolations(page)
  await over.fill('wrong')
  await pressEnter(over)
  await expect(spoken(page)).toHaveText('That username and password don’t match. Please try again.')
  await over.fill('olwen')
  await pressEnter(over)
  await expect(codes(page)).toHaveCount(10)
  await expect(overPage(page)).toHaveCount(0)
})

test('another person who signs in over a page finds nothing of it', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(college())
  await arriveInOffice(page, world, { at: '/my-recovery-codes' })
  await askForCodes(page)
  await password(page).fill('olwen')
  await sitwell.command(world, 'end-sessions', 'olwen')
  await pressEnter(password(page))
  await overPage(page).getByRole('textbox', { name: 'Username' }).fill('kwame')
  await overPage(page).getByLabel('Password').fill('kwame')
  await pressEnter(overPage(page).getByLabel('Password'))
  await expect(page.getByRole('button', { name: 'Kwame Mensah', exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Today' })).toBeFocused()
  await expect(page).toHaveURL('/office/today')
  await expect(codes(page)).toHaveCount(0)
})

test('two tabs as two people: the earlier one says so, sends nothing in the wrong name, and reloads as the other only if told', async ({
  page,
  context,
  sitwell,
}) => {
  const world = await sitwell.arrange(college())
  await arriveInOffice(page, world, { at: '/my-recovery-codes' })
  await askForCodes(page)
  await password(page).fill('olwen')

  const other = await context.newPage()
  // A new tab finds the session of this browser by itself.
  await other.goto('/office/my-sign-ins')
  await expect(other.getByRole('button', { name: 'Olwen Price', exact: true })).toBeVisible()
  await other.goto(`/office${world.loginPath}`)
  await expect(other.getByRole('heading', { name: 'Today' })).toBeFocused()
  await pressEnter(other.getByRole('button', { name: 'Olwen Price', exact: true }))
  await pressEnter(other.getByRole('button', { name: 'Sign out' }))
  await giveCredentials(other, 'kwame')
  await expect(other.getByRole('button', { name: 'Kwame Mensah', exact: true })).toBeVisible()

  const told = page.getByRole('alertdialog', { name: 'Another person is signed in' })
  await expect(told).toContainText('Kwame Mensah has signed in to the office in another tab')
  await expectNoViolations(page)

  // Back as the same person, what was typed is there, and the other tab is told in turn.
  await pressEnter(told.getByRole('button', { name: 'Sign in again here' }))
  await overPage(page).getByLabel('Password').fill('olwen')
  await pressEnter(overPage(page).getByLabel('Password'))
  await expect(overPage(page)).toHaveCount(0)
  await expect(password(page)).toHaveValue('olwen')
  const toldOther = other.getByRole('alertdialog', { name: 'Another person is signed in' })
  await expect(toldOther).toContainText('Olwen Price')

  // A tab that is loaded again asks first, too: nobody works in another's name without having read it.
  await other.reload()
  await expect(other.getByText(/This tab showed somebody else’s office before/)).toBeVisible()
  await expectNoViolations(other)
  await pressEnter(other.getByRole('button', { name: 'Go on as Olwen Price' }))
  await expect(other.getByRole('button', { name: 'Olwen Price', exact: true })).toBeVisible()
  await other.close()
})

test('signed out in one tab, the others show the sign-in over their page at once', async ({ page, context, sitwell }) => {
  const world = await sitwell.arrange(college())
  await arriveInOffice(page, world)
  const other = await context.newPage()
  await other.goto('/office/my-recovery-codes')
  await expect(other.getByRole('heading', { name: 'Recovery codes' })).toBeFocused()
  await pressEnter(page.getByRole('button', { name: 'Olwen Price', exact: true }))
  await pressEnter(page.getByRole('button', { name: 'Sign out' }))
  await expect(page.getByText('You have signed out.')).toBeVisible()
  await expect(page).toHaveURL((url) => url.pathname === '/office/login')
  await expect(overPage(other)).toBeVisible()
  await other.close()
  // The cookie opens nothing any more.
  await page.goto('/office/my-sign-ins')
  await expect(username(page)).toBeVisible()
})

test('without the server nobody is told that they have signed out', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(college())
  await arriveInOffice(page, world)
  await page.route('**/office/api/sign-out', (route) => route.abort())
  await pressEnter(page.getByRole('button', { name: 'Olwen Price', exact: true }))
  await pressEnter(page.getByRole('button', { name: 'Sign out' }))
  const told = page.getByRole('alertdialog', { name: 'You are still signed in' })
  await expect(told).toBeVisible()
  await expectNoViolations(page)
  await page.unroute('**/office/api/sign-out')
  await pressEnter(told.getByRole('button', { name: 'Try again' }))
  await expect(page.getByText('You have signed out.')).toBeVisible()
})

test('a learner who is signed in to the player in the same browser stays so, whatever happens in the office', async ({
  page,
  context,
  sitwell,
}) => {
  const world = await sitwell.arrange(college())
  const learner = await context.newPage()
  await signIn(learner, world, { as: { username: 'learner', password: 'learner' } })
  await expect(learner.getByRole('heading', { level: 1 })).toBeVisible()
  const stored = () => learner.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
  const before = await stored()
  await arriveInOffice(page, world)
  await pressEnter(page.getByRole('button', { name: 'Olwen Price', exact: true }))
  await page.getByLabel('Colour theme').selectOption('Yellow on Black')
  await pressEnter(page.getByRole('button', { name: 'Sign out' }))
  await expect(page.getByText('You have signed out.')).toBeVisible()
  const ofOffice = await page.evaluate(
    () => Object.keys(localStorage).filter((key) => key.startsWith('sitwell-office/')).length,
  )
  expect(ofOffice).toBeGreaterThan(0)
  const without = (text: string) =>
    (JSON.parse(text) as [object, object]).map((part) =>
      Object.fromEntries(Object.entries(part).filter(([key]) => !key.startsWith('sitwell-office/'))),
    )
  expect(without(await stored())).toEqual(without(before))
  await learner.reload()
  await expect(learner).toHaveURL(/\/schedules$/)
  await expect(learner.getByRole('heading', { level: 1 })).toBeVisible()
  await learner.close()
})
