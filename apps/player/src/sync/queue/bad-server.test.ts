import { attemptTimeoutMs, createApi } from '@sitwell/client/create-api'
import { endpointsOf } from '@sitwell/client/request'
import { createTokenStore } from '@sitwell/client/token-store'
import type { ExamPlan } from '@sitwell/exam/time/exam-plan'
import { freshTime } from '@sitwell/exam/time/exam-time'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createExamStore } from '../../storage/exam-store.ts'
import type { KeyValueStore } from '../../storage/key-value-store.ts'
import { createMemoryStore } from '../../storage/memory-store.ts'
import type { SyncParts } from '../player-sync-types.ts'
import { examStart, text } from '../testing/exam-start.ts'
import { startTestSync } from '../testing/start-test-sync.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // The browser's own time-out, told by the test's clock.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), ms)
    return controller.signal
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const untimed: ExamPlan = { timeMs: 0, warningMs: 0, parts: [] }
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
type Save = { readonly answerText: string; readonly sequence: number; readonly requestId: string }
const saved = ({ sequence }: Save) => json({ saved: true, applied: true, sequence })
const page = (text: string, status = 200) => new Response(`<!doctype html><p>${text}`, { status, headers: htmlType })
const htmlType = { 'content-type': 'text/html' }
/** The connection breaks after this. */
const broken = (text: string) =>
  new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
    pull: (controller) => controller.error(new TypeError('network error')),
  })
const refusal = (code: string, status: number) => () => json({ error: { code, message: 'no' } }, status)

/** Answers nothing, until whoever asked gives up. */
const hang = (signal?: AbortSignal | null) =>
  new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
const silence = (_save: Save, signal?: AbortSignal | null) => hang(signal)

/** A learner with one answer to send, and a server that answers saves as it is told. */
const arrange = async ({ places = createMemoryStore(), ...parts }: Partial<SyncParts> & { places?: KeyValueStore } = {}) => {
  const store = createExamStore(places, () => 0)
  const world: { answer(save: Save, signal?: AbortSignal | null): Response | Promise<Response> } = { answer: saved }
  const saves: Save[] = []
  const api = createApi({
    endpoints: endpointsOf('https://exams.example'),
    fetch: async (url, init) => {
      if (String(url).endsWith('/ping')) return world.answer === silence ? hang(init?.signal) : json({ status: 'ok' })
      if (!String(url).endsWith('/saveanswer')) return json({})
      const save = JSON.parse(String(init?.body)) as Save
      saves.push(save)
      return world.answer(save, init?.signal)
    },
    tokens: createTokenStore({ access: 'a', refresh: 'r' }, () => {}),
    credentials: { client_id: '', client_secret: '' },
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    random: () => 0.5,
    onSignedOut: () => {},
    onDoubleLogin: () => {},
  })
  const sync = await startTestSync({ api, store, ...parts }, places)
  const run = await sync.openFormRun({ ...examStart, plan: untimed, time: freshTime(untimed) })
  const choose = (id: string, answerText: string) => run.answers.save(id, text(answerText))
  return { world, saves, sync, run, store, choose }
}

