import { expect, expectNoViolations, organisation, person, signIn, test } from '../../../../e2e/fixtures.ts'

const spec = organisation({
  people: [
    person({ username: 'chief', admin: true }),
    person({ username: 'lee', firstName: 'Ann', lastName: 'Lee' }),
    person({ username: 'gone', firstName: 'Anton', lastName: 'Gone', suspended: true }),
    person({ username: 'two', firstName: 'Annabel', lastName: 'Two', mfaRequired: true }),
  ],
})

// AUTH-158
test('an administrator looks for a learner and goes on as them, without rights of their own', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(spec)
  // The administrator is the first of them.
  await signIn(page, world)
  await page.getByRole('banner').getByRole('button', { name: 'Sign in as a learner' }).click()
  await expect(page.getByText('3 people')).toBeVisible()
  const field = page.getByLabel('Name or username')
  await field.focus()
  await page.keyboard.type('zoe')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nobody’s name or username has “zoe”.')).toBeVisible()
  await field.fill('ann')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listitem')).toHaveCount(2)
  await expectNoViolations(page)

  const closed = page.waitForResponse('**/Session/logout?*')
  await page.getByRole('button', { name: 'Sign in as Annabel Two (two)' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^Annabel Two signs in with a code of their own/)
  // Nothing half open stays behind.
  expect((await closed).ok()).toBe(true)

  await field.fill('anton')
  await page.keyboard.press('Enter')
  const suspended = page.getByRole('listitem').filter({ hasText: 'Anton Gone' })
  await expect(suspended).toContainText('Suspended')
  await expect(suspended.getByRole('button')).toHaveCount(0)

  await field.fill('lee')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Sign in as Ann Lee (lee)' }).click()
  await expectNoViolations(page)
  await page.getByRole('alertdialog', { name: 'Sign in as Ann Lee?' }).getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/rubric$/)
  await expect(page.getByRole('banner')).toContainText('Ann Lee')
  await page.goto('/people')
  // A learner hasn't this page: they are led to what stands before their schedule.
  await expect(page).toHaveURL(/\/rubric\?back=%2Fschedules$/)
  await expect(page.getByLabel('Name or username')).toHaveCount(0)
})
