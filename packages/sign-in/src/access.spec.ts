import type { Page } from '@playwright/test'
import { setPasswordTokenCheck } from '@sitwell/contract'
import { expect, expectNoViolations, openLoginPage, organisation, person, test } from '../../../e2e/fixtures.ts'

const field = (page: Page, name: string) => page.locator(`input[name="${name}"]`)
const panel = (page: Page, state: string) => page.locator(`[data-testid="info-panel"][data-state="${state}"]`)

/** In the default theme and the one that is furthest from it, and on a phone nothing is wider than the phone. */
const everybodyCanUseIt = async (page: Page) => {
  for (const theme of ['White on Black', 'Default']) {
    await page.locator('header select').selectOption(theme)
    await expectNoViolations(page)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.setViewportSize({ width: 1280, height: 800 })
}

for (const { language, direction, languageId } of [
  { language: 'en-GB', direction: 'ltr', languageId: 1 },
  { language: 'ar', direction: 'rtl', languageId: 2 },
]) {
  test.describe(language, () => {
    test.use({ locale: language })

    // MFA-103 API-111
    test('every page of the sign-in can be used by everybody, up to a code that comes as a text message', async ({
      page,
      sitwell,
    }) => {
      const phone = `+44 7700 900${languageId}`
      const world = await sitwell.arrange(
        organisation({
          organisation: { enableForgottenPassword: true },
          settings: { 'MFA Providers': 'app,textmessage' },
          people: [person({ mfaRequired: true, phone, languageId })],
        }),
      )
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const giveCredentials = async () => {
        await page.goto(world.loginPath)
        await field(page, 'username').fill('learner')
        await field(page, 'password').fill('learner')
        await page.keyboard.press('Enter')
      }
      await openLoginPage(page, world)
      await expect(page.locator('html')).toHaveAttribute('dir', direction)
      await everybodyCanUseIt(page)

      await page.goto(`/forgot?${world.urlToken}`)
      await field(page, 'username').fill('learner')
      await everybodyCanUseIt(page)
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await panel(page, 'success').waitFor()
      await everybodyCanUseIt(page)

      await page.goto(`/reset/no-such-token?${world.urlToken}`)
      await panel(page, 'failed').waitFor()
      await everybodyCanUseIt(page)
      const holder = { resultCode: 0, userFirstName: 'Mina', userLastName: 'Okafor', logonID: 'learner' }
      await page.route(`**/${setPasswordTokenCheck.path.replace(':token', '*')}`, (route) => route.fulfill({ json: holder }))
      await page.goto(`/reset/no-such-token?${world.urlToken}`)
      await field(page, 'new-password').fill('one')
      await field(page, 'retype-password').fill('another')
      await page.keyboard.press('Enter')
      await panel(page, 'failed').waitFor()
      await everybodyCanUseIt(page)

      await giveCredentials()
      await expect(page.getByTestId('qr')).toHaveAttribute('data-drawn', 'true')
      await everybodyCanUseIt(page)
      await page.getByRole('tab').last().click()
      await page.getByRole('tabpanel').getByRole('button').click()
      await field(page, 'code').fill('1')
      await page.keyboard.press('Enter')
      await expect(field(page, 'code')).toHaveAttribute('aria-invalid', 'true')
      await everybodyCanUseIt(page)
      const sent = async () => (await sitwell.mailsTo(phone)).at(-1)?.code
      await expect.poll(sent).toBeDefined()
      await field(page, 'code').fill((await sent()) ?? '')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/rubric$/)

      await giveCredentials()
      await field(page, 'code').waitFor()
      await everybodyCanUseIt(page)
      await page.getByRole('main').getByRole('button').last().click()
      await page.getByRole('alertdialog').waitFor()
      await expectNoViolations(page)
    })
  })
}
