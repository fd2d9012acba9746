import { type AppSettings, appSettings, token, work } from '@sitwell/contract'
import { createCatalogue } from '@sitwell/i18n/catalogue'
import { german, languageById } from '@sitwell/i18n/languages'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { schedulesStore } from '../context/held-schedules.ts'
import { leaversIn } from '../context/leavers.ts'
import { settingsFromInit } from '../context/settings/settings-from-init.ts'
import { createPlayer } from './create-player.ts'
import { startUpLanguage } from './start-up/start-up-language.ts'
import { madeUpEnvironment, startingServer } from './testing/made-up-environment.ts'

const settings: AppSettings = z.parse(appSettings, {
  apiEndpointUrl: 'https://exams.example/api',
  authenticationUrl: 'https://exams.example/security',
  appVersion: '1.2.3',
})

const make = () => {
  const environment = madeUpEnvironment('/login?demo', startingServer())
  const player = createPlayer(environment)
  const reports = () => environment.asked.filter(({ path }) => path.endsWith('error/api/Error')).map(({ body }) => body)
  const initialise = () => player.store.change({ appSettings: settings, api: player.apiFor(settings) })
  return { player, reports, initialise }
}

test('the server is told the language by a cookie, so that its next page starts in it', async () => {
  const cookies: unknown[] = []
  const environment = madeUpEnvironment('/login?demo', startingServer(), { setCookie: (cookie) => void cookies.push(cookie) })
  const player = createPlayer(environment)
  player.store.change({ appSettings: settings, api: player.apiFor(settings), client: { id: 1, urlToken: 'demo' } })
  await player.useMessages({ guid: 'u', languageId: 2 })
  expect(cookies).toMatchObject([{ name: 'sitwell-language', value: 'ar', path: '/' }])
})

test('a choice on the sign-in page is theirs who then signs in, and of nobody else', async () => {
  const environment = madeUpEnvironment('/login?demo', startingServer())
  const client = { id: 1, urlToken: 'demo' }
  const open = () => {
    const player = createPlayer(environment)
    player.store.change({ appSettings: settings, api: player.apiFor(settings) })
    player.setClient(client, settingsFromInit({ success: true, languages: [1, 3], languageID: 1 }))
    return player
  }
  const spoken = async (player: ReturnType<typeof createPlayer>, guid?: string) => {
    await player.useMessages(guid === undefined ? undefined : { guid, languageId: 1 })
    return player.store.get().language?.tag
  }
  const player = open()
  expect(await spoken(player)).toBe('en')
  await player.chooseLanguage(german)
  expect(player.store.get().catalogue?.text('signIn.title')).toBe('Anmelden')
  expect(startUpLanguage(open())).toBe(german)
  expect(await spoken(player, 'ann')).toBe('de')
  const later = open()
  expect([await spoken(later, 'ann'), await spoken(later, 'ben'), await spoken(later)]).toEqual(['de', 'en', 'de'])
})

const refused = () => new Response(JSON.stringify({ error: { code: 'NO_AUTHORISATION', message: 'no' } }), { status: 401 })
/** A player of somebody who is signed in, and where its page was sent. */
const signedIn = (parts: Parameters<typeof madeUpEnvironment>[2]) => {
  const left: string[] = []
  const environment = madeUpEnvironment('/schedules', startingServer(), { leaveTo: (to) => void left.push(to), ...parts })
  const player = createPlayer(environment)
  const api = player.apiFor(settings)
  const client = { id: 1, urlToken: 'demo' }
  const user = { guid: 'u', id: 1, firstName: 'Mina', lastName: 'Okafor', languageId: 1, admin: false }
  const portal = 'https://portal.example'
  player.session.entry.set({ loginToken: 'token-7', referrer: `${portal}/start` })
  player.tokens.set({ access: 'a', refresh: 'r' })
  player.store.change({
    appSettings: settings,
    api,
    client,
    settings: { ...settingsFromInit({ success: true }), loginOrigins: [portal] },
    language: languageById(1),
    catalogue: createCatalogue({}, languageById(1), new Map()),
    session: { client, user },
  })
  return { player, api, left }
}
/** A call is on its way while `end` ends the session, and is refused for it afterwards. Gives where the page was sent. */
const askThenEnd = async (end: (player: ReturnType<typeof createPlayer>) => Promise<unknown>) => {
  const held = Promise.withResolvers<void>()
  const { player, api, left } = signedIn({
    fetch: async (url) => {
      if (String(url).includes(`/${work.path}`)) await held.promise
      return String(url).includes('/logout') ? new Response('{}') : refused()
    },
  })
  const asked = api.call(work, { query: { userGuid: 'u' } })
  await end(player)
  held.resolve()
  await asked
  return { left, tokens: player.tokens.get() }
}

