import { storedValue } from '@sitwell/client/stored-value'
import { type AppSettings, appSettings, type ClientInit, work } from '@sitwell/contract'
import { createCatalogue } from '@sitwell/i18n/catalogue'
import { german, languageById } from '@sitwell/i18n/languages'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createSession } from './create-session.ts'
import type { Environment } from './environment.ts'
import { organisationSettings, organisationSettingsIn } from './organisation-settings.ts'
import { createSessionStore } from './session-store.ts'
import { madeUpEnvironment, startingServer } from './testing/made-up-environment.ts'

const ofOrganisation = z.object(organisationSettings)
const settingsFromInit = (reply: ClientInit) => z.parse(ofOrganisation, organisationSettingsIn(reply))

/** An app whose pages below `/work/` tell by themselves that the session is over, with what it was told of the end of a session. */
const createApp = (environment: Environment) => {
  const draft = storedValue(environment.sessionStorage, 'office.draft', z.object({ text: z.string() }))
  const ends: unknown[] = []
  const page = { held: undefined as string | undefined }
  const app = createSession({
    environment,
    app: 'office',
    session: { ...createSessionStore(environment.sessionStorage, 'office', ofOrganisation, [draft]), draft },
    ownHeaders: () => undefined,
    loginAddress: (urlToken) => `/office/login?${urlToken ?? ''}`,
    textSets: (isSignedIn) => (isSignedIn ? ['visitor', 'proctoring'] : ['visitor']),
    tellsOfEnd: (path) => path.startsWith('/work/'),
    noteEnd: (end) => void ends.push(end),
    clearHeld: () => {
      page.held = undefined
    },
  })
  return { ...app, ends, page }
}

const settings: AppSettings = z.parse(appSettings, {
  apiEndpointUrl: 'https://exams.example/api',
  authenticationUrl: 'https://exams.example/security',
  appVersion: '1.2.3',
})

const make = () => {
  const environment = madeUpEnvironment('/office/login?demo', startingServer())
  const app = createApp(environment)
  const reports = () => environment.asked.filter(({ path }) => path.endsWith('error/api/Error')).map(({ body }) => body)
  const initialise = () => app.store.change({ appSettings: settings, api: app.apiFor(settings) })
  return { app, asked: environment.asked, reports, initialise }
}

test('a cookie stores the language, so the next page of the server starts in it', async () => {
  const cookies: unknown[] = []
  const environment = madeUpEnvironment('/office/login?demo', startingServer(), {
    setCookie: (cookie) => void cookies.push(cookie),
  })
  const app = createApp(environment)
  app.store.change({ appSettings: settings, api: app.apiFor(settings), client: { id: 1, urlToken: 'demo' } })
  await app.useMessages({ guid: 'u', languageId: 2 })
  expect(cookies).toMatchObject([{ name: 'sitwell-language', value: 'ar', path: '/' }])
})

const refused = () => new Response(JSON.stringify({ error: { code: 'NO_AUTHORISATION', message: 'no' } }), { status: 401 })
/** An app of somebody who is signed in, and where its page was sent. */
const signedIn = (parts: Parameters<typeof madeUpEnvironment>[2]) => {
  const left: string[] = []
  const environment = madeUpEnvironment('/schedules', startingServer(), { leaveTo: (to) => void left.push(to), ...parts })
  const app = createApp(environment)
  const api = app.apiFor(settings)
  const client = { id: 1, urlToken: 'demo' }
  const user = { guid: 'u', id: 1, firstName: 'Mina', lastName: 'Okafor', languageId: 1, admin: false }
  const portal = 'https://portal.example'
  app.session.entry.set({ loginToken: 'token-7', referrer: `${portal}/start` })
  app.tokens.set({ access: 'a', refresh: 'r' })
  app.store.change({
    appSettings: settings,
    api,
    client,
    settings: { ...settingsFromInit({ success: true }), loginOrigins: [portal] },
    language: languageById(1),
    catalogue: createCatalogue({}, languageById(1), new Map()),
    session: { client, user },
  })
  return { app, api, left }
}
/** A call is on its way while `end` ends the session, and is refused for it afterwards. Gives where the page was sent. */
const askThenEnd = async (end: (app: ReturnType<typeof createApp>) => Promise<unknown>) => {
  const held = Promise.withResolvers<void>()
  const { app, api, left } = signedIn({
    fetch: async (url) => {
      if (String(url).includes(`/${work.path}`)) await held.promise
      return String(url).includes('/logout') ? new Response('{}') : refused()
    },
  })
  const asked = api.call(work, { query: { userGuid: 'u' } })
  await end(app)
  held.resolve()
  await asked
  return { left, tokens: app.tokens.get() }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))
