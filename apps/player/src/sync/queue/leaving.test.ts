import { createApi } from '@sitwell/client/create-api'
import { endpointsOf } from '@sitwell/client/request'
import { createTokenStore } from '@sitwell/client/token-store'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMemoryStore } from '../../storage/memory-store.ts'
import { createActivityLog } from '../activity/activity-log.ts'
import { activityTypes } from '../activity/activity-types.ts'
import type { FormRunStart } from '../form-run/form-run-start.ts'
import type { PlayerSync } from '../player-sync-types.ts'
import { examStart, question, text } from '../testing/exam-start.ts'
import { startTestSync } from '../testing/start-test-sync.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

interface Sent {
  readonly path: string
  readonly outlives: boolean
  readonly text: string
  readonly requestId: string
  readonly sequence: number
  /** Of an activity log. */
  readonly activities: readonly { readonly id: string; readonly type: number; readonly value: unknown }[] | undefined
}

const settle = () => vi.advanceTimersByTimeAsync(0)
const unanswered = () => new Promise<Response>(() => {})

/** A browser with what it sends, and whose pages sit one exam over one store. */
const arrange = () => {
  const sent: Sent[] = []
  const world = { answer: (_: Sent): Response | Promise<Response> => unanswered() }
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { answerText, requestId, sequence, activities } = typeof init.body === 'string' ? JSON.parse(init.body) : {}
    const outlives = init.keepalive === true
    const one = { path: new URL(url).pathname, outlives, text: answerText, requestId, sequence, activities }
    sent.push(one)
    return world.answer(one)
  })
  const places = createMemoryStore()
  const tokens = createTokenStore({ access: 'access', refresh: 'refresh' }, () => {})
  const onSignedOut = vi.fn()
  let pages = 0
  const openPage = async (from: Partial<FormRunStart> = {}) => {
    pages += 1
    const page = pages
    let ids = 0
    const api = createApi({
      endpoints: endpointsOf('https://exams.example'),
      fetch: (...request) => fetch(...request),
      tokens,
      credentials: { client_id: 'player', client_secret: 's' },
      wait: async () => {},
      random: () => 0.5,
      onSignedOut,
      onDoubleLogin: () => {},
    })
    const sync = await startTestSync({ api, newId: () => `page${page}-${++ids}` }, places)
    const run = await sync.openFormRun({ ...examStart, questions: ['q1', 'q2', 'q3'].map(question), ...from })
    return { sync, run }
  }
  const outliving = () => sent.filter(({ outlives }) => outlives)
  return { world, sent, outliving, tokens, onSignedOut, openPage }
}

/** The log of the exam that a page sits. */
const openLog = async ({ store, queue, beforeLeaving }: PlayerSync) => {
  const onError = (error: unknown) => {
    throw error
  }
  const log = createActivityLog({ mode: 1, store, queue, beforeLeaving, userGuid: 'u', nowMs: Date.now, onError })
  await log.setFormRunGuid('run')
  return log
}

const acknowledging = ({ sequence }: Sent) => new Response(JSON.stringify({ saved: true, applied: true, sequence }))

