import { calls } from '@sitwell/contract'
import { expect, test } from 'vitest'
import { createApi } from './create-api.ts'
import type { Failure } from './outcome.ts'
import { endpointsOf } from './request.ts'
import { createTokenStore } from './token-store.ts'

interface Sent {
  readonly url: string
  readonly method: string
  readonly authorisation: string | null
  readonly body: string
  readonly type: string | null
}

type Answer = (sent: Sent) => Response | Promise<Response>

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const error = (status: number, code: string, more: object = {}) => json(status, { error: { code, message: 'no', ...more } })
const serverTime = () => json(200, { time: '2026-11-21T11:00:00Z', formattedDate: 'x' })
const newTokens = (n: number) =>
  json(200, {
    access_token: `access-${n}`,
    refresh_token: `refresh-${n}`,
    UserLanguageID: 1,
    UserID: 1,
    UserGUID: 'u',
    UserFirstName: 'A',
    UserLastName: 'B',
    DOB: null,
    Admin: false,
    NINumber: null,
    Email: null,
    MfaRequired: false,
    MfaOption: 0,
    UserTypeID: 1,
  })

const arrange = (answer: Answer, signedIn = true, randomErrors?: { active: boolean; frequency: number; errorCode: number }) => {
  const sent: Sent[] = []
  const waits: number[] = []
  const requests: string[] = []
  const doubleLogins: Failure[] = []
  const tokens = createTokenStore(signedIn ? { access: 'access-0', refresh: 'refresh-0' } : undefined, () => undefined)
  const api = createApi({
    endpoints: endpointsOf('https://exams.example/', {
      apiEndpointUrl: 'https://api.example/v1/',
      authenticationUrl: 'https://login.example/security',
    }),
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const one = {
        url: request.url,
        method: request.method,
        authorisation: request.headers.get('authorization'),
        body: await request.text(),
        type: request.headers.get('content-type'),
      }
      sent.push(one)
      return answer(one)
    },
    tokens,
    credentials: { client_id: 'player', client_secret: 's' },
    randomErrors,
    wait: async (delayMs) => void waits.push(delayMs),
    random: () => 0.5,
    onSignedOut: () => void requests.push('signed out'),
    onDoubleLogin: (failure) => void doubleLogins.push(failure),
  })
  return { api, sent, waits, requests, tokens, doubleLogins }
}
const timeOf = { query: { userGuid: 'u-1' } }

// NET-113 NET-114 NET-116 NET-201 NET-203 NET-204
test('a GET goes to the endpoint with its parameters in the query and the bearer token', async () => {
  const { api, sent } = arrange(serverTime)
  await api.call(calls.time, timeOf)
  expect(sent).toEqual([
    {
      url: 'https://api.example/v1/assessment/api/assessment/time?userGuid=u-1',
      method: 'GET',
      authorisation: 'Bearer access-0',
      body: '',
      type: null,
    },
  ])
})

// NET-113 NET-202
test('nobody signed in: no bearer token', async () => {
  const { api, sent } = arrange(() => json(200, { success: true }), false)
  await api.call(calls.init, { body: { url: 'https://exams.example/login?demo' } })
  expect(sent[0]?.authorisation).toBeNull()
})

// NET-117 NET-205
test('a POST carries JSON', async () => {
  const { api, sent } = arrange(() => json(200, []))
  await api.call(calls.messages, { body: { iDs: ['A'], orgID: 1, langID: 1 } })
  expect(sent[0]?.type).toBe('application/json')
  expect(JSON.parse(sent[0]?.body ?? '')).toEqual({ iDs: ['A'], orgID: 1, langID: 1 })
})

// NET-115 NET-117 ENT-104
test('a sign-in goes to the authentication base as a form', async () => {
  const { api, sent } = arrange(() => newTokens(1), false)
  await api.call(calls.token, { body: { grant_type: 'password', client_id: 'c', username: 'ann', password: 'p&p', orgId: 1 } })
  expect(sent[0]?.url).toBe('https://login.example/security/token')
  expect(sent[0]?.type).toContain('application/x-www-form-urlencoded')
  expect(Object.fromEntries(new URLSearchParams(sent[0]?.body))).toEqual({
    grant_type: 'password',
    client_id: 'c',
    username: 'ann',
    password: 'p&p',
    orgId: '1',
  })
})

