import { startUpLanguage } from '@sitwell/app-shell/start-up/start-up-language.ts'
import { type AppSettings, appSettings, token, work } from '@sitwell/contract'
import { createCatalogue } from '@sitwell/i18n/catalogue'
import { german, languageById } from '@sitwell/i18n/languages'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { schedulesStore } from '../context/held-schedules.ts'
import { leaversIn } from '../context/leavers.ts'
import { settingsFromInit } from '../context/settings/settings-from-init.ts'
import { createPlayer } from './create-player.ts'
import { madeUpEnvironment, startingServer } from './testing/made-up-environment.ts'

const settings: AppSettings = z.parse(appSettings, {
  apiEndpointUrl: 'https://exams.example/api',
  authenticationUrl: 'https://exams.example/security',
  appVersion: '1.2.3',
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

test('an administrator who signs in has the texts of administrators without loading the page again', async () => {
  const player = createPlayer(madeUpEnvironment('/login?demo', startingServer()))
  player.store.change({ appSettings: settings, api: player.apiFor(settings) })
  player.setClient({ id: 1, urlToken: 'demo' }, settingsFromInit({ success: true }))
  const titleFor = async (admin: boolean) => {
    await player.useMessages({ guid: 'u', languageId: 1, admin })
    return player.store.get().catalogue?.texts(['bug.title'])
  }
  expect(await titleFor(true)).toEqual(['Report a bug'])
  expect(await titleFor(false)).toEqual(['MESSAGE UNDEFINED'])
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

// NET-119
test('a report of an error names the player and its version', () => {
  const environment = madeUpEnvironment('/schedules', startingServer())
  const player = createPlayer(environment)
  player.store.change({ appSettings: settings, api: player.apiFor(settings) })
  player.reportError(new Error('broken'))
  expect(environment.asked).toMatchObject([
    { path: expect.stringMatching(/error\/api\/Error$/), body: { app: 'player 1.2.3' } },
  ])
})

test('the texts of proctoring come with a page of its provider, and those of the exam with the sign-in', async () => {
  const idsAt = async (address: string, user?: { guid: string; languageId: number }) => {
    const environment = madeUpEnvironment(address, startingServer())
    const player = createPlayer(environment)
    player.store.change({ appSettings: settings, api: player.apiFor(settings), client: { id: 1, urlToken: 'demo' } })
    await player.useMessages(user)
    const { body } = environment.asked.find(({ path }) => path.endsWith('/Messages/list')) ?? {}
    return ['signIn.title', 'proctoring.starting', 'schedules.title'].filter((id) => JSON.stringify(body).includes(`"${id}"`))
  }
  expect(await idsAt('/login?demo')).toEqual(['signIn.title'])
  expect(await idsAt('/proctorio/demo/x')).toEqual(['signIn.title', 'proctoring.starting'])
  expect(await idsAt('/login?demo', { guid: 'u', languageId: 1 })).toEqual([
    'signIn.title',
    'proctoring.starting',
    'schedules.title',
  ])
})
