import type { Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { expect, expectNoViolations, organisation, person, test } from '../../../../e2e/fixtures.ts'
import { college, giveCredentials, openSignIn, password, pressEnter, spoken, username } from '../../../../e2e/office.ts'

/** The code that the app shows `steps` half minutes from now: the server takes each step once, and the next one early. */
const appCode = (secret: string, steps = 0) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 })
const code = (page: Page) => page.getByLabel('Code', { exact: true })
const shownCodes = (page: Page) => page.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem')
const home = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })
const ownMenu = (page: Page) => page.getByRole('button', { name: 'Olwen Price', exact: true })

const signOut = async (page: Page) => {
  await pressEnter(ownMenu(page))
  await pressEnter(page.getByRole('button', { name: 'Sign out' }))
  await expect(page.getByText('You have signed out.')).toBeVisible()
}

test('the second step is set up with an app, recovery codes are shown once, and each of them opens the office once', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(college({ secondStep: 'on' }))
  await openSignIn(page, world)
  await giveCredentials(page, 'olwen')
  await expect(page.getByRole('heading', { name: 'Protect your account' })).toBeFocused()
  await expectNoViolations(page)
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await code(page).fill('000000')
  await pressEnter(code(page))
  await expect(spoken(page)).toHaveText('That code isn’t right. Please type the newest one.')
  await expect(code(page)).toBeFocused()
  await code(page).fill(appCode(secret))
  await pressEnter(code(page))

  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  await expectNoViolations(page)
  await expect(shownCodes(page)).toHaveCount(10)
  const [first = ''] = await shownCodes(page).allTextContents()
  const goOn = page.getByRole('button', { name: 'Continue' })
  await expect(goOn).toBeDisabled()
  await page.getByRole('checkbox', { name: 'I have stored these codes' }).press('Space')
  await pressEnter(goOn)
  await expect(home(page)).toBeFocused()

  // Loaded again, somebody is still signed in, and the codes are gone.
  await page.reload()
  await expect(home(page)).toBeFocused()
  await expect(shownCodes(page)).toHaveCount(0)

  await signOut(page)
  await giveCredentials(page, 'olwen')
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  await expect(code(page)).toBeFocused()
  await pressEnter(page.getByRole('button', { name: 'Use a recovery code' }))
  const field = page.getByRole('textbox', { name: 'Recovery code' })
  await expect(field).toBeFocused()
  await expectNoViolations(page)
  // As somebody types it from paper.
  await field.fill(first.toLowerCase().replaceAll('-', ' '))
  await pressEnter(field)
  await expect(home(page)).toBeFocused()

  await signOut(page)
  await giveCredentials(page, 'olwen')
  await pressEnter(page.getByRole('button', { name: 'Use a recovery code' }))
  await field.fill(first)
  await pressEnter(field)
  await expect(spoken(page)).toHaveText('That recovery code isn’t right, or was used before.')
  await expect(field).toBeFocused()
  await pressEnter(page.getByRole('button', { name: 'Go back' }))
  await code(page).fill(appCode(secret, 1))
  await pressEnter(code(page))
  await expect(home(page)).toBeFocused()
})

test('a code comes by e-mail, to an address that its owner knows again', async ({ page, sitwell }) => {
  const email = 'orla@mail.example'
  const world = await sitwell.arrange(
    organisation({
      settings: { 'MFA Providers': 'email' },
      people: [person({ username: 'olwen', firstName: 'Olwen', lastName: 'Price', roles: ['owner'], email })],
      schedules: [],
    }),
  )
  await openSignIn(page, world)
  await giveCredentials(page, 'olwen')
  await expect(page.getByText(/^We will send a code to .o•••@mail\.example.\.$/)).toBeVisible()
  await pressEnter(page.getByRole('button', { name: 'Send me a code' }))
  await expect(page.getByText(/^We have sent a code/)).toBeVisible()
  await expect.poll(async () => (await sitwell.mailsTo(email)).length).toBe(1)
  const [mail] = await sitwell.mailsTo(email)
  await code(page).fill(mail?.code ?? '')
  await pressEnter(code(page))
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
})

test('what is wrong with a sign-in is spoken, and only staff get in', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(college())
  await openSignIn(page, world)
  await expect(username(page)).toBeFocused()
  await expectNoViolations(page)
  await username(page).fill('olwen')
  await password(page).fill('wrong')
  await pressEnter(password(page))
  await expect(spoken(page)).toHaveText('That username and password don’t match. Please try again.')
  await expect(password(page)).toBeFocused()
  await expect(password(page)).toHaveValue('')
  await expectNoViolations(page)

  await giveCredentials(page, 'learner')
  await expect(spoken(page)).toHaveText('The office is for staff. You have no role in this organisation.')

  // Without the server nothing of what was typed is lost.
  await page.route('**/office/api/sign-in', (route) => route.abort())
  await giveCredentials(page, 'olwen')
  await expect(spoken(page)).toHaveText(/^The server can’t be reached/)
  await expect(password(page)).toHaveValue('olwen')
  await page.unroute('**/office/api/sign-in')
  await pressEnter(password(page))
  await expect(home(page)).toBeFocused()
})

test('the page that was asked for opens after the sign-in, and its query with it', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(college())
  await openSignIn(page, world)
  await page.goto('/office/my-recovery-codes?from=link')
  await giveCredentials(page, 'olwen')
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeFocused()
  await expect(page).toHaveURL('/office/my-recovery-codes?from=link')
})
