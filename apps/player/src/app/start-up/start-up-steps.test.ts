import { startUpMachine } from '@sitwell/app-shell/start-up/start-up.machine.ts'
import { memoryStorage } from '@sitwell/client/testing/memory-storage'
import type { MessageSetName } from '@sitwell/i18n/areas'
import { loadMessages } from '@sitwell/i18n/load-messages'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { settingsFromInit } from '../../context/settings/settings-from-init.ts'
import { createPlayer } from '../create-player.ts'
import { type Answer, madeUpEnvironment, startingServer } from '../testing/made-up-environment.ts'
import { startUpSteps } from './start-up-steps.ts'

/** Starts the player at an address over a made-up server, and gives where the start-up came to rest. */
const start = async (address: string, answer: Answer, parts: Parameters<typeof madeUpEnvironment>[2] = {}) => {
  const environment = madeUpEnvironment(address, answer, parts)
  const player = createPlayer(environment)
  const made = startUpSteps(player)
  const steps = { ...made, untilServerReturns: () => new Promise<void>(() => undefined) }
  const actor = createActor(startUpMachine, { input: { steps } }).start()
  const end = await waitFor(actor, (snapshot) => snapshot.status === 'done' || snapshot.matches('initialize_error'))
  actor.stop()
  const state = typeof end.value === 'string' ? end.value : Object.keys(end.value)[0]
  return { environment, player, made, state, problem: end.context.problem }
}

// START-134 START-135 START-136 START-102 ENT-114
test('the settings come from the file at the root of the site; what it leaves out has its default', async () => {
  const { environment, player, state } = await start('/login?demo', startingServer())
  expect(state).toBe('initialized')
  expect(environment.asked[0]?.path).toBe('/config.json')
  expect(player.store.get().appSettings).toMatchObject({ appVersion: '{ip}', useInactivityTimer: true, pingInterval: 30_000 })
  expect(player.store.get().appSettings?.activityLogger).toBeUndefined()
})

// AUTH-102 AUTH-103
test('a login address ends the session of this tab before the server has answered anything', async () => {
  const sessionStorage = memoryStorage()
  const stored = createPlayer(madeUpEnvironment('/schedules', startingServer(), { sessionStorage }))
  const keep = () => {
    stored.session.user.set({ id: 7, guid: 'u-7', languageId: 1, firstName: 'Ann', lastName: 'Bell', admin: false })
    stored.session.client.set({ id: 7, urlToken: 'demo' })
    stored.session.tokens.set({ access: 'a', refresh: 'r' })
    stored.session.externalExam.set({ examGuid: 'e' })
  }
  for (const path of ['/login?demo', '/', '/forgot?demo', '/reset/t']) {
    keep()
    const { state, player } = await start(path, () => 'unreachable', { sessionStorage })
    expect([path, state, player.session.load()]).toEqual([path, 'initialize_error', undefined])
    expect(player.session.externalExam.get()).toBeUndefined()
  }
  keep()
  expect((await start('/schedules', () => 'unreachable', { sessionStorage })).player.session.load()).toBeDefined()
})

// AUTH-104
test('a login page stores the login token or the set-password token of its address, and neither of an earlier one', async () => {
  const sessionStorage = memoryStorage()
  const entryAt = async (path: string) => {
    const { player } = await start(path, startingServer(), { sessionStorage, referrer: () => 'https://centre.example/start' })
    return player.session.entry.get()
  }
  expect(await entryAt('/login/token-7?demo')).toEqual({ loginToken: 'token-7', referrer: 'https://centre.example/start' })
  expect(await entryAt('/user/token-8?demo')).toEqual({ setPasswordToken: 'token-8' })
  expect(await entryAt('/reset/token-9?demo')).toEqual({ setPasswordToken: 'token-9' })
  expect(await entryAt('/login?demo')).toEqual({})
})

// START-134
test('the file says where the calls go', async () => {
  const json = { apiEndpointUrl: 'https://exams.example/api/', authenticationUrl: 'https://exams.example/sign' }
  const { environment } = await start('/login?demo', startingServer({ '/config.json': { json } }))
  expect(environment.asked.map(({ path }) => path)).toEqual([
    '/config.json',
    '/api/security/api/Client/init',
    '/api/messages/api/Messages/list',
  ])
})

