import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programEnvironment, serveProgram } from '../apps/server/src/testing/serve-program.ts'
import { expect, expectNoViolations, test } from './fixtures.ts'
import { pressEnter } from './office.ts'

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
