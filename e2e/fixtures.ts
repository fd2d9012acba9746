import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { test as base } from '@playwright/test'
import type { OrganisationSpec } from './arrange.ts'
import { chromiumFlags, chromiumPath } from './chromium.ts'
import { serveFolder } from './serve-folder.ts'
import { openSitwell, type Sitwell } from './sitwell.ts'

export { expect } from '@playwright/test'
export { expectNoViolations } from './accessibility.ts'
export type { World } from './arrange.ts'
export { exam, longText, multipleChoice, organisation, person, radio, staticText, trueFalse } from './arrange.ts'
export { confirmRubric, enterExam, openExam, openLoginPage, signIn, signInAtLoginPage, startExam } from './sign-in.ts'

/** Set by the projects of playwright.config.ts. */
export interface ServerOptions {
  database: 'sqlite' | 'postgres'
  /** The server has a clock that only `sitwell.passTime` moves ahead of the machine's: one for the tests of these files alone. */
  hasOwnClock: boolean
  /** At the path of the office it serves the small app of `packages/app-shell` instead. */
  hasSmallApp: boolean
}

/** For `test.use` in a file whose frames have to run apart from their page: a script in one that never ends must not stop the other. */
export const sitesApart = { launchOptions: { executablePath: chromiumPath(), args: chromiumFlags() } }

/** Set by a file or a group of tests, with `test.use`. */
interface ContextOptions {
  /** The test gets a browser context that no test before it has used: for tests of the browser's history, and of what a profile keeps. */
  hasOwnContext: boolean
}

interface TestFixtures extends ContextOptions {
  /** The server of this worker: arrange an organisation of the test's own in it, look into it, cut its network. */
  sitwell: Sitwell
}

interface WorkerFixtures extends ServerOptions {
  server: Awaited<ReturnType<typeof openSitwell>>
  /** Serves the component pages; started for the first test that opens one. */
  components: Awaited<ReturnType<typeof serveFolder>>
}

const componentPages = fileURLToPath(new URL('../node_modules/.sitwell-component-pages', import.meta.url))

const inExam = base.extend<TestFixtures, WorkerFixtures>({
  database: ['sqlite', { option: true, scope: 'worker' }],
  hasOwnClock: [false, { option: true, scope: 'worker' }],
  hasSmallApp: [false, { option: true, scope: 'worker' }],
  server: [
    async ({ database, hasOwnClock, hasSmallApp }, use) => {
      const server = await openSitwell(database, { hasOwnClock, hasSmallApp })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  components: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what a fixture stands on
    async ({}, use) => {
      const components = await serveFolder(componentPages)
      await use(components)
      await components.stop()
    },
    { scope: 'worker' },
  ],
  sitwell: async ({ server }, use) => {
    await use(server.sitwell)
  },
  hasOwnContext: [false, { option: true }],
  context: async ({ browser, context: shared, serviceWorkers, hasOwnContext }, use, testInfo) => {
    // Playwright removes the service worker of a context that it uses again, and leaves what the worker has cached.
    const isShared = !hasOwnContext && serviceWorkers === 'block'
    const context = isShared ? shared : await browser.newContext()
    // Blocked, they are registered in vain, which the player takes for its own fault three seconds after a sign-in.
    if (serviceWorkers === 'block')
      await context.addInitScript(() => void Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
    // A connection that failed where the test broke none may be why it failed.
    const broken: string[] = []
    context.on('requestfailed', (request) =>
      broken.push(`${new Date().toISOString()} ${new URL(request.url()).pathname}: ${request.failure()?.errorText}`),
    )
    // The trace has no requests, since it takes no snapshots (playwright.config.ts): they are listed beside it.
    const answered: string[] = []
    context.on('response', (response) => {
      const request = response.request()
      answered.push(`${new Date().toISOString()} ${response.status()} ${request.method()} ${request.url()}`)
    })
    await use(context)
    if (testInfo.status !== testInfo.expectedStatus) {
      const lines = [...answered, 'failed:', ...broken]
      await writeFile(testInfo.outputPath('requests.txt'), `${lines.join('\n')}\n`)
      console.log(`Requests that failed in “${testInfo.title}”:\n${broken.join('\n') || 'none'}`)
    }
    // A page asks in the background too. A reply that a route still waits for when its test is over would fail that test.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    // A clock that is still held would continue after Playwright has reset it, and leave a script in the context that fails on every page.
    if (isShared) await context.clock.resume()
    else await context.close()
    // Playwright resets storage, cookies, clock and emulation of a context that it uses again, and these two not.
    await shared.setOffline(false)
    await shared.clearPermissions()
  },
  baseURL: async ({ server }, use) => {
    await use(server.sitwell.origin)
  },
})

/**
 * `test` of every `*.spec.ts`. Each test makes its own organisation, so that tests never meet:
 *
 *     test('…', async ({ page, sitwell }) => {
 *       const world = await sitwell.arrange(organisation({ settings: { ConfirmLearnerDOB: '1' } }))
 *       await signIn(page, world)
 *     })
 *
 * `test.component` is for the states of one component: its pages show the component alone (`component-pages.ts`), without sign-in, exam and server.
 */
export const test = Object.assign(inExam, {
  component: inExam.extend({ baseURL: async ({ components }, use) => use(components.origin) }),
})

export type { OrganisationSpec, Sitwell }
