import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { appCodeAt } from '../apps/server/src/testing/app-code.ts'
import { freePort } from '../apps/server/src/testing/free-port.ts'
import { programEnvironment, serveProgram } from '../apps/server/src/testing/serve-program.ts'
import { expect, expectNoViolations, test } from './fixtures.ts'
import { password, pressEnter, username } from './office.ts'

let folder: string
let served: ChildProcess | undefined
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitwell-first-run-'))
})
test.afterEach(async () => {
  served?.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

test('whoever reads the log of an empty server creates an organisation and its owner, and signs in to its office', async ({
  page,
}) => {
  const environment = programEnvironment({
    ...{ SITWELL_DATA: folder, HOST: '127.0.0.1', PORT: '0', SITWELL_LOG_LEVEL: 'warn' },
  })
  const { child, ready, output } = serveProgram(environment)
  served = child
  const origin = `http://127.0.0.1:${await ready}`
  const code = /with the code ([A-Z0-9-]+)/.exec(output())?.[1] ?? ''
  await page.goto(`${origin}/office/first-run`)
  const field = (name: string) => page.getByRole('textbox', { name })
  await expect(field('Code from the server’s log')).toBeVisible()
  await expectNoViolations(page)
  await pressEnter(page.getByRole('button', { name: 'Create the organisation' }))
  await expect(field('Code from the server’s log')).toBeFocused()
  await field('Code from the server’s log').fill('AAAA-BBBB')
  await field('Name of the organisation').fill('St Mary’s College')
  await field('First name').fill('Ada')
  await field('Last name').fill('Okafor')
  await field('Sign-in name').fill('ada')
  await page.getByLabel('Password').fill('12345678')
  await pressEnter(page.getByRole('button', { name: 'Create the organisation' }))
  await expect(field('Code from the server’s log')).toHaveAccessibleDescription(/not the code/)
  await field('Code from the server’s log').fill(code)
  await pressEnter(page.getByRole('button', { name: 'Create the organisation' }))
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/./)
  await expect(page.getByLabel('Password')).toBeFocused()
  await page.getByLabel('Password').fill('correct horse battery 9')
  await pressEnter(page.getByRole('button', { name: 'Create the organisation' }))
  await expect(page.getByRole('status')).toContainText('St Mary’s College is created.')
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await field('Username').fill('ada')
  await page.getByLabel('Password').fill('correct horse battery 9')
  await pressEnter(page.getByLabel('Password'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Protect your account')
  await page.goto(`${origin}/office/first-run`)
  await expect(page.getByRole('status')).toContainText('This server has an organisation already.')
})

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })

/** Signs in to the office for the first time: sets up the second step with an app, and stores the recovery codes. */
const signInFirst = async (page: Page, name: string, secret: string) => {
  await expect(username(page)).toBeVisible()
  await username(page).fill(name)
  await password(page).fill(secret)
  await pressEnter(password(page))
  await expect(page.getByRole('heading', { name: 'Protect your account' })).toBeFocused()
  const key = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
  const code = page.getByLabel('Code', { exact: true })
  await code.fill(appCodeAt(key, Date.now()))
  await pressEnter(code)
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  await page.getByRole('checkbox', { name: 'I have stored these codes' }).press('Space')
  const goOn = page.getByRole('button', { name: 'Continue' })
  await expect(goOn).toBeEnabled()
  await pressEnter(goOn)
  await expect(heading(page)).toHaveText('Today')
}

test('by keys and without a shell: the first organisation, then a second one, whose owner opens the link and has its office to themselves', async ({
  page,
  browser,
}) => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const environment = programEnvironment({
    ...{ SITWELL_DATA: folder, HOST: '127.0.0.1', PORT: String(port), SITWELL_LOG_LEVEL: 'warn' },
    SITWELL_PUBLIC_URL: origin,
  })
  const { child, ready, output } = serveProgram(environment)
  served = child
  await ready
  const code = /with the code ([A-Z0-9-]+)/.exec(output())?.[1] ?? ''
  const field = (one: Page, name: string) => one.getByRole('textbox', { name, exact: true })
  await page.goto(`${origin}/office/first-run`)
  await field(page, 'Code from the server’s log').fill(code)
  await field(page, 'Name of the organisation').fill('St Mary’s College')
  await field(page, 'Last name').fill('Okafor')
  await field(page, 'Sign-in name').fill('ada')
  await page.getByLabel('Password').fill('correct horse battery 9')
  await pressEnter(page.getByRole('button', { name: 'Create the organisation' }))
  await expect(page.getByRole('status')).toContainText('St Mary’s College is created.')
  await pressEnter(page.getByRole('link', { name: 'Sign in' }))
  await signInFirst(page, 'ada', 'correct horse battery 9')
  // With one organisation its owner sees how the server stands.
  await expect(page.getByRole('region', { name: 'Server' })).toBeVisible()

  await pressEnter(page.getByRole('link', { name: 'Installation' }))
  await expect(heading(page)).toHaveText('Installation')
  await expect(page.getByRole('table').getByRole('row').filter({ hasText: 'St Mary’s College' })).toContainText('In use')
  await pressEnter(page.getByRole('link', { name: 'Create an organisation' }))
  await expect(heading(page)).toHaveText('Create an organisation')
  await field(page, 'Name of the organisation').fill('Leith Academy')
  await field(page, 'First name').fill('Grace')
  await field(page, 'Last name').fill('Hopper')
  await field(page, 'Sign-in name').fill('grace')
  await pressEnter(page.getByRole('button', { name: 'Create the organisation' }))
  const link = field(page, 'Link for Grace Hopper')
  await expect(link).toHaveValue(/\/user\//)
  await expect(page.getByText(`${origin}/office/login?leith-academy`)).toBeVisible()

  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await other.goto(await link.inputValue())
  await other.getByLabel('New password', { exact: true }).fill('another horse battery 8')
  const again = other.getByLabel('Retype new password')
  await again.fill('another horse battery 8')
  await pressEnter(again)
  await expect(again).toHaveCount(0)
  await other.goto(`${origin}/office/login?leith-academy`)
  await signInFirst(other, 'grace', 'another horse battery 8')
  // Nothing of the installation, of its server or of the other organisation.
  await expect(other.getByRole('region', { name: 'Server' })).toHaveCount(0)
  await expect(other.getByRole('link', { name: 'Installation' })).toHaveCount(0)
  await other.goto(`${origin}/office/people`)
  await expect(other.getByRole('table').getByRole('row').filter({ hasText: 'Grace Hopper' })).toBeVisible()
  await expect(other.getByText('Okafor')).toHaveCount(0)
  await elsewhere.close()

  await page.goto(`${origin}/office/installation`)
  await expect(page.getByRole('table').getByRole('row').filter({ hasText: 'Leith Academy' })).toContainText('In use')
  await page.goto(`${origin}/office/people`)
  await expect(page.getByRole('table').getByRole('row').filter({ hasText: 'Okafor' })).toBeVisible()
  await expect(page.getByText('Grace')).toHaveCount(0)
})