describe('an answer that meets a server which', () => {
  const mended: [string, (save: Save) => Response | Promise<Response>][] = [
    ['answers HTML', () => page('Please log in to the Wi-Fi')],
    ['answers an empty body', () => new Response('')],
    ['answers nothing at all, and calls it JSON', () => new Response(null, { status: 204 })],
    ['answers half a JSON', () => new Response('{"saved":tr')],
    ['stops in the middle of its answer', () => new Response(broken('{"saved":true,"app'))],
    ['answers something else', () => json({ ok: 1 })],
    ['answers that it has not saved', (save) => json({ saved: false, applied: true, sequence: save.sequence })],
    ['answers for another save', (save) => json({ saved: true, applied: true, sequence: save.sequence + 1 })],
    ['stands behind a firewall that forbids', () => page('Forbidden', 403)],
    ['is deployed by half', () => page('nginx', 404)],
    ['stands behind a proxy that wants a password', () => page('Proxy', 407)],
    ['is overloaded', () => page('Bad gateway', 502)],
    ['fails, and says so in words', () => new Response('Internal Server Error', { status: 500 })],
    ['can not save just now', refusal('CANNOT_SAVE', 503)],
    ['has more requests under way than it takes', refusal('BUSY', 503)],
    ['asks for patience', refusal('TOO_MANY_REQUESTS', 429)],
  ]
  test.each(mended)('%s is kept, shown as kept on this device, and sent when the server is itself again', async (_, answer) => {
    const { world, saves, sync, run, store, choose } = await arrange()
    world.answer = answer
    const shown: unknown[] = []
    run.answers.subscribe((id) => shown.push(run.answers.stateOf(id)))
    await choose('q1', 'Blue')
    await vi.advanceTimersByTimeAsync(60_000)
    expect([run.answers.stateOf('q1'), shown.at(-1)]).toEqual(['on-device', 'on-device'])
    expect(sync.connection.state()).toBe('offline')
    world.answer = saved
    await vi.advanceTimersByTimeAsync(30_000)
    expect(run.answers.stateOf('q1')).toBe('on-server')
    expect(new Set(saves.map((body) => JSON.stringify({ ...body, IsFromLocalStorage: true }))).size).toBe(1)
    expect(await store.setAside()).toEqual([])
    sync.stop()
  })

  test('answers rightly, and calls it HTML, has acknowledged it', async () => {
    const { world, run, sync, choose } = await arrange()
    world.answer = ({ sequence }) =>
      new Response(JSON.stringify({ saved: true, applied: true, sequence }), { headers: htmlType })
    await choose('q1', 'Blue')
    await vi.advanceTimersByTimeAsync(0)
    expect(run.answers.stateOf('q1')).toBe('on-server')
    sync.stop()
  })

  test.each([
    ['is behind a firewall that never lets one text through', () => page('Attack!', 403), 'SERVER_ERROR'],
    ['is behind a proxy for which five million characters are too many', () => page('Too large', 413), 'BODY_TOO_LARGE'],
    ['finds the form run of one request not, time and again', refusal('NOT_FOUND', 404), 'NOT_FOUND'],
  ])('%s takes all others, and the one is set aside with its reason', async (_, refusing, reason) => {
    const { world, sync, run, store, choose } = await arrange()
    const text = 'SELECT * '.repeat(555_556)
    world.answer = (save) => (save.answerText === text ? refusing() : saved(save))
    await choose('q1', text)
    for (let times = 0; times < 8; times += 1) {
      await choose('q2', `Green ${times}`)
      await vi.advanceTimersByTimeAsync(40_000)
      expect(run.answers.stateOf('q2')).toBe('on-server')
    }
    expect(sync.queue.waiting()).toEqual([])
    const aside = await store.setAside()
    // Boundary: what was set aside is a request, of which this test queued one.
    expect(aside.map((one) => [one.reason, (one.value as { payload: Save }).payload.answerText.length])).toEqual([
      [reason, text.length],
    ])
    const stored = (await store.answersOf('u', 'run')).find(({ questionId }) => questionId === 'q1')
    expect(stored?.answer.answerText.length).toBe(text.length)
    sync.stop()
  })

  test('answers nothing for two minutes is kept, and sent when the server is itself again', async () => {
    const { world, sync, run, choose } = await arrange()
    world.answer = silence
    await choose('q1', 'Blue')
    await choose('q2', 'Green')
    await vi.advanceTimersByTimeAsync(120_000)
    expect(run.answers.stateOf('q1')).toBe('on-device')
    expect(sync.connection.state()).toBe('offline')
    world.answer = saved
    await vi.advanceTimersByTimeAsync(3 * attemptTimeoutMs + 40_000)
    expect([run.answers.stateOf('q1'), run.answers.stateOf('q2')]).toEqual(['on-server', 'on-server'])
    sync.stop()
  })

  test('finds no form run for a moment, which has taken saves before, is sent once more', async () => {
    const { world, saves, sync, store, choose } = await arrange()
    world.answer = (save) => (saves.length === 1 ? refusal('NOT_FOUND', 404)() : saved(save))
    await Promise.all([choose('q1', 'Blue'), choose('q2', 'Green')])
    await vi.advanceTimersByTimeAsync(40_000)
    expect(sync.queue.waiting()).toEqual([])
    expect(await store.setAside()).toEqual([])
    expect(saves).toMatchObject([{ answerText: 'Blue' }, { answerText: 'Green' }, { answerText: 'Blue' }])
    sync.stop()
  })
})

// SAVE-302
test('an answer given while the clock stands in 1970, and then goes back, is numbered, kept and sent like any other', async () => {
  let nowMs = 0
  const { world, saves, sync, run, choose } = await arrange({ nowMs: () => nowMs })
  world.answer = () => Promise.reject(new TypeError('Failed to fetch'))
  await choose('q1', 'Blue')
  nowMs = -86_400_000
  await choose('q1', 'Green')
  world.answer = saved
  await vi.advanceTimersByTimeAsync(40_000)
  expect(run.answers.stateOf('q1')).toBe('on-server')
  expect(saves.at(-1)).toMatchObject({ answerText: 'Green', sequence: 2 })
  sync.stop()
})

test('answers whose store is emptied under the page are kept again, and sent by the next page if this one dies', async () => {
  const places = createMemoryStore()
  const before = await arrange({ places })
  before.world.answer = () => Promise.reject(new TypeError('Failed to fetch'))
  await before.choose('q1', 'Blue')
  for (const place of ['answers', 'formRuns', 'requests'] as const)
    await places.write((await places.list(place, '')).map(({ key }) => ({ remove: place, key })))
  await vi.advanceTimersByTimeAsync(6000)
  before.sync.stop()

  const { saves, sync, run } = await arrange({ places })
  await vi.advanceTimersByTimeAsync(1000)
  expect([run.answers.get('q1').answer.answerText, run.answers.stateOf('q1')]).toEqual(['Blue', 'on-server'])
  expect(saves).toEqual([expect.objectContaining({ answerText: 'Blue', sequence: 1, requestId: before.saves[0]?.requestId })])
  sync.stop()
})

test('answers in this browser of somebody else are never shown, sent or set aside, and are sent when that learner signs in', async () => {
  const places = createMemoryStore()
  const before = await arrange({ userGuid: 'other', places })
  before.world.answer = () => Promise.reject(new TypeError('Failed to fetch'))
  await before.choose('q1', 'not yours')
  await vi.advanceTimersByTimeAsync(5000)
  before.sync.stop()

  const { saves, sync, run, choose } = await arrange({ places })
  await choose('q2', 'mine')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(saves.map(({ answerText }) => answerText)).toEqual(['mine'])
  expect(run.answers.get('q1').answer.answerText).toBe('')
  expect([sync.leftOver, run.answers.stateOf('q1')]).toEqual([0, undefined])
  sync.stop()

  const after = await arrange({ userGuid: 'other', places })
  await vi.advanceTimersByTimeAsync(1000)
  expect(after.saves.map(({ answerText }) => answerText)).toEqual(['not yours'])
  expect([after.sync.leftOver, after.run.answers.get('q1').answer.answerText]).toEqual([1, 'not yours'])
  expect(await after.store.setAside()).toEqual([])
  after.sync.stop()
})
