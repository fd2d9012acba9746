import type { Page } from '@playwright/test'
import { expect, organisation, signIn, test } from '../../../e2e/fixtures.ts'

test.use({ hasSmallApp: true })

/** The scripts that a page is made of, below the path of its app. */
const scriptsOf = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll('script[src]')].map((script) => script.getAttribute('src') ?? ''))

/** Resolves once a page is served by the service worker of the app at this path; the player's serves all paths until another app has one. */
const untilServedBy = (page: Page, path: string) =>
  expect
    .poll(() => page.evaluate(() => new URL(navigator.serviceWorker.controller?.scriptURL ?? 'none:').pathname))
    .toBe(`${path}service-worker.js`)

test('an app of a few lines on the shared packages signs somebody in below its own path, calls the server and signs out', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation())
  await page.goto(`/office${world.loginPath}`)
  await page.getByRole('textbox', { name: 'Username' }).fill('learner')
  await page.getByLabel('Password').fill('learner')
  await page.getByLabel('Password').press('Enter')
  await expect(page).toHaveURL('/office/sign-ins')
  await expect(page.getByTestId('sign-ins')).toHaveText('1')

  // Loaded again, somebody is still signed in; an address without its own page shows the only page.
  await page.reload()
  await expect(page.getByTestId('sign-ins')).toHaveText('1')
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => !key.startsWith('sitwell.small.')))).toEqual([])

  await page.getByRole('button', { name: 'Log off' }).press('Enter')
  await expect(page).toHaveURL((url) => url.pathname === '/office/login' && url.search !== '')
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('sitwell.small.tokens'))).toBeNull()
})

test('the small app says that the server is away, and starts once it is back', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  await page.route('**/config.json', (route) => route.abort())
  await page.goto(`/office${world.loginPath}`)
  await expect(page.getByRole('heading', { name: 'Network Error.' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  // The app asks again by itself too, so that its button may be gone at any moment.
  await page.unroute('**/config.json')
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible()
})

test('the login page of the small app takes letters before its scripts run, and they are not lost', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation())
  let letScriptsCome = () => {}
  const scriptsMayCome = new Promise<void>((resolve) => {
    letScriptsCome = resolve
  })
  await page.route('**/office/assets/*.js', async (route) => {
    await scriptsMayCome
    await route.continue()
  })
  await page.goto(`/office${world.loginPath}`, { waitUntil: 'commit' })
  const served = page.locator('#served')
  await served.getByRole('textbox', { name: 'Username' }).fill('learner')
  letScriptsCome()
  await expect(served).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue('learner')
})

test.describe('with service workers', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the small app opens without a network, says so, and goes on with one; the player beside it opens by its own worker', async ({
    page,
    context,
    sitwell,
  }) => {
    const world = await sitwell.arrange(organisation())
    const player = await context.newPage()
    await signIn(player, world)
    await untilServedBy(player, '/')
    await page.goto(`/office${world.loginPath}`)
    await page.getByRole('textbox', { name: 'Username' }).fill('learner')
    await page.getByLabel('Password').fill('learner')
    await page.getByLabel('Password').press('Enter')
    await expect(page.getByTestId('sign-ins')).toHaveText('2')
    await untilServedBy(page, '/office/')
    const scopes = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname))
    expect((await scopes()).sort()).toEqual(['/', '/office'])

    await sitwell.goOffline(page)
    const opened = await page.goto('/office/anything')
    expect(opened?.fromServiceWorker()).toBe(true)
    await expect(page.getByRole('heading', { name: 'Network Error.' })).toBeVisible()
    expect((await scriptsOf(page)).filter((src) => !src.startsWith('/office/assets/'))).toEqual([])

    const openedPlayer = await player.goto('/not-found')
    expect(openedPlayer?.fromServiceWorker()).toBe(true)
    await expect(player.locator('#root')).not.toBeEmpty()
    expect((await scriptsOf(player)).filter((src) => !src.startsWith('/assets/'))).toEqual([])

    // The app asks again by itself too, so that its button may be gone at any moment.
    await sitwell.goOnline(page)
    await expect(page.getByTestId('sign-ins')).toHaveText('2')
  })
})
