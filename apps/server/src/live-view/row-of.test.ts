import { type LiveAct, type LiveRow, liveRow, noContactMs } from '@sitwell/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LiveFacts, PageFacts, SittingFacts } from './facts.ts'
import { judgeAct } from './judge-act.ts'
import { rowOf, stateAt, waitingForMs } from './row-of.ts'

/** The present moment of every case; what the server knows is of before. */
const nowMs = Date.parse('2026-12-03T10:00:00Z')

const past = fc.integer({ min: nowMs - 7_200_000, max: nowMs })
const anyMoment = fc.integer({ min: nowMs - 7_200_000, max: nowMs + 7_200_000 })
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined })
const milliseconds = fc.integer({ min: 0, max: 7_200_000 })

const page: fc.Arbitrary<PageFacts> = fc.record({
  waitedAtMs: maybe(past),
  reportedAtMs: maybe(past),
  leftMs: maybe(milliseconds),
  offMs: maybe(fc.integer({ min: -10_000, max: 10_000 })),
  clockOffMs: maybe(fc.integer({ min: -200_000, max: 200_000 })),
  unsent: fc.nat(50),
  build: maybe(fc.constantFrom('1.0', '2.0')),
})

const sitting: fc.Arbitrary<SittingFacts> = fc.record({
  formRunGuid: fc.constant('run'),
  startedAtMs: past,
  completedAtMs: maybe(past),
  completedBecause: maybe(fc.constantFrom('chosen' as const, 'time-over' as const, 'server' as const, 'staff' as const)),
  heardAtMs: maybe(past),
  savedAtMs: maybe(past),
  endsAtMs: maybe(anyMoment),
  pausedAtMs: maybe(past),
  heldUntilMs: maybe(anyMoment),
  standingLeftMs: maybe(milliseconds),
  question: maybe(fc.constant({ number: 2, of: 3 })),
  rest: fc.constant({ allowanceMs: 0, breaks: [] }),
  ownMs: milliseconds,
  addedMs: milliseconds,
  supervision: fc.array(fc.record({ provider: fc.constant('P'), what: fc.constantFrom('start', 'loss', 'waiver', 'end') }), {
    maxLength: 2,
  }),
  requestedAtMs: maybe(past),
  incidents: fc.nat(3),
})

const facts: fc.Arbitrary<LiveFacts> = fc.record({
  scheduleGuid: fc.constant('schedule'),
  userGuid: fc.constant('user'),
  userId: fc.constant(1),
  username: fc.constant('ada'),
  firstName: fc.constant('Ada'),
  lastName: fc.constant('Li'),
  examGuid: fc.constant('exam'),
  examName: fc.constant('Trees'),
  deliveryId: maybe(fc.constant('delivery')),
  roomId: maybe(fc.constant('hall')),
  opensAtMs: maybe(anyMoment),
  closesAtMs: maybe(anyMoment),
  isHeld: fc.boolean(),
  wholeMs: maybe(milliseconds),
  ownMs: milliseconds,
  addedMs: milliseconds,
  attendance: maybe(fc.constantFrom('present' as const, 'absent' as const)),
  page: maybe(page),
  sitting: maybe(sitting),
})

/** The moments of a row that say when something was. */
const pastOf = (row: LiveRow) =>
  [row.contactAt, row.savedAt, row.page?.at, row.startedAt, row.handedInAt, row.requestedAt].flatMap((at) =>
    at === undefined ? [] : [Date.parse(at)],
  )

// OFFICE-108
test('no moment of a row is later than what the server knows, and none is moved as time goes by', () => {
  void fc.assert(
    fc.property(facts, fc.nat(7_200_000), (one, laterMs) => {
      const [row, later] = [rowOf(one, nowMs, '2.0'), rowOf(one, nowMs + laterMs, '2.0')]
      expect(liveRow.safeParse(row).success).toBe(true)
      const known = [one.page?.waitedAtMs, one.page?.reportedAtMs, one.sitting?.heardAtMs, one.sitting?.savedAtMs]
      const begun = [one.sitting?.startedAtMs, one.sitting?.completedAtMs, one.sitting?.requestedAtMs]
      for (const at of pastOf(row)) {
        expect(at).toBeLessThanOrEqual(nowMs)
        expect([...known, ...begun]).toContain(at)
      }
      expect(pastOf(later)).toEqual(pastOf(row))
    }),
  )
})

// OFFICE-108
test('without a word from its page nobody works, or waits, for longer than it takes to notice', () => {
  void fc.assert(
    fc.property(facts, fc.nat(7_200_000), (one, laterMs) => {
      const atMs = nowMs + laterMs
      const state = stateAt(one, atMs)
      const silentMs = atMs - (one.sitting ? (one.sitting.heardAtMs ?? 0) : (one.page?.waitedAtMs ?? 0))
      if (state === 'working' || state === 'paused') expect(silentMs).toBeLessThanOrEqual(noContactMs)
      if (state === 'waiting') expect(silentMs).toBeLessThanOrEqual(waitingForMs)
      // And once without contact, time alone brings nobody back.
      if (state === 'no-contact') expect(['no-contact', 'time-over']).toContain(stateAt(one, atMs + 60_000))
    }),
  )
})

// OFFICE-105
test('a sitting is handed in exactly if it was completed, whatever else is known', () => {
  void fc.assert(
    fc.property(facts, (one) => {
      const row = rowOf(one, nowMs, '2.0')
      const isOver = one.sitting?.completedAtMs !== undefined
      expect([row.state === 'handed-in', row.handedInAt !== undefined]).toEqual([isOver, isOver])
      if (isOver) expect([row.time, row.isPaused, row.requestedAt]).toEqual([undefined, false, undefined])
    }),
  )
})

