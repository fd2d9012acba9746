import type { Page } from '@playwright/test'
import { expect, expectNoViolations, organisation, test } from '../../../e2e/fixtures.ts'
import { fontsLoaded } from '../../../e2e/geometry.ts'

const username = (page: Page) => page.getByLabel('Username')
const password = (page: Page) => page.getByLabel('Password')
const submit = (page: Page) => page.locator('form button[type="submit"]')
const served = (page: Page) => page.locator('#served')

/** Keeps back what the page asks for below these addresses; gives how to let it go. */
const holdBack = async (page: Page, addresses: string) => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(addresses, async (route) => {
    await held
    await route.continue().catch(() => undefined)
  })
  return letGo
}
const scripts = '**/assets/*.js'
const open = (page: Page, address: string) => page.goto(address, { waitUntil: 'commit' })

// START-109
test('the login page takes letters before any script has come, and goes on with them', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  const [{ username: name, password: secret }] = world.people
  const letGo = await holdBack(page, scripts)
  await open(page, world.loginPath)
  await expect(page.getByText('Initializing your app')).toBeVisible()
  await expect(username(page)).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await expect(password(page)).toBeFocused()
  await page.keyboard.type(`${secret.slice(1)}`)
  await page.keyboard.press('Home')
  await expect(submit(page)).toBeDisabled()

  letGo()
  await expect(served(page)).toHaveCount(0)
  await expect(username(page)).toHaveValue(name)
  await expect(password(page)).toBeFocused()
  // Where the cursor was left.
  await page.keyboard.type(secret.slice(0, 1))
  await submit(page).click()
  await expect(page).toHaveURL(/\/rubric$/)
})

test('Enter is remembered while the player starts, unless more is typed after it', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  const [{ username: name, password: secret }] = world.people
  for (const [after, isSent] of [
    ['', true],
    ['x', false],
  ] as const) {
    const letGo = await holdBack(page, '**/Client/init')
    await page.goto(world.loginPath)
    await username(page).fill(name)
    await password(page).fill(secret)
    await password(page).press('Enter')
    await page.keyboard.type(after)
    await expect(served(page)).toHaveCount(1)
    letGo()
    await expect(served(page)).toHaveCount(0)
    if (isSent) await expect(page).toHaveURL(/\/rubric$/)
    else await expect(submit(page)).toBeEnabled()
  }
})

const logo = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
for (const [what, more] of [
  ['alone', {}],
  ['with a logo and a way for who has forgotten their password', { logo, enableForgottenPassword: true, languages: [1, 3] }],
] as const) {
  test(`nothing moves when the player takes the place of the login form that the page came with, ${what}`, async ({
    page,
    sitwell,
  }) => {
    const world = await sitwell.arrange(organisation({ organisation: more }))
    // How the card comes up moves nothing, but is never twice the same.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const [width, height] of [
      [1440, 900],
      [844, 390],
      [390, 844],
      [320, 256],
    ] as const) {
      await page.setViewportSize({ width, height })
      const letGo = await holdBack(page, scripts)
      await open(page, world.loginPath)
      // Its styles have come.
      await expect(page.locator('form')).toHaveCSS('display', 'grid')
      await fontsLoaded(page)
      const before = await boxesOn(page)
      letGo()
      await expect(served(page)).toHaveCount(0)
      expect([width, height, await boxesOn(page)]).toEqual([width, height, before])
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
  })
}

/** Where the parts of the form stand on the page. */
const boxesOn = (page: Page) =>
  page.locator('h1, label:has(+ input), input, form :is(button, a)').evaluateAll((all) =>
    all.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect()
      return [one.textContent, x, y + scrollY, width, height].join(' ')
    }),
  )

test('who has forgotten their password gets on before any script has come, and keeps the focus where they are', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation({ organisation: { enableForgottenPassword: true } }))
  const letGo = await holdBack(page, scripts)
  await open(page, world.loginPath)
  await expect(username(page)).toBeFocused()
  const link = page.getByRole('link', { name: 'Forgotten your password?' })
  await link.focus()
  letGo()
  await expect(page.getByRole('button', { name: 'Forgotten your password?' })).toBeFocused()

  await holdBack(page, scripts)
  await open(page, world.loginPath)
  await link.click()
  await expect(page).toHaveURL(new RegExp(`/forgot\\?${world.urlToken}$`))
})

test('what was typed stays through a start that failed and is tried again, and is sent by nobody else', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation())
  let isThere = false
  const { promise: failing, resolve: fail } = Promise.withResolvers<void>()
  await page.route('**/Client/init', async (route) => {
    await failing
    await (isThere ? route.continue() : route.abort())
  })
  await page.goto(world.loginPath)
  await username(page).fill('learner')
  await password(page).fill('learner')
  await password(page).press('Enter')
  fail()
  await expect(page.getByRole('heading', { name: 'Network Error.' })).toBeVisible()
  await expect(username(page)).toHaveCount(0)
  isThere = true
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(username(page)).toHaveValue('learner')
  await expect(submit(page)).toBeEnabled()
})

test('an accent that waits for its vowel is waited for', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  const letGo = await holdBack(page, '**/Messages/list')
  await page.goto(world.loginPath)
  await username(page).fill('Ren')
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Input.imeSetComposition', { text: '´', selectionStart: 1, selectionEnd: 1 })
  const logoWaited = page.waitForResponse('**/Messages/list')
  letGo()
  await logoWaited
  await expect(served(page)).toHaveCount(1)
  await devTools.send('Input.insertText', { text: 'é' })
  await expect(served(page)).toHaveCount(0)
  await expect(username(page)).toHaveValue('René')
  await expect(username(page)).toBeFocused()
})

test('without scripts the login page says what it needs; where they never come, what to do', async ({
  browser,
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation())
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: sitwell.origin })
  const bare = await context.newPage()
  await bare.goto(world.loginPath)
  await expect(bare.locator('noscript p')).toBeVisible()
  await context.close()

  await page.route(scripts, (route) => route.abort())
  await open(page, world.loginPath)
  await submit(page).waitFor()
  const slow = page.getByText('This is taking longer than usual.')
  await expect(slow).toBeHidden()
  // The time that it waits for.
  await page.evaluate(() => {
    for (const one of document.getAnimations()) if (Number.isFinite(one.effect?.getComputedTiming().endTime)) one.finish()
  })
  await expect(slow).toBeVisible()
  await expectNoViolations(page)
})
