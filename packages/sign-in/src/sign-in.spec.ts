import type { Page } from '@playwright/test'
import { expect, expectNoViolations, openLoginPage, organisation, person, test } from '../../../e2e/fixtures.ts'
import { holdClock } from '../../../e2e/pass-time.ts'
import { autofillPolling } from './use-autofill.ts'

const username = (page: Page) => page.getByLabel('Username')
const password = (page: Page) => page.getByLabel('Password')
const submit = (page: Page) => page.locator('form button[type="submit"]')

// NAV-101 AUTH-106 AUTH-108 AUTH-147 START-102
test('the login page of an organisation has its logo, two fields, a hint, and a button that waits for both', async ({
  page,
  sitwell,
}) => {
  const logo = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  const world = await sitwell.arrange(organisation({ organisation: { name: 'Harbour Awards', logo } }))
  await page.goto(world.loginPath)
  await expect(page.getByRole('img', { name: 'Logo of Harbour Awards' })).toHaveAttribute('src', logo)
  await expect(page.getByText('Use the username and password that your centre gave you.')).toBeVisible()
  await expect(submit(page)).toBeDisabled()
  await username(page).fill('learner')
  await expect(submit(page)).toBeDisabled()
  await password(page).fill('x')
  await expect(submit(page)).toBeEnabled()
  await username(page).fill('')
  await expect(submit(page)).toBeDisabled()
})

// AUTH-112 AUTH-113 AUTH-148 ERR-104
test('a wrong password is told, cleared and asked for again', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  await page.goto(world.loginPath)
  await username(page).fill('learner')
  await password(page).fill('wrong')
  await submit(page).click()
  await expect(page.getByText('That username and password don’t match. Please try again.')).toBeVisible()
  await expect(password(page)).toHaveValue('')
  await expect(password(page)).toBeFocused()
  await expect(username(page)).toHaveValue('learner')
  await password(page).fill('l')
  await expect(page.getByText('That username and password don’t match.')).toBeHidden()
})

// AUTH-112 ERR-104
test('why the sign-in failed stays told when what the browser has filled in is found only then', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  await page.clock.install()
  await holdClock(page)
  await page.goto(world.loginPath)
  await username(page).fill('learner')
  await password(page).fill('wrong')
  await submit(page).click()
  await expect(page.getByText('don’t match')).toBeVisible()
  await page.clock.runFor(autofillPolling.everyMs * autofillPolling.tries)
  await expect(page.getByText('don’t match')).toBeVisible()
  await expect(password(page)).toHaveValue('')
})

// AUTH-149 ERR-105
test('a suspended account is told so instead', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation({ people: [person({ suspended: true })] }))
  await page.goto(world.loginPath)
  await username(page).fill('learner')
  await password(page).fill('learner')
  await submit(page).click()
  await expect(page.getByText('This account is suspended. Please contact your centre.')).toBeVisible()
  await expect(page.getByText('don’t match')).toBeHidden()
})

// AUTH-110 AUTH-111 AUTH-116 AUTH-119 ENT-101 ENT-102
test('while the sign-in is under way the form waits with a spinner, then the rubric opens', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  let letGo: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let sent = new URLSearchParams()
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), clientId: 'a-centre', clientSecret: 'of its own' } })
  })
  await page.route('**/security/token', async (route) => {
    sent = new URLSearchParams(route.request().postData() ?? '')
    await held
    await route.continue()
  })
  await page.goto(world.loginPath)
  await username(page).fill('learner')
  await password(page).fill('learner')
  await submit(page).click()
  await expect(username(page)).toBeDisabled()
  await expect(password(page)).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Logging in' }).getByTestId('pending')).toBeVisible()
  letGo()
  await expect(page).toHaveURL(/\/rubric$/)
  expect(Object.fromEntries(sent)).toMatchObject({ client_id: 'a-centre', client_secret: 'of its own' })
  expect(Object.fromEntries(sent)).toMatchObject({ username: 'learner', password: 'learner', orgId: String(world.orgId) })
  expect(sent.get('screenRes')).toMatch(/^\d+x\d+; \d+x\d+; [\d.]+$/)
  expect(sent.get('userAgent')).toContain('Chrome')
})

