import { createSession } from '@sitwell/app-core/create-session'
import { organisationSettings, organisationSettingsIn } from '@sitwell/app-core/organisation-settings'
import { createSessionStore } from '@sitwell/app-core/session-store'
import { type Answer, madeUpEnvironment, startingServer } from '@sitwell/app-core/testing/made-up-environment'
import { appSettings } from '@sitwell/contract'
import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import * as z from 'zod/mini'
import { createStartUpSteps, type StartUpParts } from './create-start-up-steps.ts'
import { startUpMachine } from './start-up.machine.ts'

const settings = z.object(organisationSettings)
type Settings = z.infer<typeof settings>

const servedForm = {
  isThere: () => false,
  values: () => ({}),
  untilComposed: async () => {},
  giveWay: () => {},
  take: () => undefined,
}

/** Starts an app that has nothing of its own but `parts`, and gives where its start came to rest. */
const start = async (address: string, answer: Answer, parts: Partial<StartUpParts<Settings>> = {}) => {
  const environment = { ...madeUpEnvironment(address, answer), servedForm }
  const app = createSession({
    environment,
    app: 'small',
    session: createSessionStore(environment.sessionStorage, 'small', settings),
    ownHeaders: () => undefined,
    loginAddress: () => '/login',
    textSets: () => ['visitor'],
    tellsOfEnd: () => false,
    noteEnd: () => undefined,
    clearHeld: () => undefined,
  })
  const steps = createStartUpSteps(app, {
    settingsFromInit: (reply) => z.parse(settings, organisationSettingsIn(reply)),
    ...parts,
  })
  const untilServerReturns = () => new Promise<void>(() => undefined)
  const actor = createActor(startUpMachine, { input: { steps: { ...steps, untilServerReturns } } }).start()
  const end = await waitFor(actor, (snapshot) => snapshot.status === 'done' || snapshot.matches('initialize_error'))
  actor.stop()
  const state = typeof end.value === 'string' ? end.value : Object.keys(end.value)[0]
  const askedFor = environment.asked.filter(({ path }) => path.endsWith('/Client/init')).map(({ body }) => body)
  return { app, state, askedFor, problem: end.context.problem }
}

test('an app with nothing of its own starts at its login address with the organisation’s settings and texts', async () => {
  const { app, state, askedFor } = await start('/login?demo', startingServer())
  expect(state).toBe('initialized')
  expect(askedFor).toEqual([{ url: 'https://exams.example/login?demo' }])
  expect(app.store.get()).toMatchObject({ client: { id: 7, urlToken: 'demo' }, settings: { name: 'Demo' } })
  expect(app.store.get().catalogue?.text('signIn.title')).not.toBe('')
})

test('an app may name the address of its organisation, and say that nobody’s session is gone on with', async () => {
  const { state, askedFor } = await start('/people', startingServer(), {
    namedAddress: () => 'https://exams.example/clients/demo',
    startsAnew: () => true,
  })
  expect(state).toBe('initialized')
  expect(askedFor).toEqual([{ url: 'https://exams.example/clients/demo' }])
})

test('what an app begins with is entered with the server’s settings, or with those that it kept if the server is away', async () => {
  const entered: string[] = []
  const kept = z.parse(appSettings, {
    apiEndpointUrl: 'https://kept.example/',
    authenticationUrl: 'https://kept.example/security',
  })
  const enter = async ({ apiEndpointUrl }: { readonly apiEndpointUrl: string }) => void entered.push(apiEndpointUrl)
  const answers = startingServer()
  await start('/login?demo', answers, { begin: async () => ({ enter }) })
  await start('/login?demo', (path, body) => (path === '/config.json' ? 'unreachable' : answers(path, body)), {
    begin: async () => ({ kept, enter }),
  })
  expect(entered).toEqual(['https://exams.example/', 'https://kept.example/'])
})

test('a browser that the app refuses stops the start, by the list of the site; without a list none is refused', async () => {
  const supportedBrowsers = [{ name: 'chrome', include: [], exclude: [] }]
  const listing = startingServer({
    '/config.json': {
      json: {
        apiEndpointUrl: 'https://exams.example/',
        authenticationUrl: 'https://exams.example/security',
        supportedBrowsers,
      },
    },
  })
  const isBrowserSupported = async () => false
  expect((await start('/login?demo', listing, { isBrowserSupported })).state).toBe('unsupported_browser')
  expect((await start('/login?demo', startingServer(), { isBrowserSupported })).state).toBe('initialized')
  expect((await start('/login?demo', listing)).state).toBe('initialized')
})

test('a server that is away ends the start in its error, with the reason', async () => {
  const { state, problem } = await start('/login?demo', () => 'unreachable')
  expect([state, problem]).toEqual(['initialize_error', expect.stringMatching(/./)])
})
