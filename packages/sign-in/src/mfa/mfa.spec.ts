import type { Page } from '@playwright/test'
import { mfaQrCode, mfaReset, mfaSendEmail, mfaVerify } from '@sitwell/contract'
import { generateSync } from 'otplib'
import { expect, organisation, person, test, type World } from '../../../../e2e/fixtures.ts'
import { scanQrCode } from '../../../../e2e/scan.ts'

const withSecondStep = (email: string, settings: Record<string, string> = {}) =>
  organisation({
    settings,
    people: [person({ email, mfaRequired: true }), person({ username: 'second', email: `second-${email}`, mfaRequired: true })],
  })

/** Gives the credentials and nothing more. */
const giveCredentials = async (page: Page, world: World, username = 'learner') => {
  await page.goto(world.loginPath)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(username)
  await page.keyboard.press('Enter')
}
const code = (page: Page) => page.getByLabel('Code', { exact: true })
const problem = (page: Page) => page.locator('[data-testid="info-panel"][data-state="failed"]')
const latestCode = async (mails: () => Promise<{ code: string | undefined }[]>, count: number) => {
  await expect.poll(async () => (await mails()).length).toBe(count)
  return (await mails()).at(-1)?.code ?? ''
}
/** The code that the app shows `steps` half minutes from now: the server takes each step once, and the next one early. */
const appCode = (secret: string, steps = 0) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 })

// MFA-101 MFA-102 MFA-103 MFA-104 MFA-107 MFA-109 MFA-111 MFA-112 MFA-113 MFA-115 MFA-116 MFA-117 MFA-122 MFA-125 MFA-128 MFA-129 ERR-114 API-111 API-112 ENT-119
test('an app is set up by scanning, asked for at the next sign-in, and not asked on a device that is remembered', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(withSecondStep('app@example.org'))
  await giveCredentials(page, world)
  await expect(page.getByRole('heading', { level: 1, name: 'Protect your account' })).toBeFocused()
  await expect(page.getByRole('tab')).toHaveCount(0)
  await expect(page.getByTestId('qr')).toHaveAttribute('data-drawn', 'true')
  const scanned = new URL((await scanQrCode(page.getByTestId('qr'))) ?? '')
  expect(scanned.protocol).toBe('otpauth:')
  const secret = scanned.searchParams.get('secret') ?? ''
  await expect(page.getByText(secret.replaceAll(/(.{4})(?=.)/g, '$1 '))).toBeVisible()

  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()
  await expect(code(page)).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(code(page)).toHaveAttribute('inputmode', 'numeric')
  await code(page).fill('letters')
  await page.keyboard.press('Enter')
  await expect(page.getByText('That code isn’t right.')).toBeVisible()
  await expect(code(page)).toBeFocused()
  await expect(code(page)).toHaveValue('')
  const right = appCode(secret)
  // Pasted, as it is in the app.
  const asked = page.waitForRequest((request) => request.url().includes(mfaVerify.path))
  await code(page).fill(`${right.slice(0, 3)} ${right.slice(3)}`)
  await page.keyboard.press('Enter')
  expect((await asked).postDataJSON()).toMatchObject({ mfaOption: 3 })
  expect((await asked).url()).not.toContain('?')
  await expect(page).toHaveURL(/\/rubric$/)

  await giveCredentials(page, world)
  await expect(page.getByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible()
  await expect(code(page)).toBeFocused()
  await expect(page.getByTestId('qr')).toHaveCount(0)
  await page.getByText('Don’t ask again on this device for 28 days').click()
  await code(page).fill(appCode(secret, 1))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/rubric$/)
  const stored = await page.evaluate(() =>
    Object.entries(localStorage).flatMap(([key, value]) => (key.startsWith('sitwell.mfa.') ? [[key, value]] : [])),
  )
  expect(stored.map(([key]) => key)).toEqual([`sitwell.mfa.${world.orgId}.learner`])
  const nowMs = await page.evaluate(() => Date.now())
  const days = (JSON.parse(stored[0]?.[1] ?? '{}').value.expiresAtMs - nowMs) / 86_400_000
  expect(Math.round(days)).toBe(28)

  await giveCredentials(page, world)
  await expect(page).toHaveURL(/\/rubric$/)
  // Somebody else at the same computer is asked.
  await giveCredentials(page, world, 'second')
  await expect(page.getByRole('heading', { level: 1, name: 'Protect your account' })).toBeVisible()
})

