import type { Page } from '@playwright/test'
import {
  exam,
  expect,
  expectNoViolations,
  type OrganisationSpec,
  organisation,
  signIn,
  test,
} from '../../../../../../e2e/fixtures.ts'
import { holdClock } from '../../../../../../e2e/pass-time.ts'
import { resize } from '../../../../../../e2e/settled.ts'
import type { Sitwell } from '../../../../../../e2e/sitwell.ts'
import { checkPassword } from '../../../../../../packages/contract/src/calls.ts'

const locked = organisation({ exams: [exam({ name: 'Locked exam' })], schedules: [{ password: 'open sesame' }] })

/** Signs in and stands before the gate of the locked exam. */
const standBefore = async (page: Page, sitwell: Sitwell, fields: OrganisationSpec = {}) => {
  const world = await sitwell.arrange({ ...locked, ...fields })
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  const gate = page.getByRole('main')
  await expect(gate.getByLabel('Password')).toBeVisible()
  return { gate, field: gate.getByLabel('Password'), submit: gate.getByRole('button', { name: 'Submit' }), world }
}

// GATE-201 GATE-203 GATE-204 GATE-205 GATE-206 GATE-207 GATE-209 GATE-211 GATE-227
test('an exam with a password asks for it in a masked, required field that has the focus', async ({ page, sitwell }) => {
  const logo = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="90" height="36"/>'
  const { gate, field, submit } = await standBefore(page, sitwell, { organisation: { appBarLogo: logo } })
  await expect(page.getByRole('banner')).toContainText('Password')
  await expect(page.getByRole('banner').getByRole('img')).toBeVisible()
  await expect(gate.locator('svg[data-icon="lock"]')).toBeVisible()
  await expect(gate).toContainText('Enter the password that you were given for it.')
  await expect(field).toHaveAttribute('type', 'password')
  await expect(field).toHaveAttribute('aria-required', 'true')
  await expect(field).toBeFocused()
  await expect(submit).toBeDisabled()
  await expect(gate.getByRole('button', { name: 'Cancel' })).toBeEnabled()
  await expectNoViolations(page)
  await field.fill('x')
  await expect(submit).toBeEnabled()
  await field.fill('')
  await expect(submit).toBeDisabled()
})

// GATE-208 GATE-221 GATE-224 GATE-226 GATE-214 ERR-204
test('a wrong exam password clears the field, says why and has the field ready again', async ({ page, sitwell }) => {
  const { gate, field, submit } = await standBefore(page, sitwell)
  await field.fill('wrong')
  await submit.click()
  await expect(gate.getByText('Invalid password')).toBeVisible()
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()
  await expect(submit).toBeDisabled()
  await expectNoViolations(page)
  await field.fill('o')
  await expect(gate.getByText('Invalid password')).toBeHidden()
})

// GATE-214 GATE-229
test('the field has the focus again 100 ms after the reply, and not before', async ({ page, sitwell }) => {
  const { field, submit } = await standBefore(page, sitwell)
  await page.clock.install()
  await holdClock(page)
  await field.fill('wrong')
  await submit.click()
  await expect(page.getByText('Invalid password')).toBeVisible()
  await page.clock.runFor(99)
  await expect(field).not.toBeFocused()
  await page.clock.runFor(1)
  await expect(field).toBeFocused()
})

// GATE-220 GATE-226 START-103
test('the right exam password opens the exam', async ({ page, sitwell }) => {
  const { field } = await standBefore(page, sitwell)
  await field.fill('open sesame')
  await field.press('Enter')
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible()
})

// GATE-210 GATE-218
test('while the password is on its way there is a spinner and nothing can be changed', async ({ page, sitwell }) => {
  const { gate, field, submit } = await standBefore(page, sitwell)
  let go = () => {}
  const waits = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route(`**/${checkPassword.path}`, async (route) => {
    await waits
    await route.continue()
  })
  await field.fill('wrong')
  await submit.click()
  await expect(field).toBeDisabled()
  await expect(gate.locator('button [class*="spinner"]')).toBeVisible()
  await expect(gate.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  go()
  await expect(gate.getByText('Invalid password')).toBeVisible()
})

// GATE-223 ERR-205 GATE-215
test('a reply without a result shows the submission error', async ({ page, sitwell }) => {
  const { field, submit } = await standBefore(page, sitwell)
  await sitwell.changeReply(page, checkPassword, () => ({}))
  await field.fill('open sesame')
  await submit.click()
  const card = page.getByTestId('network-error')
  await card.getByRole('button', { name: 'Additional Information' }).click()
  await expect(card).toContainText('response has no result')
})

// GATE-212
test('Cancel leads to the list', async ({ page, sitwell }) => {
  const { gate } = await standBefore(page, sitwell)
  await gate.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/schedules$/)
})

// GATE-202
test('without a proctoring mode the learner may sign out at the gate', async ({ page, sitwell }) => {
  await standBefore(page, sitwell)
  await expect(page.getByRole('banner').getByRole('button', { name: /sign out|log off/i })).toBeVisible()
})

// GATE-202 GATE-213
test('with proctoring mode 1 the gate has neither Cancel nor a way to sign out', async ({ page, sitwell }) => {
  const { gate } = await standBefore(page, sitwell, { organisation: { proctoringMode: 1 } })
  await expect(gate.getByRole('button', { name: 'Cancel' })).toHaveCount(0)
  await expect(page.getByRole('banner').getByRole('button', { name: /sign out|log off/i })).toHaveCount(0)
})

// GATE-202
test('with proctoring mode 2 the gate has Cancel and no way to sign out', async ({ page, sitwell }) => {
  const { gate } = await standBefore(page, sitwell, { organisation: { proctoringMode: 2 } })
  await expect(gate.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: /sign out|log off/i })).toHaveCount(0)
})

// GATE-228
test('with a proctoring mode and proctoring type 1 no password is asked for', async ({ page, sitwell }) => {
  const world = await sitwell.arrange({ ...locked, organisation: { proctoringMode: 2, proctoringType: 1 } })
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible()
})

// GATE-230 GATE-231
test('the gate fades in over a second and is 600 px wide on a wide screen', async ({ page, sitwell }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await standBefore(page, sitwell)
  const gate = page.getByTestId('password-gate')
  await expect(gate).toHaveCSS('animation-duration', '1s')
  expect((await gate.boundingBox())?.width).toBe(600)
})

test('the gate fits a phone', async ({ page, sitwell }) => {
  await resize(page, { width: 390, height: 844 })
  await standBefore(page, sitwell)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectNoViolations(page)
})