// NET-118 NET-206 CONST-101 CONST-201 API-302 ERR-101
test('a call that fails is tried three times in all, after 0.3 s and after 1 s', async () => {
  const { api, sent, waits } = arrange(() => error(500, 'SERVER_ERROR'))
  expect(await api.call(calls.time, timeOf)).toMatchObject({ ok: false, kind: 'refused', code: 'SERVER_ERROR' })
  expect(sent).toHaveLength(3)
  expect(waits).toEqual([300, 1000])
})

test('a failed request is sent again; the page of a proxy is not accepted as a reply', async () => {
  let times = 0
  const { api } = arrange(() => {
    times += 1
    if (times === 1) throw new TypeError('Failed to fetch')
    return times === 2 ? new Response('<h1>Bad gateway</h1>', { status: 502 }) : serverTime()
  })
  expect(await api.call(calls.time, timeOf)).toMatchObject({ ok: true })
})

test('a reply with another shape counts as unreachable', async () => {
  const { api } = arrange(() => json(200, { clock: 'noon' }))
  expect(await api.call(calls.time, timeOf, { attempts: 1 })).toMatchObject({ ok: false, kind: 'unreachable' })
})

test('the check of a code answers a text, not JSON', async () => {
  const { api } = arrange(() => new Response('true'))
  const query = { userID: 1, code: '123456', mfaOption: 3 }
  expect(await api.call(calls.mfaVerify, { query })).toEqual({ ok: true, value: 'true' })
})

test('a no of the server is not asked again', async () => {
  const { api, sent } = arrange(() => error(409, 'MISSING_REQUESTS', { missing: [3, 4] }))
  expect(await api.call(calls.time, timeOf)).toMatchObject({ kind: 'refused', code: 'MISSING_REQUESTS', missing: [3, 4] })
  expect(sent).toHaveLength(1)
})

// AUTH-145 AUTH-146 API-225 API-226 ERR-103 ERR-211
test('a 401 refreshes and saves the tokens, and the call is repeated', async () => {
  const { api, sent, tokens, requests } = arrange((one) => {
    if (one.url.endsWith('/token')) return newTokens(1)
    return one.authorisation === 'Bearer access-1' ? serverTime() : error(401, 'NO_AUTHORISATION')
  })
  expect(await api.call(calls.time, timeOf)).toMatchObject({ ok: true })
  expect(new URLSearchParams(sent[1]?.body).get('grant_type')).toBe('refresh_token')
  expect(new URLSearchParams(sent[1]?.body).get('refresh_token')).toBe('refresh-0')
  expect(tokens.get()).toEqual({ access: 'access-1', refresh: 'refresh-1' })
  expect(requests).toEqual([])
})

test('calls that meet a 401 together share one refresh', async () => {
  const { api, sent } = arrange((one) => {
    if (one.url.endsWith('/token')) return newTokens(1)
    return one.authorisation === 'Bearer access-1' ? serverTime() : error(401, 'NO_AUTHORISATION')
  })
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => api.call(calls.time, timeOf)))
  expect(outcomes.every((outcome) => outcome.ok)).toBe(true)
  expect(sent.filter((one) => one.url.endsWith('/token'))).toHaveLength(1)
})

test('a refresh that is refused signs out; one without a network does not', async () => {
  const refused = arrange((one) =>
    one.url.endsWith('/token') ? error(400, 'INVALID_REFRESH_TOKEN') : error(401, 'NO_AUTHORISATION'),
  )
  expect(await refused.api.call(calls.time, timeOf)).toMatchObject({ code: 'NO_AUTHORISATION' })
  expect(refused.requests).toEqual(['signed out'])

  const offline = arrange((one) => {
    if (one.url.endsWith('/token')) throw new TypeError('Failed to fetch')
    return error(401, 'NO_AUTHORISATION')
  })
  expect(await offline.api.call(calls.time, timeOf, { attempts: 1 })).toMatchObject({ kind: 'unreachable' })
  expect(offline.requests).toEqual([])
})

test.each([
  ['the server', error(429, 'TOO_MANY_REQUESTS')],
  ['something in between', new Response('Slow down', { status: 429 })],
])('a refresh that %s puts off signs nobody out', async (_, putOff) => {
  const { api, requests, tokens } = arrange((one) =>
    one.url.endsWith('/token') ? putOff.clone() : error(401, 'NO_AUTHORISATION'),
  )
  expect(await api.call(calls.time, timeOf, { attempts: 1 })).toMatchObject({ kind: 'unreachable' })
  expect([requests, tokens.get()?.refresh]).toEqual([[], 'refresh-0'])
})

