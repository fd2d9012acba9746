import { attemptQuestion, type Call, calls, examJson, namedSettings, saveAnswer, setting } from '@sitwell/contract'
import { expect, test } from 'vitest'
import { createLocalReplies } from './local-replies.ts'
import { previewFetch } from './preview-fetch.ts'

const origin = 'https://exams.example'
const content = { examGuid: 'e-1', settings: { examTime: 60 }, questions: [{ id: 'q-1', versionId: 'v-1' }] }

interface Sent {
  readonly url: string
  readonly init: RequestInit
}

const open = ({ validToken = 't-1' } = {}) => {
  const sent: Sent[] = []
  let token = 't-1'
  const send: typeof fetch = async (url, init = {}) => {
    sent.push({ url: String(url), init })
    const given = new Headers(init.headers).get('authorization')
    if (String(url).includes('/preview/api/') && given !== `Bearer ${validToken}`) return new Response('{}', { status: 401 })
    return Response.json(String(url).endsWith('/preview/api/exam') ? content : {})
  }
  const replies = createLocalReplies({ formRunGuid: 'f-1', nowMs: () => 0 })
  const fetch = previewFetch({
    ...{ fetch: send, origin, replies, token: () => token },
    previewed: { seed: 'spring', examGuid: 'preview-1' },
    renew: async () => {
      token = 't-2'
      return true
    },
  })
  return { fetch, sent }
}

const ask = (
  fetch: typeof globalThis.fetch,
  { method, path }: Pick<Call, 'method' | 'path'>,
  { body, query = '' }: { body?: object; query?: string } = {},
) => fetch(`${origin}/${path}${query}`, { method, ...(body && { body: JSON.stringify(body) }) })

test('of all calls there are, those alone reach the server that nobody has to sign in for, or that are of previews', async () => {
  const reached: string[] = []
  for (const call of Object.values(calls) as Call[]) {
    const { fetch, sent } = open()
    const base = call.base === 'authentication' ? 'security/' : ''
    await ask(
      fetch,
      { method: call.method, path: base + call.path.replace(/:\w+/g, 'x').replace('*', 'x') },
      { body: {} },
    ).catch(() => undefined)
    if (sent.length > 0) reached.push(`${call.name} → ${new URL(sent[0]?.url ?? '').pathname}`)
  }
  expect(reached.sort()).toEqual([
    'attemptQuestion → /preview/api/attempt',
    'configuration → /config.json',
    'examJson → /preview/api/exam',
    'init → /security/api/Client/init',
    'legacyControl → /preview/api/control',
    'messages → /messages/api/Messages/list',
    'resource → /resource/exam/x/x/x',
    'rootResource → /resource/ROOT/x',
    'setting → /preview/api/setting',
  ])
})

test('nothing reaches another site, and nothing is sent with the cookie of the office', async () => {
  const { fetch, sent } = open()
  expect((await fetch('https://elsewhere.example/config.json')).status).toBe(403)
  expect((await fetch(`${origin}/office/api/session`)).status).toBe(403)
  expect(sent).toEqual([])
  await fetch(`${origin}/config.json`)
  expect(sent[0]?.init.credentials).toBe('omit')
})

test('the exam is asked for by its seed, under a name that no other tab knows', async () => {
  const { fetch, sent } = open()
  const given = await (await ask(fetch, examJson)).json()
  expect(JSON.parse(String(sent[0]?.init.body))).toEqual({ seed: 'spring' })
  expect(given).toMatchObject({ examGuid: 'preview-1', settings: { examTime: 60, printQuestions: false } })
})

test('a token that holds no more is renewed, and the call is made once more', async () => {
  const { fetch, sent } = open({ validToken: 't-2' })
  expect((await ask(fetch, setting, { query: '?settingName=X' })).status).toBe(200)
  expect(sent.map(({ init }) => new Headers(init.headers).get('authorization'))).toEqual(['Bearer t-1', 'Bearer t-2'])
  expect(sent[1]?.url).toBe(`${origin}/preview/api/setting?settingName=X`)
})

test('settings that are asked for together are read one by one, and a reading that fails fails all', async () => {
  const { fetch, sent } = open()
  const answer = await ask(fetch, namedSettings, { body: { settingNames: ['A', 'B'] } })
  expect(await answer.json()).toEqual([{ name: 'A' }, { name: 'B' }])
  expect(sent.map(({ url }) => url)).toEqual(['A', 'B'].map((name) => `${origin}/preview/api/setting?settingName=${name}`))
  const refused = open({ validToken: 'none' })
  expect((await ask(refused.fetch, namedSettings, { body: { settingNames: ['A'] } })).status).toBe(401)
})

test('an answer is checked with all that was handed in before, and one that is sent twice counts once', async () => {
  const { fetch, sent } = open()
  await ask(fetch, examJson)
  const save = (text: string, sequence: number) =>
    ask(fetch, saveAnswer, { body: { answerText: text, options: [], questionVersionId: 'v-1', sequence } })
  const check = (requestId: string) =>
    ask(fetch, attemptQuestion, { body: { questionId: 'q-1', requestId, formRunGuid: 'f-1' } })
  await save('no', 1)
  await check('r-1')
  await save('yes', 2)
  await check('r-2')
  await check('r-2')
  const asked = sent.filter(({ url }) => url.endsWith('/attempt')).map(({ init }) => JSON.parse(String(init.body)))
  const [no, yes] = ['no', 'yes'].map((answerText) => ({ answer: { answerText, options: [] } }))
  expect(asked.map(({ attempts }) => attempts)).toEqual([[no], [no, yes], [no, yes]])
  expect(asked[0]).toMatchObject({ seed: 'spring', questionId: 'q-1' })
})
