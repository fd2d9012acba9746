import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { loginTokenCheck, logout, studentLogin, token } from '@sitwell/contract'
import { expect, organisation, person, type Sitwell, test, type World } from '../../../e2e/fixtures.ts'

const refusal = 'Invalid login token, you need to logged in by an admin user'

const post = async (sitwell: Sitwell, path: string, body: URLSearchParams | object, bearer?: string) => {
  const isForm = body instanceof URLSearchParams
  const response = await fetch(`${sitwell.origin}/${path}`, {
    method: 'POST',
    headers: {
      ...(isForm ? {} : { 'content-type': 'application/json' }),
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    },
    body: isForm ? body : JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response.json()
}

/** A login token that the organisation's administrator makes for a learner, with the path that carries it. */
const loginTokenFor = async (sitwell: Sitwell, world: World, userId: number) => {
  const { username = '', password = '' } = world.people.find(({ admin }) => admin) ?? {}
  const form = { grant_type: 'password', client_id: 'sitwell-player', username, password }
  const { access_token } = await post(
    sitwell,
    `security/${token.path}`,
    new URLSearchParams({ ...form, orgId: String(world.orgId) }),
  )
  const made = await post(sitwell, studentLogin.path, { userID: userId }, access_token)
  return { loginToken: String(made.loginToken), path: `/login/${encodeURIComponent(made.loginToken)}?${world.urlToken}` }
}
const fill = async (page: Page, { username, password }: { username: string; password: string }) => {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  // By the player: Enter goes nowhere before its scripts have come.
  await expect(page.locator('form button[type="submit"]')).toBeEnabled()
  await page.keyboard.press('Enter')
}

// AUTH-104 AUTH-150 AUTH-151 AUTH-152 AUTH-159 ERR-106 API-102
test('where only administrators let learners in, a learner needs a login token that holds, and a user of type 4 none', async ({
  page,
  sitwell,
}) => {
  const people = [person(), person({ username: 'chief', admin: true, userTypeId: 4 })]
  const world = await sitwell.arrange(organisation({ orgId: 29, people }))
  const [learner, chief = learner] = world.people
  await page.goto(world.loginPath)
  await fill(page, learner)
  await expect(page.getByText(refusal)).toBeVisible()
  await expect(page.getByLabel('Password')).toBeFocused()
  await expect(page.getByLabel('Password')).toHaveValue('')

  const { loginToken, path } = await loginTokenFor(sitwell, world, learner.userId)
  const checked = page.waitForRequest((request) => request.url().endsWith(loginTokenCheck.path))
  await page.goto(path)
  expect((await checked).headers().authorization).toBe(`Bearer ${loginToken}`)
  await page.getByLabel('Username').waitFor()
  await expect(page.getByText(refusal)).toHaveCount(0)
  await fill(page, learner)
  await expect(page).toHaveURL(/\/rubric$/)

  // Once: the next who opens the link is told before they type.
  await page.goto(path)
  await expect(page.getByText(refusal)).toBeVisible()
  await page.goto(world.loginPath)
  await fill(page, chief)
  await expect(page).toHaveURL(/\/rubric$/)
})

// AUTH-105 AUTH-136 AUTH-137
test('a logout goes back to the portal that somebody came from, where the organisation vouches for it, and to no other', async ({
  page,
  sitwell,
}) => {
  const portal = createServer((request, response) => {
    const to = new URL(request.url ?? '', 'http://portal').searchParams.get('to') ?? ''
    response.setHeader('content-type', 'text/html')
    response.end(to.startsWith(sitwell.origin) ? `<a href="${to.replaceAll('"', '')}">Go to your exams</a>` : '<h1>Portal</h1>')
  })
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve))
  // A port is known once the server listens.
  const { port } = portal.address() as AddressInfo
  const [known, stranger] = [`http://127.0.0.1:${port}`, `http://localhost:${port}`]
  const world = await sitwell.arrange(
    organisation({
      organisation: { loginOrigins: [known] },
      people: [person(), person({ username: 'chief', admin: true })],
    }),
  )
  const { path } = await loginTokenFor(sitwell, world, world.people[0].userId)
  const signInFrom = async (origin: string, to: string) => {
    await page.goto(`${origin}/?to=${encodeURIComponent(`${sitwell.origin}${to}`)}`)
    await page.getByRole('link').click()
    await fill(page, world.people[0])
    await expect(page).toHaveURL(/\/rubric$/)
    const request = page.waitForRequest((request) => request.url().includes(logout.path))
    await page.getByRole('button', { name: 'Log off' }).click()
    await request
  }
  await signInFrom(known, path)
  await expect(page).toHaveURL(`${known}/login?${world.urlToken}`)
  await signInFrom(stranger, path)
  await expect(page).toHaveURL(`${sitwell.origin}${world.loginPath}`)
  await signInFrom(known, world.loginPath)
  await expect(page).toHaveURL(`${sitwell.origin}${world.loginPath}`)
  portal.close()
})
