import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { completesFromMs } from './completion.ts'
import { extensionMs } from './extension.ts'
import { grantHoldMs, grantOf, isAnswerDue } from './grant.ts'
import { endsAtMs, type LedgerEvent, type NewEvent, pausedMs, runsFromMs, timeAt } from './ledger.ts'
import { heldAt, pauses, takesHold } from './standstill.ts'

const second = 1000
const plan = { timeMs: 60 * second, warningMs: 0, parts: [] }
const start: LedgerEvent = { kind: 'start', atMs: 0 }
const ask = (atMs: number): LedgerEvent => ({ kind: 'extension-request', atMs, resumes: true })
const askOfOld = (atMs: number): LedgerEvent => ({ kind: 'extension-request', atMs })
const at = (atMs: number, event: NewEvent): LedgerEvent => ({ ...event, atMs })
const grant = (atMs: number, byMs = 20 * second): LedgerEvent => ({ kind: 'extension', atMs, byMs, withinMs: grantHoldMs })
const resume = (atMs: number, agoMs = 0): LedgerEvent => ({ kind: 'resume', atMs, agoMs })
const leftMs = (events: readonly LedgerEvent[], nowMs: number) => timeAt(plan, events, nowMs)?.leftMs
const endMs = (events: readonly LedgerEvent[], nowMs: number) => {
  const time = timeAt(plan, events, nowMs)
  return time && endsAtMs(time, runsFromMs(events, nowMs))
}

describe('a grant that its learner has yet to read', () => {
  const asked = [start, ask(61 * second)]
  const granted = [...asked, grant(100 * second)]

  // EXT-311 EXT-316
  test('a grant stops the time until the learner resumes, which leaves all of it', () => {
    expect(leftMs(granted, 125 * second)).toBe(20 * second)
    expect(leftMs([...granted, resume(125 * second)], 125 * second)).toBe(20 * second)
    expect(leftMs([...granted, resume(125 * second)], 135 * second)).toBe(10 * second)
    expect(timeAt(plan, granted, 125 * second)).toMatchObject({ isPaused: true, addedMs: 20 * second })
    expect(pausedMs([...granted, resume(125 * second)], 200 * second)).toBe(25 * second)
  })

  test('a grant stops the time for at most two minutes, with any later events', () => {
    expect(heldAt(granted, 220 * second - 1)).toEqual({ offer: granted[2], untilMs: 220 * second })
    expect(heldAt(granted, 220 * second)).toBeUndefined()
    expect(leftMs(granted, 230 * second)).toBe(10 * second)
    expect(leftMs([...granted, resume(4000 * second)], 4000 * second)).toBe(0)
    expect(endMs(granted, 101 * second)).toBe(240 * second)
  })

  test('the moment of reading a grant is at most the length of the silence earlier, and not before the grant', () => {
    expect(leftMs([...granted, resume(125 * second, 10 * second)], 125 * second)).toBe(10 * second)
    expect(leftMs([...granted, resume(110 * second, 50 * second)], 110 * second)).toBe(10 * second)
  })

  test('moves the end from which on the server completes', () => {
    const margins = { finishMs: 60 * second, outageMs: 0, requestMs: 900 * second }
    const from = (events: readonly LedgerEvent[], nowMs: number) =>
      completesFromMs(endMs(events, nowMs) ?? 0, margins, { outages: [], isRequested: false })
    expect(from(granted, 100 * second)).toBe(300 * second)
    expect(from([...granted, resume(125 * second)], 125 * second)).toBe(205 * second)
  })

  test('a grant keeps the time stopped in a pause, and after the offer that ends the pause', () => {
    const inPause = [...asked, at(90 * second, { kind: 'pause' }), grant(100 * second)]
    expect(heldAt(inPause, 4000 * second)).toEqual({ offer: undefined, untilMs: undefined })
    const offered = [...inPause, at(4000 * second, { kind: 'resume-offer', withinMs: 60 * second })]
    expect(heldAt(offered, 4000 * second)?.untilMs).toBe(4060 * second)
    const pausedAfter = [...granted, at(110 * second, { kind: 'pause' })]
    expect(heldAt(pausedAfter, 4000 * second)).toEqual({ offer: undefined, untilMs: undefined })
    expect(leftMs([...pausedAfter, resume(4000 * second)], 4000 * second)).toBe(20 * second)
  })

  test('a grant replaces an offer to resume, and does not shorten it', () => {
    const offer = (withinMs: number) => at(95 * second, { kind: 'resume-offer', withinMs })
    const held = (withinMs: number) => [...asked, at(90 * second, { kind: 'pause' }), offer(withinMs), grant(100 * second)]
    expect(heldAt(held(10 * second), 101 * second)).toMatchObject({ offer: { kind: 'extension' }, untilMs: 220 * second })
    expect(heldAt(held(300 * second), 101 * second)).toMatchObject({ offer: { kind: 'extension' }, untilMs: 395 * second })
  })
})

