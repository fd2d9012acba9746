import { changePassword } from '@sitwell/contract'
import { expect, expectNoViolations, organisation, signIn, test } from '../../../e2e/fixtures.ts'

const fresh = 'plum tree in rain'

test('a learner changes their own password by the present one, with the keyboard alone, and logs in with the new one', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation())
  const [{ username, password }] = world.people
  await signIn(page, world)
  await page.getByRole('banner').getByRole('button', { name: 'Your sign-ins' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Your sign-ins' })).toBeVisible()
  // Whoever goes by keys has moved on before the next press.
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Change your password' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Change your password' })).toBeVisible()
  const present = page.getByLabel('Present password')
  await expect(present).toBeFocused()
  await expect(page.getByText('at least 8 characters')).toBeVisible()
  await expectNoViolations(page)
  const panel = page.getByTestId('info-panel')
  const fill = async (current: string, wanted: string, again = wanted) => {
    await present.focus()
    for (const [index, value] of [current, wanted, again].entries()) {
      if (index > 0) await page.keyboard.press('Tab')
      await page.keyboard.press('Control+a')
      await page.keyboard.type(value)
    }
    await page.keyboard.press('Enter')
  }

  await fill('not mine', fresh)
  await expect(panel).toHaveText('That is not the password that you use now. Please type it again.')
  await expect(present).toBeFocused()
  await expect(present).toHaveValue('')
  // What was right stays typed.
  await expect(page.getByLabel('New password', { exact: true })).toHaveValue(fresh)
  await fill(password, fresh, 'plum tree')
  await expect(panel).toHaveText('The two passwords don’t match. Please type both again.')
  await expect(page.getByLabel('New password', { exact: true })).toBeFocused()
  await fill(password, `${username}${username}`)
  await expect(panel).toContainText('Your username is in it.')
  await expectNoViolations(page)

  await fill(password, fresh)
  await expect(panel).toHaveText('Your new password is set. Use it from now on.')
  await expect(present).toHaveCount(0)
  await expectNoViolations(page)
  // Whoever changed it continues.
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Your sign-ins' }).press('Enter')
  await expect(page.getByRole('region', { name: 'Signed in now' })).toBeVisible()
  await signIn(page, { ...world, people: [{ ...world.people[0], password: fresh }] })
  await expect(page.getByRole('heading', { name: 'Assessments', exact: true })).toBeVisible()
})

test('a password that could not be changed for want of a network says so, keeps what was typed, and is changed after all', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation())
  await signIn(page, world, { at: '/password' })
  const call = (url: URL) => url.pathname.endsWith(changePassword.path)
  await page.route(call, (route) => route.abort())
  await page.getByLabel('Present password').fill(world.people[0].password)
  await page.getByLabel('New password', { exact: true }).fill(fresh)
  await page.getByLabel('Retype new password').fill(fresh)
  await page.getByRole('button', { name: 'Change your password' }).press('Enter')
  const panel = page.getByTestId('info-panel')
  await expect(panel).toHaveText('Your password could not be changed. Please try again.')
  await page.unroute(call)
  await page.getByRole('button', { name: 'Change your password' }).press('Enter')
  await expect(panel).toHaveText('Your new password is set. Use it from now on.')
})
