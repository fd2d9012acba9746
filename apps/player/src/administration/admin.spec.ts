import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { init } from '@sitwell/contract'
import { afterTimers } from '../../../../e2e/after-timers.ts'
import { expect, expectNoViolations, organisation, person, test, type World } from '../../../../e2e/fixtures.ts'

const giveCredentials = async (page: Page, world: World, username: string) => {
  await page.goto(world.loginPath)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(username)
  await page.keyboard.press('Enter')
}

/** An organisation's own administration, as its own site: it says who came, and logs out by a message. */
const openAdministration = async (): Promise<{ origin: string; server: Server }> => {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html')
    const { searchParams, pathname } = new URL(request.url ?? '', 'http://admin')
    if (pathname === '/other') return response.end('<script>parent.postMessage("logout", "*")</script>')
    return response.end(
      `<h1>Administration for ${Number(searchParams.get('userID'))}</h1><button onclick='parent.postMessage({type:"logout"}, "*")'>Leave</button>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A port is known once the server listens.
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

const withAdministration = (origin: string, settings: Record<string, string> = {}) =>
  organisation({
    organisation: { legacySingleSignon: true, adminUrl: `${origin}/start?area=people` },
    settings,
    people: [person(), person({ username: 'chief', admin: true })],
  })

let administration: Awaited<ReturnType<typeof openAdministration>>
test.beforeAll(async () => {
  administration = await openAdministration()
})
test.afterAll(() => {
  administration.server.close()
})

// AUTH-101 AUTH-117 AUTH-118 AUTH-131 AUTH-155
test('an administrator with legacy single sign-on is led to the organisation’s address, a learner isn’t', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(withAdministration(administration.origin))
  // What is said while the page is being left is gone with it: each heading is noted as it comes.
  await page.addInitScript(() => {
    const note = () => {
      const heading = document.querySelector('h1')?.textContent ?? ''
      const seen = sessionStorage.getItem('seen') ?? ''
      if (!seen.endsWith(`${heading}|`)) sessionStorage.setItem('seen', `${seen}${heading}|`)
    }
    new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true })
  })
  await giveCredentials(page, world, 'chief')
  await expect(page.getByRole('heading')).toHaveText(`Administration for ${world.people[1]?.userId}`)
  const { searchParams, origin, pathname } = new URL(page.url())
  expect(origin + pathname).toBe(`${administration.origin}/start`)
  expect(Object.fromEntries(searchParams)).toEqual({
    area: 'people',
    userID: String(world.people[1]?.userId),
    orgID: String(world.orgId),
    returnUrl: `${sitwell.origin}${world.loginPath}`,
  })
  await page.goto(`${sitwell.origin}/rubric`)
  await expect(page).toHaveURL(/\/login\?/)
  expect(await page.evaluate(() => sessionStorage.getItem('seen'))).toContain('Log in|Redirecting to admin|')
  await giveCredentials(page, world, 'learner')
  await expect(page).toHaveURL(/\/rubric$/)
})

// AUTH-117 AUTH-118 AUTH-155 AUTH-156
test('in a frame the administration fills the window, and its own logout logs the player out; nobody else’s does', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(withAdministration(administration.origin, { AdminInFrame: '1' }))
  await giveCredentials(page, world, 'chief')
  await expect(page).toHaveURL(new RegExp(`/admin\\?${world.urlToken}$`))
  const frame = page.frameLocator('iframe[title="Administration"]')
  await expect(frame.getByRole('heading')).toHaveText(`Administration for ${world.people[1]?.userId}`)
  expect(await page.locator('iframe').boundingBox()).toEqual({ x: 0, y: 0, width: 1280, height: 800 })

  // A message of the page itself, with the right words from the wrong origin.
  await page.evaluate(() => window.postMessage('logout', '*'))
  await afterTimers(page, 0)
  await expect(page).toHaveURL(/\/admin\?/)
  await frame.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(new RegExp(`/login\\?${world.urlToken}$`))
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/login\?/)
})

// AUTH-117 AUTH-157 NAV-315
test('without an address /admin says so; a learner, and an administrator without the setting, see the rubric', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(
    organisation({
      organisation: { legacySingleSignon: true },
      people: [person(), person({ username: 'chief', admin: true })],
    }),
  )
  await giveCredentials(page, world, 'chief')
  await expect(page).toHaveURL(new RegExp(`/admin\\?${world.urlToken}$`))
  await expect(page.getByText('No administration site is set up for your organisation.')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Go on to the player' }).click()
  await expect(page).toHaveURL(/\/rubric$/)
  await giveCredentials(page, world, 'learner')
  await expect(page).toHaveURL(/\/rubric$/)
  await page.goto(`/admin?${world.urlToken}`)
  await expect(page).toHaveURL(/\/rubric$/)

  const without = await sitwell.arrange(organisation({ people: [person({ admin: true })] }))
  await giveCredentials(page, without, 'learner')
  await expect(page).toHaveURL(/\/rubric$/)
})

test('an address that only the browser’s own storage names is never framed', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(withAdministration('https://administration.example', { AdminInFrame: '1' }))
  await sitwell.changeReply(page, init, (reply) => {
    const { adminUrl: _, ...rest } = reply as Record<string, unknown>
    return rest
  })
  await giveCredentials(page, world, 'chief')
  await expect(page.getByText('No administration site is set up')).toBeVisible()
  await page.evaluate((adminUrl) => {
    const stored = JSON.parse(sessionStorage.getItem('sitwell.settings') ?? '{}')
    sessionStorage.setItem('sitwell.settings', JSON.stringify({ ...stored, value: { ...stored.value, adminUrl } }))
  }, `${administration.origin}/other`)
  await page.reload()
  await expect(page.getByText('No administration site is set up')).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
})
