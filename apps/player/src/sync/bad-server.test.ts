import type { ExamPlan } from '@sitwell/exam/exam-plan'
import { freshTime } from '@sitwell/exam/exam-time'
import { buildPaper } from '@sitwell/exam/paper'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { attemptTimeoutMs, createApi } from '../api/create-api.ts'
import { endpointsOf } from '../api/request.ts'
import { createTokenStore } from '../api/token-store.ts'
import { createExamStore } from '../storage/exam-store.ts'
import { createKeptExams } from '../storage/kept-exams.ts'
import { createMemoryStore } from '../storage/memory-store.ts'
import { createRequestLogStore } from '../storage/request-log.ts'
import { type SyncParts, startSync } from './player-sync.ts'

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
const saved = () => json({ saved: true, applied: true, sequence: 1 })
const refusal = (code: string, status: number) => () => json({ error: { code, message: 'no' } }, status)

/** A learner with one answer to send, and a server that answers saves as it is told. */
const arrange = async (parts: Partial<SyncParts> = {}) => {
  const places = createMemoryStore()
  const store = createExamStore(places, () => 0)
  const world: { answer(signal: AbortSignal | null | undefined): Response | Promise<Response> } = { answer: saved }
  const saves: unknown[] = []
  const api = createApi({
    endpoints: endpointsOf('https://exams.example'),
    fetch: async (url, init) => {
      if (String(url).endsWith('/ping')) return json({ status: 'ok' })
      if (!String(url).endsWith('/saveanswer')) return json({})
      saves.push(JSON.parse(String(init?.body)))
      return world.answer(init?.signal)
    },
    tokens: createTokenStore({ access: 'a', refresh: 'r' }, () => {}),
    credentials: { client_id: '', client_secret: '' },
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    random: () => 0.5,
    onSignedOut: () => {},
    onDoubleLogin: () => {},
  })
  let ids = 0
  const sync = await startSync({
    api,
    store,
    requestLog: createRequestLogStore(places),
    keptExams: createKeptExams(places),
    keeping: { get: () => 'lasting', subscribe: () => () => {} },
    userGuid: 'u',
    orgId: 7,
    learnerName: 'Mina Okafor',
    pingIntervalMs: 30_000,
    nowMs: () => Date.now(),
    readClocks: () => ({ wallMs: Date.now(), steadyMs: Date.now() }),
    newId: () => `id${++ids}`,
    onError: (error) => {
      throw error
    },
    ...parts,
  })
  const run = await sync.openFormRun({
    formRunGuid: 'run',
    examGuid: 'exam',
    scheduleGuid: 'schedule',
    objectID: 7,
    examName: 'Fishes',
    lastSequence: 0,
    paper: buildPaper([{ sectionId: 'root', sectionIds: [], questionIds: ['q1', 'q2'] }]),
    plan: untimed,
    time: freshTime(untimed),
    isFresh: true,
    currentQuestionId: undefined,
    initialPage: 1,
    questions: ['q1', 'q2'].map((id) => ({
      id,
      number: 1,
      versionId: id,
      versionNumber: 1,
      blank: { answer: { answerText: '', options: [] }, bookmarked: false, workings: '' },
      server: undefined,
    })),
  })
  const choose = (id: string, answerText: string) => run.answers.save(id, { answer: { answerText, options: [] } })
  return { world, saves, sync, run, store, choose }
}

describe('an answer that meets a server which', () => {
  const mended: [string, () => Response | Promise<Response>][] = [
    ['answers HTML', () => new Response('<html>Please log in to the Wi-Fi</html>')],
    ['answers an empty body', () => new Response('')],
    ['answers half a JSON', () => new Response('{"saved":tr')],
    ['answers something else', () => json({ ok: 1 })],
    ['is overloaded', () => new Response('<h1>502</h1>', { status: 502 })],
    ['can not save just now', refusal('CANNOT_SAVE', 503)],
    ['asks for patience', refusal('TOO_MANY_REQUESTS', 429)],
  ]
  test.each(mended)('%s is kept, shown as kept on this device, and sent when the server is itself again', async (_, answer) => {
    const { world, saves, sync, run, choose } = await arrange()
    world.answer = answer
    await choose('q1', 'Blue')
    await vi.advanceTimersByTimeAsync(5000)
    expect(run.answers.stateOf('q1')).toBe('on-device')
    expect(sync.connection.state()).toBe('offline')
    world.answer = saved
    await vi.advanceTimersByTimeAsync(30_000)
    expect(run.answers.stateOf('q1')).toBe('on-server')
    expect(new Set(saves.map((body) => JSON.stringify(body))).size).toBe(1)
    sync.stop()
  })

  test('answers nothing for two minutes is kept, and sent when the server is itself again', async () => {
    const { world, sync, run, choose } = await arrange()
    world.answer = (signal) => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
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

  test('knows no such form run is set aside with its reason, and the one behind it goes on', async () => {
    const { world, saves, sync, store, choose } = await arrange()
    world.answer = () => (saves.length === 1 ? refusal('NOT_FOUND', 404)() : saved())
    await Promise.all([choose('q1', 'Blue'), choose('q2', 'Green')])
    await vi.advanceTimersByTimeAsync(1000)
    expect(sync.queue.waiting()).toEqual([])
    expect(await store.setAside()).toMatchObject([{ reason: 'NOT_FOUND', value: { payload: { answerText: 'Blue' } } }])
    expect(saves).toMatchObject([{ answerText: 'Blue' }, { answerText: 'Green' }])
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

test('answers in this browser of somebody else are never shown, sent or told to the server', async () => {
  const { store, sync } = await arrange()
  const other = { format: 1, formRunGuid: 'run', questionId: 'q2', userGuid: 'other', bookmarked: false, workings: '' } as const
  const answer = { answerText: 'not yours', options: [] }
  await store.save([
    { answer: { ...other, answer, changed: true, sequence: 3, acknowledged: 0, writerId: '', changedAt: '' } },
    {
      request: {
        format: 1,
        id: 'r',
        order: 1,
        type: 1,
        payload: {},
        callbackId: 'q2',
        userGuid: 'other',
        formRunGuid: 'run',
        failed: false,
      },
    },
  ])
  expect(await store.answersOf('u', 'run')).toMatchObject([])
  expect(await store.requestsOf('u')).toEqual([])
  expect(await store.answersOf('other', 'run')).toHaveLength(1)
  sync.stop()
})