const answered = () =>
  new Response(JSON.stringify({ apiEndpointUrl: 'https://exams.example/', authenticationUrl: 'https://exams.example/' }))

// AUTH-141
test('a sign-in elsewhere clears the stored data immediately, even if the server hangs', async () => {
  const asked: string[] = []
  const { app, left } = signedIn({
    fetch: (url) => {
      asked.push(String(url))
      return String(url).includes('/Session/abandon') ? new Promise(() => {}) : Promise.resolve(answered())
    },
  })
  const leaving = app.abandon()
  expect(app.tokens.get()).toBeUndefined()
  expect([app.session.tokens.get(), app.store.get().isSignedOff]).toEqual([undefined, true])
  await leaving
  expect(left).toEqual(['/office/login?demo'])
  expect(asked.find((url) => url.includes('/Session/abandon'))).toContain('reason=Double-Login')
})

// AUTH-140 AUTH-141
test.each(['abandon', 'leaveEnded', 'signOut'] as const)(
  'without a network %s says that one is logged off, and goes to the login page once there is one',
  async (way) => {
    const world = { isThere: false, online: () => {} }
    const { app, left } = signedIn({
      fetch: () => (world.isThere ? Promise.resolve(answered()) : Promise.reject(new TypeError('Failed to fetch'))),
      wait: () => settled().then(() => undefined),
      untilOnline: () => new Promise((resolve) => Object.assign(world, { online: resolve })),
    })
    if (way === 'leaveEnded') await app.endSession()
    const leaving = app[way]()
    await settled()
    await settled()
    expect([app.store.get().isSignedOff, app.tokens.get(), left]).toEqual([true, undefined, []])
    world.isThere = true
    world.online()
    await leaving
    expect(left).toHaveLength(1)
  },
)

// AUTH-136
test('a call that is refused after a log-off does not change the page', async () => {
  const { left, tokens } = await askThenEnd((app) => app.signOut())
  expect(left).toEqual(['https://portal.example/office/login?demo'])
  expect(tokens).toBeUndefined()
})

// AUTH-140
test('a call that is refused because its learner has been idle for too long takes nothing away that tells them so', async () => {
  const { left, tokens } = await askThenEnd((app) => app.endSession())
  expect(left).toEqual([])
  expect(tokens).toBeUndefined()
})

// NET-119
test('a mistake is reported once the endpoint is known, and not before', () => {
  const { app, reports, initialise } = make()
  app.reportError(new Error('too early'))
  expect(reports()).toEqual([])
  initialise()
  app.reportError(new Error('broken'), 'render')
  expect(reports()).toMatchObject([
    { errorMessage: 'broken', stackTrace: expect.stringContaining('create-session.test'), app: 'office 1.2.3' },
  ])
})

// NET-121
test('a report carries the changes of state that led to it, the last forty', () => {
  const { app, reports, initialise } = make()
  initialise()
  app.trail.note('start-up: "initialized"')
  app.trail.note('start-up: "initialized"')
  for (let page = 1; page <= 39; page += 1) app.trail.note(`page: /exam/e/${page}`)
  app.reportError(new Error('broken'))
  const [{ info = '' } = {}] = reports() as { info?: string }[]
  expect(info.match(/start-up: "initialized"/g)).toHaveLength(1)
  expect(info).toContain('page: /exam/e/39')
  app.trail.note('page: /schedules')
  app.reportError(new Error('broken again'))
  const [, { info: second = '' } = {}] = reports() as { info?: string }[]
  expect(second).not.toContain('start-up')
  expect(second).toContain('page: /schedules')
})

test('the same error is reported once, and a page reports at most twenty', () => {
  const { app, reports, initialise } = make()
  initialise()
  for (let time = 0; time < 100; time += 1) app.reportError(new Error('every frame'))
  expect(reports()).toHaveLength(1)
  for (let time = 0; time < 100; time += 1) app.reportError(new Error(`mistake ${time}`))
  expect(reports()).toHaveLength(20)
})

test('a store that hangs as what is left is cleared holds nobody back', async () => {
  const { app, left } = signedIn({ fetch: async () => answered(), wait: () => settled().then(() => undefined) })
  app.onEnd(() => new Promise(() => {}))
  await app.signOut()
  expect(left).toHaveLength(1)
})

