import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMemoryStore } from '../../storage/memory-store.ts'
import type { FormRunStart } from '../form-run/form-run-start.ts'
import type { Caller } from '../queue/delivery.ts'
import { examStart, question, text } from '../testing/exam-start.ts'
import { startTestSync } from '../testing/start-test-sync.ts'
import { type ContactClock, createContactClock } from '../time/contact-clock.ts'
import { draftDelayMs } from './answer-book.ts'
import type { ServerAnswer } from './reconcile.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A browser, and a server that takes saves, keeps them as late, refuses them as of a completed form run, or is away. */
const arrange = () => {
  const world = { state: 'over' as 'open' | 'over' | 'review' | 'completed' | 'away' }
  const sent: string[] = []
  const typed: unknown[] = []
  const places = createMemoryStore()
  const api: Caller = {
    async call(call, input) {
      if (world.state === 'away') return { ok: false, kind: 'unreachable' }
      if (call.name !== 'saveAnswer') return { ok: true, value: {} }
      const { sequence, answerText, ...more } = input.body as {
        sequence: number
        answerText: string
        typed?: unknown
        IsFromLocalStorage: boolean
      }
      sent.push(answerText)
      typed.push([more.typed, more.IsFromLocalStorage])
      if (world.state === 'completed') return { ok: false, kind: 'refused', code: 'FORM_RUN_COMPLETED' }
      const late = world.state === 'over' || world.state === 'review'
      const reply = { ...(late && { late }), ...(world.state === 'review' && { review: true }) }
      return { ok: true, value: { sequence, applied: world.state === 'open', ...reply } }
    },
  }
  const contacts: ContactClock[] = []
  let pages = 0
  const openPage = () => {
    pages += 1
    let ids = 0
    const readClocks = () => ({ wallMs: Date.now(), steadyMs: performance.now() })
    const contact = createContactClock(readClocks)
    return startTestSync({ api, readClocks, contact, newId: () => `id${pages}.${++ids}` }, places).then((sync) => {
      contacts.push(contact)
      return sync
    })
  }
  const open = async (from: Partial<FormRunStart> = {}) => {
    const sync = await openPage()
    return { sync, run: await sync.openFormRun({ ...examStart, ...from }) }
  }
  return { world, sent, typed, contacts, open, openPage }
}
const settle = () => vi.advanceTimersByTimeAsync(0)
/** What a server gives out that holds this answer to the first question. */
const holding = (server: ServerAnswer | undefined): Partial<FormRunStart> => ({
  isFresh: false,
  questions: [{ ...question('q1'), server }, question('q2')],
})