test('time is shown as it runs, or as it stands, and never as both', () => {
  void fc.assert(
    fc.property(facts, (one) => {
      const { time, isPaused, state } = rowOf(one, nowMs, '2.0')
      if (!time) return
      expect((time.endsAt === undefined) !== (time.leftMs === undefined)).toBe(true)
      expect(time.leftMs === undefined).toBe(!isPaused)
      if (time.leftMs !== undefined) expect(time.leftMs).toBeGreaterThanOrEqual(0)
      if (state === 'time-over') expect(Date.parse(time.endsAt ?? '')).toBeLessThanOrEqual(nowMs)
    }),
  )
})

// OFFICE-104
test('a page is off beyond two seconds, its device beyond a minute, and its build if it is another', () => {
  void fc.assert(
    fc.property(facts, (one) => {
      const { page: shown } = rowOf(one, nowMs, '2.0')
      if (!shown || !one.page) return
      const { offMs, clockOffMs, build } = one.page
      expect(shown.isOff).toBe(offMs !== undefined && (offMs > 2000 || offMs < -2000))
      expect(shown.isClockWrong).toBe(clockOffMs !== undefined && (clockOffMs > 60_000 || clockOffMs < -60_000))
      expect(shown.isOldBuild).toBe(build === '1.0')
    }),
  )
})

// OFFICE-111
test('a sitting is unsupervised exactly if its supervision was lost or waived', () => {
  void fc.assert(
    fc.property(facts, (one) => {
      const reports = one.sitting?.supervision.map(({ what }) => what) ?? []
      expect(rowOf(one, nowMs, '2.0').isUnsupervised).toBe(reports.includes('loss') || reports.includes('waiver'))
    }),
  )
})

const acts: readonly LiveAct[] = [
  ...([
    { kind: 'pause' },
    { kind: 'resume' },
    { kind: 'hold-start' },
    { kind: 'release-start' },
    { kind: 'free-device' },
    { kind: 'rest-break' },
    { kind: 'end-rest-break' },
  ] as const),
  ...([
    { kind: 'add-time', seconds: 60 },
    { kind: 'let-in-late', seconds: 60 },
    { kind: 'decide-request', seconds: 0 },
  ] as const),
  ...([
    { kind: 'end', reason: 'r' },
    { kind: 'reopen', reason: 'r' },
    { kind: 'waive', reason: 'r' },
  ] as const),
  ...([
    { kind: 'message', text: 't' },
    { kind: 'evacuate', text: 't' },
    { kind: 'move', roomID: 'hall' },
  ] as const),
  ...([
    { kind: 'incident', category: 'other', text: 't' },
    { kind: 'attendance', attendance: 'present' },
  ] as const),
]

// OFFICE-102
test('whoever is left as they are is given a reason, and what was handed in stays so but for a reopening, and for time after its end', () => {
  void fc.assert(
    fc.property(facts, fc.constantFrom(...acts), (one, act) => {
      const judged = judgeAct(act, one, nowMs)
      expect(judged.reason !== undefined).toBe(judged.outcome === 'refused')
      const isOver = one.sitting?.completedAtMs !== undefined
      const changesTime = ['pause', 'resume', 'end', 'evacuate', 'decide-request', 'message', 'rest-break'].includes(act.kind)
      if (isOver && changesTime) expect(judged.reason).toBe('handed-in')
      if (act.kind === 'reopen' && one.sitting) expect(judged.outcome === 'applied').toBe(isOver)
      if (judged.endsAtMs !== undefined) expect(judged.endsAtMs).toBeGreaterThan(nowMs)
    }),
  )
})

const minuteMs = 60_000

/** A sitting under way whose time stands still for a rest break that began so long ago, and lasts so long at most. */
const resting = (one: SittingFacts, agoMs: number, withinMs: number): SittingFacts => {
  const fromMs = nowMs - agoMs
  return {
    ...{ ...one, completedAtMs: undefined, heardAtMs: nowMs, pausedAtMs: fromMs, heldUntilMs: fromMs + withinMs },
    rest: { allowanceMs: withinMs, breaks: [{ fromMs, toMs: fromMs + withinMs }] },
  }
}

test('who has a rest break is resting and not paused, with what is left of it, until it is over by itself', () => {
  void fc.assert(
    fc.property(
      facts,
      sitting,
      fc.nat(30 * minuteMs),
      fc.integer({ min: 1000, max: 30 * minuteMs }),
      (one, of, agoMs, withinMs) => {
        const had: LiveFacts = { ...one, sitting: resting(of, agoMs, withinMs) }
        const row = rowOf(had, nowMs, '2.0')
        const isResting = agoMs < withinMs
        expect([row.state === 'resting', row.isPaused]).toEqual([isResting, false])
        const untilMs = nowMs - agoMs + withinMs
        expect(row.rest).toEqual(
          isResting ? { allowanceMs: withinMs, until: new Date(untilMs).toISOString() } : { allowanceMs: withinMs, leftMs: 0 },
        )
        expect(judgeAct({ kind: 'end-rest-break' }, had, nowMs).outcome).toBe(isResting ? 'applied' : 'unchanged')
        expect(judgeAct({ kind: 'rest-break' }, had, nowMs).outcome).toBe(isResting ? 'unchanged' : 'refused')
      },
    ),
  )
})