// MFA-106 MFA-110 MFA-119 MFA-123 MFA-126 MFA-127 MFA-114 MFA-105 API-113 API-114 ENT-120
test('several providers are tabs; a code by e-mail signs in; a reset is proven by another, and leads back to the setup', async ({
  page,
  sitwell,
}) => {
  const email = 'tabs@example.org'
  const mails = () => sitwell.mailsTo(email)
  const world = await sitwell.arrange(withSecondStep(email, { 'MFA Providers': 'App, EMAIL,fax', MfaRememberMeDays: '0' }))
  await giveCredentials(page, world)
  await expect(page.getByRole('tab')).toHaveText(['App', 'E-mail'])
  await page.getByRole('tab', { name: 'App' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'E-mail' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('We will send a code to \u2068t•••@example.org\u2069.')).toBeVisible()
  await expect(page.getByText('Don’t ask again')).toHaveCount(0)
  expect(await mails()).toEqual([])
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await code(page).fill(await latestCode(mails, 1))
  await expect(page.getByText('Don’t ask again')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/rubric$/)

  // From now on it is mailed at once.
  await giveCredentials(page, world)
  await expect(page.getByText('We have sent a code to')).toBeVisible()
  await expect(page.getByRole('tab')).toHaveCount(0)
  await latestCode(mails, 2)
  await page.getByRole('button', { name: 'Reset Authentication' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Reset Authentication' })
  await dialog.getByRole('button', { name: 'Go back' }).click()
  await expect(dialog).toBeHidden()
  await expect(code(page)).toBeVisible()
  await page.getByRole('button', { name: 'Reset Authentication' }).click()
  await dialog.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(page.getByText('we have sent a code to your e-mail address')).toBeVisible()
  const proof = await latestCode(mails, 3)
  await code(page).fill(proof === '000000' ? '000001' : '000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('That code isn’t right.')).toBeVisible()
  await code(page).fill(proof)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Protect your account' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'App' })).toHaveAttribute('aria-selected', 'true')
})

// MFA-118 ERR-111 ERR-112 ERR-113 ERR-115
test('what fails in the second step is told by its own words, and can be tried again', async ({ page, sitwell }) => {
  const email = 'trouble@example.org'
  const world = await sitwell.arrange(withSecondStep(email, { 'MFA Providers': 'app,email' }))
  const failing = { status: 403, json: { error: { code: 'NOT_ALLOWED', message: 'no' } } }
  const fail = (path: string) => page.route(`**/${path}*`, (route) => route.fulfill(failing))
  await fail(mfaQrCode.path)
  await giveCredentials(page, world)
  await expect(problem(page)).toHaveText('There was a problem getting the code to scan. Please try again.')
  await page.unroute(`**/${mfaQrCode.path}*`)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByTestId('qr')).toHaveAttribute('data-drawn', 'true')
  await expect(problem(page)).toHaveCount(0)

  await fail(mfaVerify.path)
  await code(page).fill('123456')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The code could not be checked.')).toBeVisible()
  await expect(code(page)).toHaveValue('123456')
  await page.unroute(`**/${mfaVerify.path}*`)

  await page.getByRole('tab', { name: 'E-mail' }).click()
  const notSent = { json: { email: false } }
  await page.route(`**/${mfaSendEmail.path}?**`, (route) => route.fulfill(notSent))
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(problem(page)).toContainText('There was a problem sending the e-mail.')
  await page.unroute(`**/${mfaSendEmail.path}?**`)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await code(page).fill(await latestCode(() => sitwell.mailsTo(email), 1))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/rubric$/)

  await fail(mfaReset.path)
  await giveCredentials(page, world)
  await page.getByRole('button', { name: 'Reset Authentication' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(problem(page)).toHaveText('There was a problem resetting your authentication')
  await expect(code(page)).toBeVisible()
})