// START-117 START-118 ERR-123 MSG-103
test.each([
  ['no file', '/config.json', { status: 404, json: {} }],
  ['no network', '/config.json', 'unreachable'],
  ['a file that is no JSON object', '/config.json', { json: 'hello' }],
  ['a file without the endpoint', '/config.json', { json: { authenticationUrl: 'x' } }],
  ['an organisation that is none', '/Client/init', { json: { success: 'yes' } }],
  [
    'a catalogue that defines an id twice',
    '/Messages/list',
    {
      json: [
        { id: 'a', text: 'A' },
        { id: 'a', text: 'B' },
      ],
    },
  ],
  ['a catalogue that is none', '/Messages/list', { json: { a: 'A' } }],
] as const)('%s is the initialisation error, with a reason', async (_, path, reply) => {
  const { state, problem } = await start('/login?demo', startingServer({ [path]: reply }))
  expect(state).toBe('initialize_error')
  expect(problem).not.toBe('')
})

// MSG-101
test('texts are asked for by their ids, of the organisation, in the language, and of whoever is signed in', async () => {
  const sessionStorage = memoryStorage()
  const client = { id: 7, urlToken: 'demo' }
  const asked = async (path: string) => {
    const { environment } = await start(path, startingServer(), { sessionStorage })
    return environment.asked.filter((call) => call.path.endsWith('/Messages/list')).map(({ body }) => body)
  }
  const idsOf = async (set: MessageSetName) => Object.keys(await loadMessages('en', set))
  expect(await asked('/login?demo')).toEqual([{ iDs: await idsOf('visitor'), orgID: 7, langID: 1 }])
  const stored = createPlayer(madeUpEnvironment('/schedules', startingServer(), { sessionStorage })).session
  stored.user.set({ id: 7, guid: 'u-7', languageId: 2, firstName: 'Ann', lastName: 'Bell', admin: false })
  stored.client.set(client)
  stored.tokens.set({ access: 'a', refresh: 'r' })
  stored.settings.set(settingsFromInit({ success: true }))
  expect(await asked('/schedules')).toEqual([
    {
      iDs: expect.arrayContaining([...(await idsOf('visitor')), ...(await idsOf('player'))]),
      orgID: 7,
      userGUID: 'u-7',
      langID: 2,
    },
  ])
})

test('the texts of the pages and dialogs of administrators come for administrators alone', async () => {
  const sessionStorage = memoryStorage()
  const stored = createPlayer(madeUpEnvironment('/schedules', startingServer(), { sessionStorage })).session
  stored.client.set({ id: 7, urlToken: 'demo' })
  stored.tokens.set({ access: 'a', refresh: 'r' })
  stored.settings.set(settingsFromInit({ success: true }))
  const titlesFor = async (admin: boolean) => {
    stored.user.set({ id: 7, guid: 'u-7', languageId: 1, firstName: 'Ann', lastName: 'Bell', admin })
    const { player } = await start('/schedules', startingServer(), { sessionStorage })
    return player.store.get().catalogue?.texts(['logs.title', 'bug.title', 'people.title'])
  }
  const titles = ['Activity logs', 'Report a bug', 'Sign in as a learner']
  expect(await titlesFor(true)).toEqual(titles)
  expect(await titlesFor(false)).toEqual(titles.map(() => 'MESSAGE UNDEFINED'))
})

test('a catalogue that lacks an id leaves the default wording', async () => {
  const json = [{ id: 'signIn.info', text: 'Ask at the desk.' }]
  const { player } = await start('/login?demo', startingServer({ '/Messages/list': { json } }))
  expect(player.store.get().catalogue?.texts(['signIn.info', 'signIn.title'])).toEqual(['Ask at the desk.', 'Log in'])
})

// START-153
test('a logo that never comes is not waited for', async () => {
  const json = { success: true, orgID: 7, urlToken: 'demo', logo: '/logo.png' }
  const parts = { loadImage: () => new Promise<void>(() => undefined) }
  expect((await start('/login?demo', startingServer({ '/Client/init': { json } }), parts)).state).toBe('initialized')
})

