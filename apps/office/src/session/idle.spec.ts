import { expect, expectNoViolations, test } from '../../../../e2e/fixtures.ts'
import { arriveInOffice, college, password, pressEnter } from '../../../../e2e/office.ts'

test.use({ hasOwnClock: true })

test('once the idle limit is over the sign-in lies over the page by itself, and what was typed is there afterwards', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(college())
  await page.clock.install()
  await arriveInOffice(page, world, { at: '/my-recovery-codes' })
  await pressEnter(page.getByRole('button', { name: 'Make new codes' }))
  await password(page).fill('half a passw')
  await sitwell.passTime(59 * 60)
  await page.clock.runFor(59 * 60_000)
  const over = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(over).toHaveCount(0)
  await sitwell.passTime(2 * 60)
  await page.clock.runFor(2 * 60_000)
  await expect(over).toBeVisible()
  await expectNoViolations(page)
  await over.getByLabel('Password').fill('olwen')
  await pressEnter(over.getByLabel('Password'))
  await expect(over).toHaveCount(0)
  await expect(password(page)).toHaveValue('half a passw')
})