describe('which grant holds the time', () => {
  const isHeld = (events: readonly LedgerEvent[]) => grantOf(events, second).withinMs !== undefined

  test('only a learner who waits gets a held grant, not one who got time in another way since the request', () => {
    expect(grantOf([start, ask(1)], 20)).toEqual({ kind: 'extension', byMs: 20, withinMs: 120_000 })
    const more = [at(2, { kind: 'extra-time', byMs: 1 }), at(2, { kind: 'absence', byMs: 1 })]
    for (const event of [...more, at(2, { kind: 'reopen', byMs: 1, text: '' })]) {
      expect(isHeld([start, ask(1), event])).toBe(false)
      expect(isHeld([start, event, ask(3)])).toBe(true)
    }
    expect(isHeld([start, ask(1), at(2, { kind: 'pause' })])).toBe(true)
    expect(isHeld([start, ask(1), at(2, { kind: 'incident', text: '' })])).toBe(true)
  })

  test('a request of an earlier page version gets no held grant, because that page would not resume', () => {
    expect(grantOf([start, askOfOld(1)], 20)).toEqual({ kind: 'extension', byMs: 20 })
    expect(isHeld([start, ask(1), at(2, { kind: 'extension-withdraw' }), askOfOld(3)])).toBe(false)
    expect(isHeld([start])).toBe(false)
  })
})

/** Frozen: the details of these events as earlier versions have stored them, and what those versions made of them. */
const storedBefore: readonly LedgerEvent[] = [
  { kind: 'start', atMs: 0 },
  { kind: 'pause', atMs: 10_000 },
  { kind: 'resume-offer', atMs: 20_000, withinMs: 120_000 },
  { kind: 'resume', atMs: 30_000, agoMs: 5000 },
  { kind: 'extension-request', atMs: 80_000 },
  { kind: 'extension', atMs: 90_000, byMs: 60_000 },
  { kind: 'extra-time', atMs: 100_000, byMs: 10_000 },
  { kind: 'absence', atMs: 130_000, byMs: 20_000 },
]

test('a ledger of an earlier version, without held grants, has the same result as before', () => {
  expect(pauses(storedBefore)).toEqual([{ fromMs: 10_000, toMs: 25_000 }])
  expect(heldAt(storedBefore, 91_000)).toBeUndefined()
  expect(pausedMs(storedBefore, 200_000)).toBe(35_000)
  expect(timeAt(plan, storedBefore, 95_000)).toEqual({
    ...{ isPaused: false, partId: undefined, leftMs: 50_000, addedMs: 70_000, elapsedMs: 80_000, parts: {} },
  })
  expect(endMs(storedBefore, 130_000)).toBe(180_000)
})

// EXT-314 EXT-321
test('a request needs a decision, and after a refusal until the exam continues', () => {
  const declined = (...events: LedgerEvent[]) => [start, ask(1), ...events, at(5, { kind: 'extension-decline' })]
  expect(isAnswerDue([start])).toBe(false)
  expect(isAnswerDue([start, ask(1)])).toBe(true)
  expect(isAnswerDue([start, ask(1), at(2, { kind: 'extension-withdraw' })])).toBe(false)
  expect(isAnswerDue([start, ask(1), grant(2)])).toBe(false)
  expect(isAnswerDue(declined())).toBe(true)
  expect(isAnswerDue([...declined(), at(6, { kind: 'pause' })])).toBe(true)
  const more = (atMs: number) => at(atMs, { kind: 'extra-time', byMs: 1 })
  expect(isAnswerDue([...declined(), more(6)])).toBe(false)
  expect(isAnswerDue(declined(more(4)))).toBe(false)
  expect(isAnswerDue([...declined(), more(6), ask(7)])).toBe(true)
})