test('after a failed start the server is asked until it answers, and at once when the network is back', async () => {
  let asked = 0
  const server = startingServer()
  const pauses: number[] = []
  const environment = madeUpEnvironment('/login?demo', (path, body) => (asked++ < 5 ? 'unreachable' : server(path, body)), {
    wait: async (delayMs) => void pauses.push(delayMs),
  })
  await startUpSteps(createPlayer(environment)).untilServerReturns(0, new AbortController().signal)
  expect(asked).toBe(6)
  expect(pauses).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000])
  const online = { wait: () => new Promise<void>(() => undefined), untilOnline: async () => undefined }
  await startUpSteps(createPlayer(madeUpEnvironment('/', server, online))).untilServerReturns(0, new AbortController().signal)
})

const launch = {
  user: { id: 7, guid: 'u-7', languageId: 2, firstName: 'Ann', lastName: 'Bell', admin: false },
  client: { id: 7, urlToken: 'demo' },
  token: { access: 'a', refresh: 'r' },
  settings: { previewMode: true, demoMode: true, canDownloadResult: true },
}
const at = (path: string, x: unknown) => `${path}?x=${encodeURIComponent(JSON.stringify(x))}`
/** What the server gives for the tokens of a launch address. */
const entered = {
  ...{ access_token: 'a-2', refresh_token: 'r-2', token_type: 'Bearer', expires_in: 900, UserLanguageID: 2, UserID: 7 },
  ...{ UserGUID: 'u-7', UserFirstName: 'Ann', UserLastName: 'Bell', DOB: null, Admin: false, NINumber: null, Email: null },
  ...{ MfaRequired: false, MfaOption: 0, UserTypeID: 1, HasPhone: false },
}
const launching = (reply: ReturnType<Answer> = { json: entered }) => startingServer({ '/security/token': reply })

// START-107 START-108 START-162
test('a launch starts its session wherever it arrives, with its settings, in the language of its user', async () => {
  for (const path of ['/login', '/', '/schedules']) {
    const { environment, player, state } = await start(at(path, launch), launching())
    expect([path, state]).toEqual([path, 'initialized'])
    expect(environment.address).toEqual({ path: path === '/schedules' ? path : '/rubric', search: '' })
    expect(player.store.get()).toMatchObject({ session: { user: { guid: 'u-7' } }, language: { code: 'ar' } })
    expect(player.store.get().settings).toMatchObject({ previewMode: true, demoMode: true, canDownloadResult: true })
    expect(player.session.load()?.tokens).toEqual({ access: 'a-2', refresh: 'r-2' })
    expect(player.tokens.get()).toEqual({ access: 'a-2', refresh: 'r-2' })
    expect(JSON.stringify({ ...environment.sessionStorage })).not.toContain('"r"')
  }
})

// SCH-216
test('a launch with a schedule leads to its exam', async () => {
  const schedule = {
    scheduleGuid: 's',
    type: 1,
    examName: 'A',
    objectGUID: 'e-1',
    objectTypeGUID: 't',
    version: 1,
    objectID: 2,
  }
  const { environment } = await start(at('/login', { ...launch, schedule }), launching())
  expect(environment.address.path).toBe('/exam/e-1')
})

// SCH-216
test('a launch with an exam alone leads to it, and one that names none to the rubric', async () => {
  for (const [exam, path] of [
    [{ examGuid: 'e 2' }, '/exam/e%202'],
    [{ objectGUID: 'e-3' }, '/exam/e-3'],
    [{ examGuid: 7 }, '/rubric'],
  ] as const) {
    const { environment } = await start(at('/login', { ...launch, exam }), launching())
    expect(environment.address.path).toBe(path)
  }
})

test('a launch that is refused leaves nothing behind, in the address or the storage, and names its reason', async () => {
  const sessionStorage = memoryStorage()
  const parts = { sessionStorage }
  const { environment, state, problem } = await start(at('/schedules', { ...launch, token: {} }), startingServer(), parts)
  expect([state, environment.address.search, sessionStorage.length]).toEqual(['initialize_error', '', 0])
  expect(problem).toContain('token')
})

test('a launch address that was used already, or is too old, says so and stores nothing', async () => {
  const refused = { code: 'INVALID_REFRESH_TOKEN', message: 'The launch address was used already.' }
  const answer = launching({ status: 400, json: { error: refused } })
  const sessionStorage = memoryStorage()
  const { environment, state, problem } = await start(at('/schedules', launch), answer, { sessionStorage })
  expect([state, problem]).toEqual(['initialize_error', refused.message])
  expect([environment.address.search, sessionStorage.length]).toEqual(['', 0])
})

