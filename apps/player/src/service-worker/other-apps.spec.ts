import { expect, organisation, signIn, test } from '../../../../e2e/fixtures.ts'

test.use({ serviceWorkers: 'allow' })

test('the player’s service worker leaves the address of another app alone, with a network and without', async ({
  page,
  context,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation())
  await signIn(page, world)
  await page.evaluate(async () => {
    const { serviceWorker } = navigator
    if (serviceWorker.controller === null)
      await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
  })
  const player = await context.newPage()
  expect((await player.goto('/not-found'))?.fromServiceWorker()).toBe(true)
  await expect(player.locator('#root')).not.toBeEmpty()

  // The office is there, with its own assets.
  const other = await context.newPage()
  for (const address of ['/office', '/office/people?page=2']) {
    const answer = await other.goto(address)
    expect([address, answer?.status(), answer?.fromServiceWorker()]).toEqual([address, 200, false])
    await expect(other.locator('script[src^="/office/assets/"]')).not.toHaveCount(0)
    await expect(other.locator('script[src^="/assets/"]')).toHaveCount(0)
  }
  // A preview leads to the office if nobody frames it.
  const preview = await other.goto('/preview/')
  expect([preview?.status(), preview?.fromServiceWorker()]).toEqual([200, false])

  await sitwell.goOffline(page)
  // Chromium's own page of the error is what it shows then.
  for (const address of ['/office', '/office/people?page=2', '/preview/'])
    await expect(other.goto(address)).rejects.toThrow('net::ERR_INTERNET_DISCONNECTED')
  await expect(other.locator('#root')).toHaveCount(0)
  expect((await player.goto('/not-found'))?.fromServiceWorker()).toBe(true)
  await expect(player.locator('#root')).not.toBeEmpty()
})