describe('the hold is taken', () => {
  const numbered = (events: readonly LedgerEvent[]) => events.map((event, index) => ({ ...event, number: index + 1 }))
  const pause = at(2, { kind: 'pause' })
  const offer = at(3, { kind: 'resume-offer', withinMs: 1000 })

  test('by who has seen the grant, and not by who takes an offer from before it', () => {
    const events = numbered([start, pause, offer, grant(4)])
    expect(takesHold(events, 3, 5)).toBe(false)
    expect(takesHold(events, 4, 5)).toBe(true)
    expect(takesHold(numbered([start, ask(1), grant(2)]), 3, 3)).toBe(true)
    expect(takesHold(numbered([start, ask(1), grant(2)]), 2, 3)).toBe(false)
  })

  test('a grant is not resumed if nothing is held any more, or an invigilator has paused since', () => {
    expect(takesHold(numbered([start, grant(2)]), 2, 2 + grantHoldMs)).toBe(false)
    expect(takesHold(numbered([start, grant(2), at(3, { kind: 'pause' })]), 2, 4)).toBe(false)
    expect(takesHold(numbered([start, pause, offer]), 2, 5)).toBe(false)
    expect(takesHold(numbered([start, pause, offer, offer]), 3, 5)).toBe(true)
    expect(takesHold(numbered([start]), 9, 5)).toBe(false)
  })
})

/** Whatever may come before and after the one grant of a form run, this many milliseconds after what came before. */
const anyEvent = fc
  .tuple(
    fc.constantFrom('pause', 'resume', 'resume-offer', 'absence', 'extra-time', 'extension-request', 'extension-withdraw'),
    fc.nat(90 * second),
  )
  .map(([kind, lengthMs]): NewEvent => {
    if (kind === 'absence' || kind === 'extra-time') return { kind, byMs: lengthMs }
    return kind === 'resume-offer' ? { kind, withinMs: lengthMs } : { kind }
  })
const anyEvents = fc.array(fc.record({ event: anyEvent, afterMs: fc.nat(90 * second) }), { maxLength: 5 })

const eventsFrom = (some: readonly { event: NewEvent; afterMs: number }[], fromMs: number): LedgerEvent[] => {
  let atMs = fromMs
  return some.map(({ event, afterMs }) => {
    atMs += afterMs
    return at(atMs, event)
  })
}

// EXT-311 EXT-316
test('a grant gives its whole time to who reads it within the bound, and holds no longer than the bound for who doesn’t', () => {
  fc.assert(
    fc.property(
      fc.nat(300 * second),
      fc.integer({ min: 1, max: 400 * second }),
      fc.nat(400 * second),
      (waitMs, byMs, readMs) => {
        const grantedMs = 60 * second + waitMs
        const resumedMs = grantedMs + readMs
        const events = [start, ask(60 * second), grant(grantedMs, byMs), resume(resumedMs)]
        const goneMs = Math.max(0, readMs - grantHoldMs)
        expect(leftMs(events, resumedMs)).toBe(Math.max(0, byMs - goneMs))
        expect(pausedMs(events, resumedMs + 1000 * second)).toBe(Math.min(readMs, grantHoldMs))
      },
    ),
  )
})

// EXT-316
test('a hold gains at most its limit and takes no time from the learner, with any other events', () => {
  fc.assert(
    fc.property(anyEvents, anyEvents, fc.nat(60 * second), fc.nat(300 * second), (earlier, later, afterMs, nowAfterMs) => {
      const before = [start, ...eventsFrom(earlier, 0)]
      const grantedMs = (before.at(-1)?.atMs ?? 0) + afterMs
      const after = eventsFrom(later, grantedMs)
      const nowMs = (after.at(-1)?.atMs ?? grantedMs) + nowAfterMs
      const held = [...before, grant(grantedMs), ...after]
      const unheld = [...before, at(grantedMs, { kind: 'extension', byMs: 20 * second }), ...after]
      const moreMs = pausedMs(held, nowMs) - pausedMs(unheld, nowMs)
      const pausesAgain = after.some(({ kind }) => kind === 'pause' || kind === 'resume-offer')
      expect(moreMs).toBeGreaterThanOrEqual(0)
      if (!pausesAgain) expect(moreMs).toBeLessThanOrEqual(grantHoldMs)
      expect(leftMs(held, nowMs)).toBeGreaterThanOrEqual(leftMs(unheld, nowMs) ?? 0)
      expect(extensionMs(held)).toBe(extensionMs(unheld))
      for (const { fromMs, toMs } of pauses(held)) expect(fromMs).toBeLessThanOrEqual(toMs)
    }),
    { numRuns: 500 },
  )
})