// AUTH-109 CONST-104
test('what the browser fills in by itself is found', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  // They are looked for during two seconds: a slow machine would fill them in too late.
  await page.clock.install()
  await holdClock(page)
  await openLoginPage(page, world)
  // As an autofill does: the values are there, and no event says so.
  await page.evaluate(() => {
    for (const name of ['username', 'password']) {
      const field = document.querySelector<HTMLInputElement>(`input[name="${name}"]`)
      const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
      if (field) setter?.call(field, 'learner')
    }
  })
  const hasLooked = async () => {
    await page.clock.runFor(autofillPolling.everyMs)
    return submit(page).isEnabled()
  }
  await expect.poll(hasLooked).toBe(true)
})

// AUTH-115 CONST-106
test('the card is 600 px wide where there is room, and fits a phone', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  await openLoginPage(page, world)
  expect((await page.getByTestId('sign-in').boundingBox())?.width).toBe(600)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test('on a phone on its side both fields and the button are in sight, also below a logo and once a password was wrong', async ({
  page,
  sitwell,
}) => {
  const logo = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  const world = await sitwell.arrange(organisation({ organisation: { name: 'Harbour Awards', logo } }))
  await page.setViewportSize({ width: 844, height: 390 })
  await openLoginPage(page, world)
  const seen = async () => {
    for (const control of [username(page), password(page), submit(page)]) await expect(control).toBeInViewport({ ratio: 1 })
  }
  await seen()
  await username(page).fill('learner')
  await password(page).fill('wrong')
  await submit(page).click()
  await expect(page.getByText('don’t match')).toBeInViewport({ ratio: 1 })
  await seen()
})

// AUTH-114 CONST-105
test('the card comes in over 1000 ms', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await openLoginPage(page, world)
  await expect(page.getByTestId('sign-in')).toHaveCSS('animation-duration', '1s')
})

// AUTH-102 AUTH-103
test('opening the login page ends the session of this tab', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  await page.goto(world.loginPath)
  await username(page).fill('learner')
  await password(page).fill('learner')
  await submit(page).click()
  await expect(page).toHaveURL(/\/rubric$/)
  await page.evaluate(() => {
    sessionStorage.setItem('sitwell.externalExam', '{"version":1,"value":{}}')
    sessionStorage.setItem('sitwell.externalSchedule', '{"version":1,"value":{}}')
  })
  await openLoginPage(page, world)
  expect(
    await page.evaluate(() =>
      ['user', 'tokens', 'externalExam', 'externalSchedule'].map((name) => sessionStorage.getItem(`sitwell.${name}`)),
    ),
  ).toEqual([null, null, null, null])
  await page.goto('/schedules')
  await expect(page).toHaveURL(new RegExp(`/login\\?${world.urlToken}$`))
})

// NAV-102 AUTH-104 AUTH-105
test('a login token in the address is kept, with where the learner came from', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  await page.goto(`/login/token-7?${world.urlToken}`, { referer: 'https://centre.example/start' })
  await username(page).waitFor()
  const stored = await page.evaluate(() => sessionStorage.getItem('sitwell.entry'))
  expect(JSON.parse(stored ?? '{}').value).toMatchObject({
    loginToken: 'token-7',
    referrer: expect.stringContaining('https://centre.example'),
  })
})

// AUTH-125
test('a server that can’t be reached is a network error, not a wrong password', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  await page.goto(world.loginPath)
  await username(page).fill('learner')
  await password(page).fill('learner')
  await sitwell.goOffline(page)
  await submit(page).click()
  await expect(page.getByRole('heading', { name: 'Network Error.' })).toBeVisible()
})

for (const theme of ['Default', 'White on Black']) {
  test(`the login page has no accessibility violation in ${theme}`, async ({ page, sitwell }) => {
    const world = await sitwell.arrange(organisation())
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(world.loginPath)
    await page.getByLabel('Colour theme').selectOption(theme)
    await username(page).fill('learner')
    await password(page).fill('wrong')
    await submit(page).click()
    await expect(page.getByText('don’t match')).toBeVisible()
    await expectNoViolations(page)
  })
}