describe('a page that goes away', () => {
  test('sends what was typed and not sent at once, in a request that outlives it', async () => {
    const { outliving, openPage } = arrange()
    const { run, sync } = await openPage()
    run.answers.draft('q1', text('to the last letter'))
    sync.leave()
    expect(outliving()).toMatchObject([{ text: 'to the last letter', sequence: 1 }])
  })

  test('keeps it queued until a page hears that the server has it, and sends it under the same request id and sequence', async () => {
    const { world, sent, outliving, openPage } = arrange()
    const { run, sync } = await openPage()
    run.answers.draft('q1', text('to the last letter'))
    sync.leave()
    // Of the page that goes nothing more is heard.
    await settle()
    const [left] = outliving()
    sent.length = 0
    world.answer = acknowledging
    const held = { ...text('to the last letter'), sequence: 1, bookmarked: false, workings: '' }
    const next = await openPage({ questions: [{ ...question('q1'), server: held }] })
    await settle()
    expect(sent.filter((one) => one.path.endsWith('/saveanswer'))).toEqual([{ ...left, outlives: false }])
    expect(next.sync.queue.waiting()).toEqual([])
    expect(next.run.answers.stateOf('q1')).toBe('on-server')
  })

  test('sends what is on its way once more, under the same request id', async () => {
    const { sent, openPage } = arrange()
    const { run, sync } = await openPage()
    await run.answers.save('q1', text('Blue'))
    await settle()
    sync.leave()
    expect(sent).toMatchObject([{ outlives: false }, { outlives: true, text: 'Blue' }])
    expect(new Set(sent.map(({ requestId }) => requestId)).size).toBe(1)
  })

  test('sends the newest first, as far as a browser takes it from a page that is gone', async () => {
    const { outliving, openPage } = arrange()
    const { run, sync } = await openPage()
    const long = (letter: string) => letter.repeat(30_000)
    await run.answers.save('q1', text('short'))
    await run.answers.save('q2', text(long('a')))
    // Of four bytes each.
    await run.answers.save('q3', text('🐟'.repeat(10_000)))
    run.answers.draft('q2', text(long('b')))
    sync.leave()
    expect(outliving().map((one) => one.text.slice(0, 1))).toEqual(['b', 's'])
  })

  test('sends nothing that the server has acknowledged', async () => {
    const { world, outliving, openPage } = arrange()
    world.answer = acknowledging
    const { run, sync } = await openPage()
    await run.answers.save('q1', text('Blue'))
    await settle()
    sync.leave()
    expect(outliving()).toEqual([])
  })

  test.each(['known to be cut', 'lost by a save'])('sends nothing while the connection is %s', async (how) => {
    const { world, outliving, openPage } = arrange()
    const { run, sync } = await openPage()
    world.answer = () => Promise.reject(new TypeError('Failed to fetch'))
    if (how === 'known to be cut') await sync.connection.check()
    else await run.answers.save('q2', text('Green'))
    await settle()
    run.answers.draft('q1', text('Blue'))
    sync.leave()
    expect(outliving()).toEqual([])
  })

  test('sends nothing while the server has yet to be told that the connection is back', async () => {
    const { world, outliving, openPage } = arrange()
    const { run, sync } = await openPage()
    sync.beforeFlush(() => new Promise(() => {}))
    world.answer = () => Promise.reject(new TypeError('Failed to fetch'))
    await run.answers.save('q1', text('Blue'))
    await settle()
    world.answer = () => new Response(JSON.stringify({ status: 'ok' }))
    await sync.connection.pingNow()
    expect(sync.connection.state()).toBe('online')
    sync.leave()
    expect(outliving()).toEqual([])
  })

  test.each(['stop', 'takenOver'] as const)('sends nothing of an exam that another tab sits by now (%s)', async (how) => {
    const { outliving, openPage } = arrange()
    const { run, sync } = await openPage()
    await run.answers.save('q1', text('Blue'))
    await run[how]()
    run.stop()
    sync.leave()
    expect(outliving()).toEqual([])
  })

  test('sends nothing once nobody is signed in', async () => {
    const { tokens, outliving, openPage } = arrange()
    const { run, sync } = await openPage()
    run.answers.draft('q1', text('Blue'))
    tokens.set(undefined)
    sync.leave()
    expect(outliving()).toEqual([])
  })

  test('sends what was logged and isn’t queued, behind the answers and as far as there is room beside them', async () => {
    const { sent, outliving, openPage } = arrange()
    const { run, sync } = await openPage()
    const log = await openLog(sync)
    log.record(activityTypes.next, 'q2')
    run.answers.draft('q1', text('to the last letter'))
    sync.leave()
    expect(outliving().map(({ path }) => path.split('/').at(-1))).toEqual(['saveanswer', 'run'])
    expect(outliving()[1]?.activities).toMatchObject([{ type: activityTypes.next, value: 'q2' }])
    await settle()
    sent.length = 0
    // An answer that takes all the room keeps the log on the device.
    run.answers.draft('q1', text('a'.repeat(64_500)))
    log.record(activityTypes.previous, 'q1'.repeat(500))
    sync.leave()
    const logged = outliving().flatMap(({ activities = [] }) => activities)
    expect(logged.map(({ type }) => type)).not.toContain(activityTypes.previous)
    expect(outliving()[0]?.text).toHaveLength(64_500)
    log.stop()
  })

  test('logs nothing twice: what a page sent on leaving, the next one sends under the same ids', async () => {
    const { world, sent, outliving, openPage } = arrange()
    const { sync } = await openPage()
    const log = await openLog(sync)
    log.record(activityTypes.next, 'q2')
    sync.leave()
    log.stop()
    await settle()
    const [left] = outliving()
    expect(left?.activities).toHaveLength(1)
    sent.length = 0
    world.answer = () => new Response('{}')
    const next = await openPage()
    const nextLog = await openLog(next.sync)
    next.sync.leave()
    nextLog.stop()
    await settle()
    const logged = sent.filter(({ activities }) => activities !== undefined)
    expect(logged.map(({ requestId, activities }) => ({ requestId, activities }))).toEqual([
      { requestId: left?.requestId, activities: left?.activities },
    ])
  })

  test('renews no token that the server finds expired, and signs nobody out for it', async () => {
    const { world, sent, onSignedOut, openPage } = arrange()
    const { run, sync } = await openPage()
    world.answer = ({ outlives }) =>
      outlives
        ? new Response(JSON.stringify({ error: { code: 'NO_AUTHORISATION', message: 'no' } }), { status: 401 })
        : unanswered()
    await run.answers.save('q1', text('Blue'))
    await settle()
    sync.leave()
    await settle()
    expect(sent.filter(({ path }) => path.endsWith('/token'))).toEqual([])
    expect(onSignedOut).not.toHaveBeenCalled()
  })
})