test.each(['/exam/e', '/reload/e', '/elearning/c'])(
  'whose session ends at %s is told so there, and is not led to the login page without a word',
  async (at) => {
    const { player, api, left } = signedIn({ fetch: async () => refused(), path: () => at })
    await api.call(work, { query: { userGuid: 'u' } })
    expect([player.store.get().isSessionOver, left]).toEqual([true, []])
  },
)

const settled = () => new Promise((resolve) => setTimeout(resolve))
const answered = () =>
  new Response(JSON.stringify({ apiEndpointUrl: 'https://exams.example/', authenticationUrl: 'https://exams.example/' }))

// AUTH-141
test('a sign-in elsewhere clears what is kept here at once, also where the server hangs at it, and goes once that answers', async () => {
  const asked: string[] = []
  const { player, left } = signedIn({
    fetch: (url) => {
      asked.push(String(url))
      return String(url).includes('/Session/abandon') ? new Promise(() => {}) : Promise.resolve(answered())
    },
  })
  const leaving = player.abandon()
  expect(player.tokens.get()).toBeUndefined()
  expect([player.session.tokens.get(), player.store.get().isSignedOff]).toEqual([undefined, true])
  await leaving
  expect(left).toEqual(['/login?demo'])
  expect(asked.find((url) => url.includes('/Session/abandon'))).toContain('reason=Double-Login')
})

// AUTH-135 AUTH-144 API-228
test.each([
  ['signOut', '/Session/logout', 'https://portal.example/login?demo'],
  ['abandon', '/Session/abandon', '/login?demo'],
] as const)(
  '%s clears user, tokens, schedules and what came with a launch, and then opens the login page of the organisation',
  async (way, path, address) => {
    const seen: string[] = []
    const { player } = signedIn({
      fetch: async (url) => {
        if (String(url).includes(path)) seen.push(path)
        return answered()
      },
      wait: () => settled().then(() => undefined),
      leaveTo: (to) => {
        seen.push(to)
        expect(held()).toEqual({ tab: undefined, tokens: undefined, schedules: undefined, launch: [undefined, undefined] })
      },
    })
    const { session } = player
    const held = () => ({
      tab: session.load(),
      tokens: player.tokens.get(),
      schedules: schedulesStore.get(),
      launch: [session.externalExam.get(), session.externalSchedule.get()],
    })
    session.user.set({ guid: 'u', id: 1, firstName: 'Mina', lastName: 'Okafor', languageId: 1, admin: false })
    session.client.set({ id: 1, urlToken: 'demo' })
    session.externalExam.set({ examGuid: 'e' })
    session.externalSchedule.set({ examGuid: 'e' })
    schedulesStore.set([])
    expect(held()).toMatchObject({ tab: { user: { guid: 'u' } }, tokens: { access: 'a' }, schedules: [] })
    await player[way]()
    expect(seen).toEqual([path, address])
    expect(session.client.get()).toEqual({ id: 1, urlToken: 'demo' })
  },
)

// AUTH-140 AUTH-141
test.each(['abandon', 'leaveEnded', 'signOut'] as const)(
  'without a network %s says that one is logged off, and goes to the login page once there is one',
  async (way) => {
    const world = { isThere: false, online: () => {} }
    const { player, left } = signedIn({
      fetch: () => (world.isThere ? Promise.resolve(answered()) : Promise.reject(new TypeError('Failed to fetch'))),
      wait: () => settled().then(() => undefined),
      untilOnline: () => new Promise((resolve) => Object.assign(world, { online: resolve })),
    })
    if (way === 'leaveEnded') await player.endSession()
    const leaving = player[way]()
    await settled()
    await settled()
    expect([player.store.get().isSignedOff, player.tokens.get(), left]).toEqual([true, undefined, []])
    world.isThere = true
    world.online()
    await leaving
    expect(left).toHaveLength(1)
  },
)