test.each([401, 403, 404, 407, 451])(
  'a page with status %i from a proxy is not a reply, and ends no session',
  async (status) => {
    const { api, requests } = arrange(() => new Response('<h1>Sign in to the Wi-Fi</h1>', { status }))
    expect(await api.call(calls.time, timeOf)).toMatchObject({ kind: 'unreachable', status })
    expect(requests).toEqual([])
  },
)

// ERR-102 ERR-210
test('a 499 reports a double login once, and the call is not repeated', async () => {
  const { api, sent, doubleLogins } = arrange(() => error(499, 'DOUBLE_LOGIN'))
  expect(await api.call(calls.time, timeOf)).toMatchObject({ code: 'DOUBLE_LOGIN' })
  expect(doubleLogins).toHaveLength(1)
  expect(sent).toHaveLength(1)
})

test('a 499 without a body of ours counts too', async () => {
  const { api, doubleLogins } = arrange(() => new Response('', { status: 499 }))
  await api.call(calls.time, timeOf)
  expect(doubleLogins).toMatchObject([{ code: 'DOUBLE_LOGIN' }])
})

// ERR-124 ENT-115
test('the test aid lets calls fail by chance, with its code', async () => {
  const always = arrange(serverTime, true, { active: true, frequency: 1, errorCode: 444 })
  expect(await always.api.call(calls.time, timeOf)).toMatchObject({
    kind: 'unreachable',
    message: 'Random network error (444)',
  })
  expect(always.sent).toEqual([])
  const off = arrange(serverTime, true, { active: false, frequency: 1, errorCode: 444 })
  expect(await off.api.call(calls.time, timeOf)).toMatchObject({ ok: true })
})

// API-212
test('a file comes as a blob, with the bearer token', async () => {
  const { api, sent } = arrange(() => new Response('bytes'))
  const outcome = await api.fetchBlob('resource/exam/e-1/1/a.png?orgID=1')
  expect(outcome.ok && (await outcome.value.text())).toBe('bytes')
  expect(sent[0]).toMatchObject({
    url: 'https://api.example/v1/resource/exam/e-1/1/a.png?orgID=1',
    authorisation: 'Bearer access-0',
  })
})

test('an answer that breaks off on its way is asked for again as one that never came; a whole one in another shape is not', async () => {
  const brokenOff = () =>
    new Response(new ReadableStream({ pull: (body) => body.error(new TypeError('network error')) }), { status: 200 })
  const broken = arrange(brokenOff)
  expect(await broken.api.call(calls.time, timeOf)).toMatchObject({ ok: false, kind: 'unreachable', status: 200 })
  expect(broken.waits).toEqual([300, 1000])

  let asked = 0
  const once = arrange(() => (++asked === 1 ? brokenOff() : serverTime()))
  expect(await once.api.call(calls.time, timeOf)).toMatchObject({ ok: true })

  const page = arrange(() => new Response('<p>Welcome to the Wi-Fi</p>', { status: 200 }))
  expect(await page.api.call(calls.time, timeOf)).toMatchObject({ ok: false, kind: 'unreachable', status: 200 })
  expect(page.sent).toHaveLength(1)
})

test('headers of the browser are added to every call, immediately or after they are known', async () => {
  const added = { 'sitwell-seb-config-key': 'key' }
  for (const ownHeaders of [() => added, async () => added]) {
    const sent: (string | null)[][] = []
    const api = createApi({
      endpoints: endpointsOf('https://exams.example/'),
      fetch: async (_url, init) => {
        const headers = new Headers(init?.headers)
        sent.push(['sitwell-seb-config-key', 'authorization', 'content-type'].map((name) => headers.get(name)))
        return serverTime()
      },
      tokens: createTokenStore({ access: 'access-0', refresh: 'refresh-0' }, () => undefined),
      credentials: { client_id: 'player', client_secret: 's' },
      wait: async () => {},
      random: () => 0.5,
      onSignedOut: () => {},
      onDoubleLogin: () => {},
      ownHeaders,
    })
    await api.call(calls.time, timeOf)
    await api.call(calls.confirmRubric, { body: { userGuid: 'u-1', confirmed: [] } })
    await api.fetchBlob('resource/x')
    expect(sent).toEqual([
      ['key', 'Bearer access-0', null],
      ['key', 'Bearer access-0', 'application/json'],
      ['key', 'Bearer access-0', null],
    ])
  }
})