// AUTH-135
test('a call that was refused before anybody was signed in takes nothing from the end of the session that follows', async () => {
  const { app, api } = signedIn({
    fetch: async (url) => (String(url).includes(`/${work.path}`) ? refused() : answered()),
    wait: () => settled().then(() => undefined),
  })
  const { session } = app.store.get()
  app.store.change({ session: undefined })
  await api.call(work, { query: { userGuid: 'u' } })
  expect(app.ends).toEqual([])
  app.store.change({ session })
  let cleared = 0
  app.onEnd(async () => {
    cleared += 1
  })
  await app.signOut()
  expect([cleared, app.ends]).toEqual([1, [{ userGuid: 'u' }]])
})

test('a choice of language before the sign-in is theirs who then signs in, and of nobody else', async () => {
  const environment = madeUpEnvironment('/office/login?demo', startingServer())
  const open = () => {
    const app = createApp(environment)
    app.store.change({ appSettings: settings, api: app.apiFor(settings) })
    app.setClient({ id: 1, urlToken: 'demo' }, settingsFromInit({ success: true, languages: [1, 3], languageID: 1 }))
    return app
  }
  const spoken = async (app: ReturnType<typeof createApp>, guid?: string) => {
    await app.useMessages(guid === undefined ? undefined : { guid, languageId: 1 })
    return app.store.get().language?.tag
  }
  const app = open()
  expect(await spoken(app)).toBe('en')
  await app.chooseLanguage(german)
  expect(app.store.get().catalogue?.text('signIn.title')).toBe('Anmelden')
  expect(await spoken(app, 'ann')).toBe('de')
  const later = open()
  expect([await spoken(later, 'ann'), await spoken(later, 'ben'), await spoken(later)]).toEqual(['de', 'en', 'de'])
})

test('an app is asked which texts its pages need, before the sign-in and then', async () => {
  const { app, asked, initialise } = make()
  initialise()
  app.store.change({ client: { id: 1, urlToken: 'demo' } })
  const idsFor = async (user?: { guid: string; languageId: number }) => {
    await app.useMessages(user)
    const { body } = asked.findLast(({ path }) => path.endsWith('/Messages/list')) ?? {}
    return ['signIn.title', 'proctoring.starting', 'schedules.title'].filter((id) => JSON.stringify(body).includes(`"${id}"`))
  }
  expect(await idsFor()).toEqual(['signIn.title'])
  expect(await idsFor({ guid: 'u', languageId: 1 })).toEqual(['signIn.title', 'proctoring.starting'])
})

test('a page with its own message about the end of a session stays; all others lead to the login page', async () => {
  for (const [at, isSessionOver, to] of [
    ['/work/1', true, []],
    ['/people', undefined, ['/office/login?demo']],
  ] as const) {
    const { app, api, left } = signedIn({ fetch: async () => refused(), path: () => at })
    await api.call(work, { query: { userGuid: 'u' } })
    expect([at, app.store.get().isSessionOver, left]).toEqual([at, isSessionOver, to])
  }
})

test.each([
  ...(['signOut', 'abandon', 'leaveEnded', 'endSession', 'refused'] as const).map((way) => ({ way, isTakenOver: false })),
  ...(['signOut', 'abandon', 'endSession'] as const).map((way) => ({ way, isTakenOver: true })),
])(
  'the end of the session by $way is noted, and then all that belongs to it is cleared once; the organisation stays (taken over: $isTakenOver)',
  async ({ way, isTakenOver }) => {
    const { app, api } = signedIn({
      fetch: async (url) => (String(url).includes(`/${work.path}`) || String(url).includes('token') ? refused() : answered()),
      wait: () => settled().then(() => undefined),
    })
    const { session } = app
    session.user.set({ guid: 'u', id: 1, firstName: 'Mina', lastName: 'Okafor', languageId: 1, admin: false })
    session.client.set({ id: 1, urlToken: 'demo' })
    session.draft.set({ text: 'of the session' })
    app.page.held = 'of the session'
    const cleared: unknown[] = []
    app.onEnd(async (isRefused) => void cleared.push(isRefused, [...app.ends]))
    if (isTakenOver) app.store.change({ isTakenOver })
    await (way === 'refused' ? api.call(work, { query: { userGuid: 'u' } }) : app[way]())
    await app.leaveEnded()
    // Another sign-in had ended it: a restore may have lost what the server acknowledged before.
    const isRefused = way === 'refused' || isTakenOver
    expect(cleared).toEqual([isRefused, [{ userGuid: 'u', ...(isRefused && { isRefused }) }]])
    expect([session.load(), session.draft.get(), app.page.held, app.tokens.get()]).toEqual(Array(4).fill(undefined))
    expect(session.client.get()).toEqual({ id: 1, urlToken: 'demo' })
  },
)
