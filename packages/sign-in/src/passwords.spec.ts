import type { Page } from '@playwright/test'
import { forgotPassword, passwordReset, setPasswordTokenCheck } from '@sitwell/contract'
import { expect, organisation, person, test } from '../../../e2e/fixtures.ts'

const panel = (page: Page, state: string) => page.locator(`[data-testid="info-panel"][data-state="${state}"]`)
const inOrganisation = (email: string) =>
  organisation({
    organisation: { name: 'Harbour Awards', enableForgottenPassword: true },
    people: [person({ email, firstName: 'Mina', lastName: 'Okafor' })],
  })

// AUTH-107
test('the way to a new password is there only where the organisation opens it', async ({ page, sitwell }) => {
  const closed = await sitwell.arrange(organisation())
  await page.goto(closed.loginPath)
  await page.getByLabel('Password').waitFor()
  await expect(page.getByRole('button', { name: 'Forgotten your password?' })).toHaveCount(0)
  const open = await sitwell.arrange(inOrganisation('a@example.org'))
  await page.goto(open.loginPath)
  await expect(page.getByRole('button', { name: 'Forgotten your password?' })).toBeVisible()
})

// NAV-104 NAV-105 PASS-101 PASS-102 PASS-103 PASS-104 PASS-105 PASS-106 PASS-107 PASS-108 PASS-109 PASS-110 PASS-111 PASS-112 PASS-113 PASS-114 PASS-116 PASS-117 PASS-119 ERR-107 ERR-108 ERR-109 AUTH-127 API-103 API-104 API-105 ENT-116 ENT-117 ENT-118
test('a forgotten password: asked for, mailed, set anew and signed in with, by keyboard alone', async ({ page, sitwell }) => {
  const email = 'forgetful@example.org'
  const world = await sitwell.arrange(inOrganisation(email))
  await page.goto(world.loginPath)
  await page.getByRole('button', { name: 'Forgotten your password?' }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`/forgot\\?${world.urlToken}$`))
  await expect(panel(page, 'info')).toBeVisible()
  const loginId = page.getByLabel('Login ID')
  const send = page.getByRole('button', { name: 'Send me a link' })
  await expect(loginId).toBeFocused()
  await expect(send).toBeDisabled()
  const asked = page.waitForRequest((request) => request.url().endsWith(`/${forgotPassword.path}`))
  await page.keyboard.type('learner')
  await page.keyboard.press('Enter')
  expect((await asked).postDataJSON()).toEqual({ logonID: 'learner', orgID: world.orgId })
  await expect(panel(page, 'success')).toContainText('a link is on its way')
  const back = page.getByRole('button', { name: 'Return to log in' })
  await expect(back).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/login\\?${world.urlToken}$`))

  await expect.poll(() => sitwell.mailsTo(email)).toHaveLength(1)
  const [mail] = await sitwell.mailsTo(email)
  const link = mail?.path ?? ''
  expect(link).toMatch(new RegExp(`^/reset/[^/?]+\\?${world.urlToken}$`))
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'Reset password' })).toBeVisible()
  await expect(panel(page, 'info')).toContainText('Mina Okafor')
  await expect(page.getByLabel('Username')).toHaveValue('learner')
  await expect(page.getByLabel('Username')).not.toBeEditable()
  const [first, second] = [page.getByLabel('New password', { exact: true }), page.getByLabel('Retype new password')]
  const submit = page.getByRole('button', { name: 'Reset password' })
  await expect(first).toBeFocused()
  await page.keyboard.type('a long new one')
  await expect(submit).toBeDisabled()
  await page.keyboard.press('Tab')
  await page.keyboard.type('another one')
  await page.keyboard.press('Enter')
  await expect(panel(page, 'failed')).toContainText('The two passwords don’t match.')
  await expect(first).toBeFocused()

  await page.keyboard.type('abc')
  await page.keyboard.press('Tab')
  await page.keyboard.type('abc')
  await page.keyboard.press('Enter')
  await expect(panel(page, 'failed')).toContainText('This password can’t be used.')
  await expect(first).toBeFocused()

  await expect(first).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show passwords' }).press('Space')
  await expect(first).toHaveAttribute('type', 'text')
  await expect(second).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide passwords' }).press('Space')
  await expect(second).toHaveAttribute('type', 'password')
  await first.focus()
  await page.keyboard.type('a long new one')
  await page.keyboard.press('Tab')
  await page.keyboard.type('a long new one')
  await page.keyboard.press('Enter')
  // Straight on, with the new credentials.
  await expect(page).toHaveURL(/\/rubric$/)

  await page.goto(world.loginPath)
  await page.getByLabel('Username').fill('learner')
  await page.getByLabel('Password').fill('learner')
  await page.keyboard.press('Enter')
  await expect(page.getByText('don’t match')).toBeVisible()
  await page.getByLabel('Password').fill('a long new one')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/rubric$/)

  // The link was for once.
  await page.goto(link)
  await expect(panel(page, 'failed')).toContainText('This link no longer works')
  await expect(panel(page, 'failed')).toContainText('we will send you a new one')
  await expect(page.getByLabel('Username')).toBeFocused()
})

// PASS-117 PASS-118 ERR-109 PASS-105
test('each result of asking for a link has words of its own, and the field the focus', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(inOrganisation('b@example.org'))
  let resultCode = 1
  await page.route(`**/${forgotPassword.path}`, (route) => route.fulfill({ json: { resultCode } }))
  await page.goto(`/forgot?${world.urlToken}`)
  for (const [code, words] of [
    [1, 'We have no e-mail address for this account.'],
    [2, 'We don’t know this login ID.'],
    [3, 'This page can’t send a link any more.'],
    [9, 'The link could not be sent.'],
  ] as const) {
    resultCode = code
    await page.getByLabel('Login ID').fill('learner')
    await page.keyboard.press('Enter')
    await expect(panel(page, 'failed')).toContainText(words)
    await expect(page.getByLabel('Login ID')).toBeFocused()
    await page.getByLabel('Login ID').fill('learner2')
    await expect(panel(page, 'info')).toBeVisible()
  }
  await page.unroute(`**/${forgotPassword.path}`)
  await sitwell.goOffline(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Network Error.' })).toBeVisible()
})

// NAV-103 PASS-102 PASS-109 PASS-115 ERR-110 AUTH-126 AUTH-133
test('a new account sets its password; what fails on the way says what to do', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(inOrganisation('c@example.org'))
  const link = `/user/some-token?${world.urlToken}`
  const holder = { userFirstName: 'Mina', userLastName: 'Okafor', logonID: 'learner' }
  let check: object = { resultCode: 2, ...holder }
  await page.route(`**/${setPasswordTokenCheck.path.replace(':token', '*')}`, (route) => route.fulfill({ json: check }))
  let answer = { status: 400, json: { error: { code: 'INVALID_REQUEST', message: 'no' } } as object }
  await page.route(`**/${passwordReset.path}`, (route) => route.fulfill(answer))
  await page.goto(link)
  const submit = page.getByRole('button', { name: 'Set password' })
  await expect(page.getByRole('heading', { level: 1, name: 'Set password' })).toBeVisible()
  const fill = async () => {
    await page.getByLabel('New password', { exact: true }).fill('a long new one')
    await page.getByLabel('Retype new password').fill('a long new one')
    await submit.click()
  }
  await fill()
  await expect(panel(page, 'failed')).toContainText('Your password could not be set.')

  // It is set, and still the sign-in with it fails: the login form, which says what has happened.
  answer = { status: 200, json: { resultCode: 0 } }
  await fill()
  await expect(panel(page, 'success')).toContainText('Your new password is set. Please log in with it.')
  await expect(page.getByLabel('Username')).toBeVisible()

  for (const invalid of [{ resultCode: 3, ...holder }, {}]) {
    check = invalid
    await page.goto(link)
    await expect(panel(page, 'failed')).toContainText('This link no longer works')
    await expect(page.getByLabel('Password')).toBeVisible()
  }
})

// PASS-114 ERR-108
test('what a password needs is told before one is chosen, and afterwards what exactly was wrong; a link that was used says so', async ({
  page,
  sitwell,
}) => {
  const email = 'chooser@example.org'
  const passwordPolicy = { minCharacters: 10, needsDigit: true }
  const world = await sitwell.arrange(
    organisation({
      organisation: { name: 'Harbour Awards', enableForgottenPassword: true, passwordPolicy },
      people: [person({ email })],
    }),
  )
  await sitwell.command(world, 'invite', 'learner')
  const link = (await sitwell.mailsTo(email))[0]?.path ?? ''
  await page.goto(link)
  await expect(page.getByText('at least 10 characters')).toBeVisible()
  await expect(page.getByText('a digit', { exact: true })).toBeVisible()
  await expect(page.getByText('capital and small letters')).toHaveCount(0)
  const type = async (password: string) => {
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByLabel('Retype new password').fill(password)
    await page.keyboard.press('Enter')
  }
  await type('a long one without any')
  await expect(panel(page, 'failed')).toContainText('It needs a digit.')
  await expect(panel(page, 'failed')).not.toContainText('at least')
  // Used meanwhile, on another device.
  const token = decodeURIComponent(/^\/user\/([^?]+)/.exec(link)?.[1] ?? '')
  const elsewhere = await page.request.post(`/${passwordReset.path}`, { data: { token, password: 'a long one with 1' } })
  expect(await elsewhere.json()).toEqual({ resultCode: 0 })
  await type('a long one with 2')
  await expect(panel(page, 'failed')).toContainText('This link has been used already')
})

test('where an organisation sends no links, its page for a forgotten password says so and asks for nothing', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation())
  await page.goto(`/forgot?${world.urlToken}`)
  await expect(panel(page, 'failed')).toContainText('sends no links')
  await expect(page.getByLabel('Login ID')).toHaveCount(0)
  await page.getByRole('button', { name: 'Return to log in' }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`/login\\?${world.urlToken}$`))
})