// AUTH-136
test('a call that is refused because its learner has just logged off leads nobody away from where they were sent', async () => {
  const { left, tokens } = await askThenEnd((player) => player.signOut())
  expect(left).toEqual(['https://portal.example/login?demo'])
  expect(tokens).toBeUndefined()
})

// AUTH-140
test('a call that is refused because its learner has been idle for too long takes nothing away that tells them so', async () => {
  const { left, tokens } = await askThenEnd((player) => player.endSession())
  expect(left).toEqual([])
  expect(tokens).toBeUndefined()
})

// NET-119
test('a mistake is reported once the endpoint is known, and not before', () => {
  const { player, reports, initialise } = make()
  player.reportError(new Error('too early'))
  expect(reports()).toEqual([])
  initialise()
  player.reportError(new Error('broken'), 'render')
  expect(reports()).toMatchObject([
    { errorMessage: 'broken', stackTrace: expect.stringContaining('create-player.test'), app: 'player 1.2.3' },
  ])
})

// NET-121
test('a report carries the changes of state that led to it, the last forty', () => {
  const { player, reports, initialise } = make()
  initialise()
  player.trail.note('start-up: "initialized"')
  player.trail.note('start-up: "initialized"')
  for (let page = 1; page <= 39; page += 1) player.trail.note(`page: /exam/e/${page}`)
  player.reportError(new Error('broken'))
  const [{ info = '' } = {}] = reports() as { info?: string }[]
  expect(info.match(/start-up: "initialized"/g)).toHaveLength(1)
  expect(info).toContain('page: /exam/e/39')
  player.trail.note('page: /schedules')
  player.reportError(new Error('broken again'))
  const [, { info: second = '' } = {}] = reports() as { info?: string }[]
  expect(second).not.toContain('start-up')
  expect(second).toContain('page: /schedules')
})

test('the same mistake is told once, and a page tells of twenty at most', () => {
  const { player, reports, initialise } = make()
  initialise()
  for (let time = 0; time < 100; time += 1) player.reportError(new Error('every frame'))
  expect(reports()).toHaveLength(1)
  for (let time = 0; time < 100; time += 1) player.reportError(new Error(`mistake ${time}`))
  expect(reports()).toHaveLength(20)
})

// AUTH-135 AUTH-140
test.each(['signOut', 'abandon', 'leaveEnded', 'endSession', 'refused'] as const)(
  'where the session ends by %s, what else it left here is cleared once, after its person was noted',
  async (way) => {
    const { player, api } = signedIn({
      fetch: async (url) => ([work, token].some(({ path }) => String(url).includes(`/${path}`)) ? refused() : answered()),
      wait: () => settled().then(() => undefined),
    })
    const noted: unknown[] = []
    player.onEnd(async (isRefused) => {
      noted.push(leaversIn(player.environment.localStorage).all(), player.tokens.get(), isRefused)
    })
    await (way === 'refused' ? api.call(work, { query: { userGuid: 'u' } }) : player[way]())
    await player.leaveEnded()
    // The server that refuses a session may have been set back to before it.
    const isRefused = way === 'refused'
    expect(noted).toEqual([[{ userGuid: 'u', ...(isRefused && { isRefused }) }], undefined, isRefused])
  },
)

test('a store that hangs as what is left is cleared holds nobody back', async () => {
  const { player, left } = signedIn({ fetch: async () => answered(), wait: () => settled().then(() => undefined) })
  player.onEnd(() => new Promise(() => {}))
  await player.signOut()
  expect(left).toHaveLength(1)
})

// AUTH-135
test('a call that was refused before anybody was signed in takes nothing from the end of the session that follows', async () => {
  const { player, api } = signedIn({
    fetch: async (url) => (String(url).includes(`/${work.path}`) ? refused() : answered()),
    wait: () => settled().then(() => undefined),
  })
  const { session } = player.store.get()
  player.store.change({ session: undefined })
  await api.call(work, { query: { userGuid: 'u' } })
  expect(leaversIn(player.environment.localStorage).all()).toEqual([])
  player.store.change({ session })
  let cleared = 0
  player.onEnd(async () => {
    cleared += 1
  })
  await player.signOut()
  expect([cleared, leaversIn(player.environment.localStorage).all()]).toEqual([1, [{ userGuid: 'u' }]])
})