describe('an answer that the server received after the time was over', () => {
  test('is told as late, and no longer once it is changed in time', async () => {
    const { world, open } = arrange()
    const { run } = await open()
    await run.answers.save('q1', text('Blue'))
    await settle()
    expect(run.answers.stateOf('q1')).toBe('late')
    world.state = 'open'
    const changed = run.answers.save('q1', text('Green'))
    expect(run.answers.stateOf('q1')).not.toBe('late')
    await changed
    await settle()
    expect(run.answers.stateOf('q1')).toBe('on-server')
  })

  test('is not told as late while the learner types on: the reply to what they typed last says it', async () => {
    const { world, open, sent } = arrange()
    const { run } = await open()
    await run.answers.save('q1', text('Blue'))
    run.answers.draft('q1', text('Blue an'))
    await vi.advanceTimersByTimeAsync(draftDelayMs)
    expect(run.answers.stateOf('q1')).toBe('on-device')
    world.state = 'open'
    await run.answers.saveChanged()
    await settle()
    expect([sent, run.answers.stateOf('q1')]).toEqual([['Blue', 'Blue an'], 'on-server'])
  })

  test('is late after a reload too, without a network and until the server has let it count', async () => {
    const { world, open, sent } = arrange()
    const first = await open()
    await first.run.answers.save('q1', text('Blue'))
    await settle()
    first.sync.stop()
    world.state = 'away'
    const second = await open({ isFresh: false, isStored: true })
    expect(second.run.answers.stateOf('q1')).toBe('late')
    second.sync.stop()
    world.state = 'over'
    const third = await open(holding(undefined))
    expect(third.run.answers.stateOf('q1')).toBe('late')
    await settle()
    expect([sent, third.run.answers.stateOf('q1')]).toEqual([['Blue', 'Blue'], 'late'])
    third.sync.stop()
    const accepted = { ...text('Blue'), sequence: third.run.answers.get('q1').sequence, bookmarked: false, workings: '' }
    const fourth = await open(holding(accepted))
    await settle()
    expect([sent.length, fourth.run.answers.stateOf('q1')]).toEqual([2, 'on-server'])
    fourth.sync.stop()
  })

  test('is sent again when the exam is opened, and counts where time was given meanwhile', async () => {
    const { world, open, sent } = arrange()
    const first = await open()
    await first.run.answers.save('q1', text('Blue'))
    await settle()
    first.sync.stop()
    world.state = 'open'
    const second = await open(holding(undefined))
    await settle()
    expect([sent, second.run.answers.stateOf('q1')]).toEqual([['Blue', 'Blue'], 'on-server'])
    second.sync.stop()
  })

  test('is told to wait for the exam’s staff where it may have been given in time, also at the next sign-in', async () => {
    const { world, open, openPage } = arrange()
    world.state = 'away'
    const first = await open()
    await first.run.answers.save('q1', text('Blue'))
    await settle()
    first.sync.stop()
    world.state = 'review'
    const later = await openPage()
    const listener = vi.fn()
    later.earlier.whenSynced(listener)
    await settle()
    expect(listener).toHaveBeenCalledExactlyOnceWith({ refused: 0, late: 1, inReview: 1 })
    later.stop()
    world.state = 'away'
    const again = await open({ isFresh: false, isStored: true })
    expect(again.run.answers.stateOf('q1')).toBe('review')
    again.sync.stop()
  })

  test('says when it was typed and that it was kept here, also once the page was closed in between', async () => {
    const { world, typed, contacts, open, openPage } = arrange()
    world.state = 'away'
    const first = await open()
    contacts[0]?.heard(7_000_000)
    await vi.advanceTimersByTimeAsync(2000)
    await first.run.answers.save('q1', text('Blue'))
    await settle()
    first.sync.stop()
    await vi.advanceTimersByTimeAsync(60_000)
    const offline = await open({ isFresh: false, isStored: true })
    await offline.run.answers.save('q2', text('Red'))
    await settle()
    offline.sync.stop()
    world.state = 'open'
    const later = await openPage()
    await settle()
    // What another page typed without having heard the server it can tell by the computer's clock alone.
    expect(typed).toEqual([
      [{ contactAt: 7_000_000, steadyMs: 2000, wallMs: 2000 }, true],
      [{ contactAt: 7_000_000, wallMs: 62_000 }, true],
    ])
    later.stop()
  })

  test('is told as late where the exam was completed before, and the server refuses it', async () => {
    const { world, open } = arrange()
    world.state = 'completed'
    const { run, sync } = await open()
    await run.answers.save('q1', text('Blue'))
    await settle()
    expect(run.answers.stateOf('q1')).toBe('late')
    expect(await sync.store.setAside()).toHaveLength(1)
  })

  test.each(['over', 'completed'] as const)(
    'is told as late of an earlier visit, and kept as such with its answer, where the exam was %s when it came',
    async (state) => {
      const { world, open, openPage } = arrange()
      world.state = 'away'
      const first = await open()
      await first.run.answers.save('q1', text('Blue'))
      await first.run.answers.save('q2', text('Red'))
      await settle()
      first.sync.stop()
      world.state = state
      const later = await openPage()
      const listener = vi.fn()
      later.earlier.whenSynced(listener)
      await settle()
      expect(listener).toHaveBeenCalledExactlyOnceWith({ refused: 0, late: 2, inReview: 0 })
      expect((await later.store.answersOf('u', 'run')).map(({ late }) => late)).toEqual([true, true])
      later.stop()
    },
  )
})