test('a server that can’t trade the tokens of a launch address is spoken to with them', async () => {
  const answer = launching({ status: 400, json: { error: { code: 'INVALID_REQUEST', message: 'No such grant.' } } })
  const { environment, player, state } = await start(at('/schedules', launch), answer)
  expect([state, environment.address.search]).toEqual(['initialized', ''])
  expect(player.tokens.get()).toEqual(launch.token)
})

test('a launch that the server is not there to take is entered once it is, under one id, though the page is loaded again', async () => {
  const ids: unknown[] = []
  let isThere = false
  const answer: Answer = (path, body) => {
    if (!path.endsWith('/security/token')) return startingServer()(path, body)
    ids.push((body as { requestId?: unknown }).requestId)
    return isThere ? { json: entered } : 'unreachable'
  }
  const { environment, state } = await start(at('/schedules', launch), answer)
  expect([state, environment.address.search]).toEqual(['initialize_error', at('', launch)])
  isThere = true
  const { sessionStorage } = environment
  const again = await start(at('/schedules', launch), answer, { sessionStorage })
  expect([again.state, again.environment.address.search]).toEqual(['initialized', ''])
  expect(new Set(ids).size).toBe(1)
  expect(again.player.session.load()?.tokens).toEqual({ access: 'a-2', refresh: 'r-2' })
  expect(again.player.session.launch.get()).toBeUndefined()
})

const ends = ['initialized', 'initialize_error', 'no_client', 'unsupported_browser']

test('whatever the server answers and the address holds, the start-up ends in one of its screens', async () => {
  const reply = fc.oneof(
    { weight: 2, arbitrary: fc.record({ json: fc.jsonValue() }) },
    fc.record({
      status: fc.constantFrom(200, 204, 301, 400, 401, 403, 404, 429, 499, 500, 503).filter((s) => s !== 204),
      json: fc.jsonValue(),
    }),
    fc.constant('unreachable' as const),
    fc.constant(undefined),
  )
  const path = fc.oneof(
    fc.constantFrom(
      '/',
      '/login',
      '/login/%E0%A4',
      '/clients/demo',
      '/user/t',
      '/reset/t',
      '/forgot',
      '/proctorio/start',
      '/exam/e/q',
    ),
    fc.webPath(),
  )
  const query = fc.oneof(
    fc.constant('?demo'),
    fc.jsonValue().map((value) => `?x=${encodeURIComponent(JSON.stringify(value))}`),
    fc.webQueryParameters().map((text) => `?${text}`),
  )
  await fc.assert(
    fc.asyncProperty(path, query, reply, reply, reply, async (where, search, file, init, texts) => {
      const replies = Object.fromEntries(
        [
          ['/config.json', file],
          ['/Client/init', init],
          ['/Messages/list', texts],
        ].filter(([, given]) => given !== undefined),
      )
      const address = where.startsWith('//') || where === '' ? '/' : where
      const { state, problem } = await start(`${address}${search}`, startingServer(replies))
      expect(ends).toContain(state)
      if (state === 'initialize_error') expect(problem).not.toBe('')
    }),
  )
})

test('a bare address leads to the login page of the organisation that was last used here; a wrong one does not', async () => {
  const server = startingServer()
  const named = (body: unknown) => /\/login\?demo$/.test(String((body as { url?: string } | undefined)?.url ?? ''))
  const answer: Answer = (path, body) =>
    path.endsWith('/Client/init') && !named(body) ? { json: { success: false } } : server(path, body)
  const localStorage = memoryStorage()
  for (const address of ['/', '/login'])
    expect((await start(address, answer, { localStorage: memoryStorage() })).state).toBe('no_client')
  expect((await start('/login?demo', answer, { localStorage })).state).toBe('initialized')
  for (const address of ['/', '/login', '/login/']) {
    const { state, environment } = await start(address, answer, { localStorage })
    expect([address, state, environment.address]).toEqual([address, 'initialized', { path: '/login', search: '?demo' }])
  }
  expect((await start('/login?nobody', answer, { localStorage })).state).toBe('no_client')
})
