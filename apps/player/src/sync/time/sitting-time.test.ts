import type { FormRunState } from '@sitwell/contract'
import { buildPaper } from '@sitwell/exam/paper/paper'
import type { ExamPlan, PartPlan } from '@sitwell/exam/time/exam-plan'
import { type ExamTime, enterPart, freshTime } from '@sitwell/exam/time/exam-time'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSittingTime, type SittingTimeParts } from './sitting-time.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const second = 1000
const minute = 60 * second
const part = (id: string, fields: Partial<PartPlan> = {}): PartPlan => ({
  id,
  timeMs: 10 * minute,
  readingMs: 0,
  warningMs: 0,
  oneWay: false,
  ...fields,
})
const planWith = (...parts: PartPlan[]): ExamPlan => ({ timeMs: 0, warningMs: 0, parts })
const oneTime: ExamPlan = { timeMs: 60 * minute, warningMs: 0, parts: [] }

/** A sitting whose two clocks go with the timers, and can be set. */
const sit = (plan: ExamPlan = oneTime, changed: Partial<SittingTimeParts> = {}) => {
  const ids = plan.parts.map(({ id }) => id)
  const paper = buildPaper([
    { sectionId: 'root', sectionIds: ids, questionIds: ['last'] },
    ...ids.map((id) => ({ sectionId: id, sectionIds: [], questionIds: [`question of ${id}`] })),
  ])
  const set = { wallMs: 0, steadyMs: 0 }
  const time = createSittingTime({
    plan,
    paper,
    time: enterPart(freshTime(plan), plan, ids[0]),
    isFresh: true,
    readClocks: () => ({ wallMs: Date.now() + set.wallMs, steadyMs: Date.now() + set.steadyMs }),
    onError: (error) => {
      throw error
    },
    ...changed,
  })
  const ends: string[] = []
  time.onEnd((end) => ends.push(end))
  const shifts: number[] = []
  time.onClockChange((byMs) => shifts.push(byMs))
  const pass = (ms: number) => vi.advanceTimersByTime(ms)
  return { time, set, ends, shifts, pass, leftMs: () => time.read().timer.leftMs }
}

/** What the server's ledger says, of an exam that has one time. */
const ledger = (remainingMs: number, changed: Partial<FormRunState> = {}): FormRunState => ({
  formRunGuid: 'run',
  number: 1,
  completed: false,
  paused: false,
  pausedTime: 0,
  extensionStatus: 0,
  extendable: 0,
  isExtendable: false,
  awaitingExtension: false,
  examTime: 3600,
  examTimeRemaining: remainingMs / second,
  elapsedTime: 0,
  sections: [],
  time: '2026-11-21T12:00:00.000Z',
  ...changed,
})

describe('the time of a sitting in the browser', () => {
  // TIME-302 TIME-326
  test('counts down to nothing in ticks of a second, and tells of each', () => {
    const { time, pass, leftMs } = sit()
    let calls = 0
    time.subscribe(() => (calls += 1))
    pass(5 * second)
    expect(calls).toBe(5)
    expect(leftMs()).toBe(60 * minute - 5 * second)
    expect(time.read()).toBe(time.read())
    expect(time.read().timer).toMatchObject({ direction: -1, startMs: 60 * minute, endMs: 0, tickMs: second })
  })

  // TIME-302 TIME-327
  test('has a timer that stands at its ten seconds where nothing is timed', () => {
    const { time, ends, pass } = sit({ timeMs: 0, warningMs: 0, parts: [] })
    pass(minute)
    expect(time.read().timer).toMatchObject({ direction: -1, startMs: 10 * second, endMs: 0, leftMs: undefined })
    expect(ends).toEqual([])
  })

  // TIME-303 ERR-313
  test('is refused where its timer would have to count down from below its end', () => {
    const plan = { ...oneTime, timeMs: -minute }
    expect(() => sit(plan, { time: { ...freshTime(plan), leftMs: minute } })).toThrow("can't count down")
  })

  test('is right at once after a sleep without ticks, and to the millisecond when it is saved', () => {
    const { time, set, pass, leftMs } = sit()
    set.wallMs = 30 * second
    set.steadyMs = 30 * second
    pass(1500)
    expect(leftMs()).toBe(60 * minute - 31 * second)
    expect(time.exact().leftMs).toBe(60 * minute - 31.5 * second)
  })

  // TIME-312 TIME-313
  test.each([61 * second, -61 * second, 365 * 24 * 60 * minute])(
    'a clock that is set by %i ms is told of, and changes nothing',
    (byMs) => {
      const { set, shifts, pass, leftMs } = sit()
      pass(10 * second)
      set.wallMs += byMs
      pass(10 * second)
      expect(shifts).toEqual([byMs])
      expect(leftMs()).toBe(60 * minute - 20 * second)
    },
  )

  // TIME-314 TIME-329
  test('a laptop that slept while the learner was away has let the time pass', () => {
    const { time, set, shifts, pass, leftMs } = sit()
    pass(10 * second)
    time.left()
    set.wallMs += 20 * minute
    pass(second)
    time.cameBack()
    expect(shifts).toEqual([])
    expect(leftMs()).toBe(60 * minute - 20 * minute - 11 * second)
    set.wallMs += 5 * minute
    pass(2 * second)
    expect(shifts).toEqual([5 * minute])
  })

  // TIME-306
  test('counts on from the moment at which it is resumed, with what was left, however long the pause and the sleep in it', () => {
    const { time, set, pass } = sit()
    pass(10_400)
    time.pause('invigilator')
    pass(3300)
    set.wallMs += 20 * minute
    set.steadyMs += 20 * minute
    time.resume('invigilator')
    expect(time.exact().leftMs).toBe(60 * minute - 10_400)
    pass(250)
    expect(time.exact().leftMs).toBe(60 * minute - 10_650)
  })

  // PAUSE-307
  test('stands still while anybody holds it', () => {
    const { time, pass, leftMs } = sit()
    time.pause('invigilator')
    pass(minute)
    time.pause('connection')
    time.resume('invigilator')
    pass(minute)
    expect(time.read().pausedBy).toBe('connection')
    time.resume('connection')
    expect([leftMs(), time.passedMs(), time.read().pausedBy]).toEqual([60 * minute, 0, undefined])
    pass(second)
    expect(leftMs()).toBe(60 * minute - second)
  })

  // TIME-301 TIME-319 TIME-321
  test('tells when reading, a part with another after it, and the last part are over', () => {
    const { time, ends, pass } = sit(planWith(part('a', { readingMs: minute }), part('b')))
    expect(time.read().isReading).toBe(true)
    pass(minute)
    expect([time.read().isReading, ...ends]).toEqual([false, 'reading'])
    pass(10 * minute)
    expect([time.read().timeUp, ...ends]).toEqual(['part', 'reading', 'part'])
    time.complete('a')
    time.enter('b')
    expect(time.read().timeUp).toBeUndefined()
    pass(11 * minute)
    expect([time.read().timeUp, ...ends]).toEqual(['exam', 'reading', 'part', 'exam'])
    time.give(minute)
    expect([time.read().timeUp, time.read().timer.leftMs]).toEqual([undefined, minute])
  })

  test('a part whose time is up already is known at once, and told of when it is entered', () => {
    const plan = planWith(part('a'), part('b'))
    const fresh = freshTime(plan)
    const used: ExamTime = {
      ...fresh,
      parts: { ...fresh.parts, b: { readingLeftMs: 0, leftMs: 0, addedMs: 0, isComplete: false } },
    }
    expect(sit(plan, { time: { ...used, partId: 'b' } }).time.read().timeUp).toBe('exam')
    const { time, ends } = sit(plan, { time: { ...used, partId: 'a' } })
    time.enter('b')
    expect(ends).toEqual(['exam'])
  })

  test('time that is given in front of a part that is over is there in the next one', () => {
    const { time, pass } = sit(planWith(part('a'), part('b')))
    pass(10 * minute)
    time.complete('a')
    time.give(5 * minute)
    pass(minute)
    time.enter('b')
    expect(time.read().timer.leftMs).toBe(15 * minute)
  })

  test('the last part with a question to go to has none after it', () => {
    const { time, ends, pass } = sit(planWith(part('a'), part('b')), { isDisabled: (id) => id === 'question of b' })
    pass(10 * minute)
    expect([time.read().timeUp, ...ends]).toEqual(['exam', 'exam'])
  })

  test('reading is skipped once, and only where there is some', () => {
    const { time, pass } = sit(planWith(part('a', { readingMs: minute }), part('b')))
    const { moves } = time.read()
    time.skipReading()
    time.skipReading()
    expect([time.read().isReading, time.read().moves - moves, time.skippedReading()]).toEqual([false, 1, ['a']])
    pass(second)
    expect(time.read().timer.leftMs).toBe(10 * minute - second)
  })
})

describe('an offer to go on after a pause', () => {
  const offer = { number: 3, leftMs: 2 * minute }

  // PAUSE-309
  test('lets the time stand until the learner takes it', () => {
    const { time, leftMs, pass } = sit()
    time.pause('invigilator')
    pass(minute)
    time.offer(offer)
    let calls = 0
    time.subscribe(() => (calls += 1))
    pass(90 * second)
    expect(time.read()).toMatchObject({ pausedBy: 'offer', offerLeftMs: 30 * second })
    expect([calls, leftMs()]).toEqual([90, 60 * minute])
    time.takeOffer()
    expect(time.read()).toMatchObject({ pausedBy: undefined, offerLeftMs: undefined })
    pass(minute)
    expect(leftMs()).toBe(59 * minute)
    // The server has yet to hear of it, or the word of it comes twice.
    time.offer(offer)
    time.meet(ledger(60 * minute, { resumeOffer: { number: 3, seconds: 60 } }))
    expect(time.read().pausedBy).toBeUndefined()
    expect(time.offers()).toEqual({ standing: undefined, taken: 3 })
  })

  // EXT-311 EXT-316
  test('after a grant lets all of it stand until the learner has read that, whatever the clocks of the computer do', () => {
    const { time, set, leftMs, pass } = sit()
    pass(60 * minute)
    expect(time.read()).toMatchObject({ timeUp: 'exam', granted: undefined })
    time.offer({ ...offer, extension: 20 })
    time.give(20 * second)
    pass(25 * second)
    // Somebody sets the clock of the computer.
    set.wallMs += 60 * minute
    pass(second)
    expect(time.read()).toMatchObject({ pausedBy: 'offer', granted: 20, offerLeftMs: 94 * second, timeUp: undefined })
    time.meet(ledger(20 * second, { examTime: 3620, resumeOffer: { number: 3, seconds: 94, extension: 20 } }))
    expect([leftMs(), time.read().granted]).toEqual([20 * second, 20])
    time.takeOffer()
    expect(time.read()).toMatchObject({ pausedBy: undefined, granted: undefined })
    pass(5 * second)
    expect(leftMs()).toBe(15 * second)
  })

  test('runs out to the millisecond, also in a sleep, and the time runs by itself from there', () => {
    const { time, set, ends, leftMs, pass } = sit()
    time.pause('invigilator')
    time.offer(offer)
    set.wallMs += 10 * minute
    set.steadyMs += 10 * minute
    pass(second)
    expect([time.read().pausedBy, leftMs()]).toEqual([undefined, 60 * minute - 8 * minute - second])
    expect(time.passedMs()).toBe(8 * minute + second)
    time.meet(ledger(60 * minute, { resumeOffer: { number: 3, seconds: 0.2 } }))
    expect(time.read().pausedBy).toBeUndefined()
    time.pause('invigilator')
    time.offer({ number: 5, leftMs: minute })
    pass(53 * minute)
    expect(ends).toEqual(['exam'])
  })

  test('is taken back by a pause, by the server, and by a resume that asks for nothing', () => {
    const { time, pass } = sit()
    for (const takeBack of [
      () => time.pause('invigilator'),
      () => time.resume('invigilator'),
      () => time.meet(ledger(60 * minute)),
      () => time.meet(ledger(60 * minute, { paused: true })),
    ]) {
      time.pause('invigilator')
      time.offer(offer)
      expect(time.read().pausedBy).toBe('offer')
      takeBack()
      pass(second)
      expect(time.read().offerLeftMs).toBeUndefined()
    }
    expect(time.read().pausedBy).toBe('invigilator')
  })

  test('of the server goes on for as long as it says, and one that a page kept for as long as is left of it', () => {
    const { time, pass } = sit(oneTime, { isFresh: false, offer, takenOffer: 2 })
    expect(time.read()).toMatchObject({ pausedBy: 'offer', offerLeftMs: 2 * minute })
    time.meet(ledger(60 * minute, { resumeOffer: { number: 3, seconds: 20 } }))
    expect(time.read().offerLeftMs).toBe(20 * second)
    time.pause('connection')
    pass(20 * second)
    expect(time.read()).toMatchObject({ pausedBy: 'connection', offerLeftMs: undefined })
    time.meet(ledger(60 * minute, { resumeOffer: { number: 2, seconds: 20 } }))
    expect(time.read().pausedBy).toBe('connection')
  })
})

describe('a sitting that meets the ledger', () => {
  test('takes the lower time, and no time back that nobody gave', () => {
    const { time, leftMs, pass } = sit()
    pass(10 * minute)
    time.meet(ledger(55 * minute))
    expect(leftMs()).toBe(50 * minute)
    time.meet(ledger(40 * minute))
    expect(leftMs()).toBe(40 * minute)
  })

  test('has time that was given once, whether it was told of or not', () => {
    const { time, leftMs } = sit()
    time.give(5 * minute)
    time.meet(ledger(65 * minute, { examTime: 65 * 60 }))
    expect(leftMs()).toBe(65 * minute)
    time.meet(ledger(75 * minute, { examTime: 75 * 60 }))
    expect(leftMs()).toBe(75 * minute)
  })

  // OFFICE-110
  test('has less once an accommodation is withdrawn, and what is approved after that, of the exam and of each part', () => {
    const { time, leftMs, pass } = sit()
    time.meet(ledger(75 * minute, { examTime: 75 * 60 }))
    pass(10 * minute)
    time.meet(ledger(50 * minute, { examTime: 60 * 60 }))
    expect(leftMs()).toBe(50 * minute)
    time.meet(ledger(80 * minute, { examTime: 90 * 60 }))
    expect(leftMs()).toBe(80 * minute)
    const ofParts = sit(planWith(part('a'), part('b')))
    const sections = (seconds: number) =>
      ['a', 'b'].map((id) => ({
        ...{ id, sectionTime: seconds, sectionTimeRemaining: seconds, readingTimeRemaining: 0, complete: false },
      }))
    for (const minutes of [15, 10, 20]) {
      ofParts.time.meet(ledger(0, { examTime: 0, sections: sections(minutes * 60) }))
      expect(Object.values(ofParts.time.read().time.parts).map(({ leftMs: left }) => left)).toEqual([
        minutes * minute,
        minutes * minute,
      ])
    }
  })

  test('that has used what is taken back has none left, and not less', () => {
    const { time, leftMs, ends, pass } = sit()
    time.meet(ledger(75 * minute, { examTime: 75 * 60 }))
    pass(70 * minute)
    time.meet(ledger(0, { examTime: 70 * 60 }))
    expect([leftMs(), ...ends]).toEqual([0, 'exam'])
    time.meet(ledger(5 * minute, { examTime: 75 * 60 }))
    expect(leftMs()).toBe(5 * minute)
  })

  // PAUSE-314
  test('gets a pause back that it missed while the connection was away', () => {
    const { time, leftMs, pass } = sit()
    pass(20 * minute)
    time.meet(ledger(55 * minute, { pausedTime: 15 * 60 }))
    expect(leftMs()).toBe(55 * minute)
    expect(time.read().time.elapsedMs).toBe(5 * minute)
    pass(minute)
    time.meet(ledger(55 * minute, { pausedTime: 15 * 60 }))
    expect(leftMs()).toBe(54 * minute)
  })

  test('is paused where the ledger is, and a page that opens in a pause counts none of it twice', () => {
    const { time, leftMs, pass } = sit(oneTime, { isFresh: false, pausedBy: 'invigilator' })
    pass(minute)
    time.meet(ledger(60 * minute, { paused: true, pausedTime: 600 }))
    expect([time.read().pausedBy, leftMs()]).toEqual(['invigilator', 60 * minute])
    pass(minute)
    time.meet(ledger(60 * minute, { paused: false, pausedTime: 660 }))
    expect([time.read().pausedBy, leftMs()]).toEqual([undefined, 60 * minute])
  })

  test('does not end for want of a connection that the ledger has not yet heard of', () => {
    const { time, ends, leftMs, pass } = sit()
    pass(55 * minute)
    time.pause('connection')
    pass(10 * minute)
    time.meet(ledger(0))
    expect([time.read().timeUp, leftMs(), ...ends]).toEqual([undefined, 5 * minute])
    time.meet(ledger(5 * minute, { pausedTime: 600 }))
    pass(20 * second)
    time.resume('connection')
    expect(leftMs()).toBe(5 * minute)
    pass(second)
    // The ledger has heard of the twenty seconds too; had it not, they would be gone.
    time.meet(ledger(5 * minute, { pausedTime: 620 }))
    expect(leftMs()).toBe(5 * minute - second)
    time.meet(ledger(5 * minute - 21 * second, { pausedTime: 620 }))
    expect(leftMs()).toBe(5 * minute - 21 * second)
    expect(ends).toEqual([])
  })

  test('knows parts by their own times, and what was completed elsewhere', () => {
    const { time } = sit(planWith(part('a'), part('b', { oneWay: true, readingMs: minute })))
    const sections = [
      { id: 'a', sectionTime: 600, sectionTimeRemaining: 480, readingTimeRemaining: 0, complete: true },
      { id: 'b', sectionTime: 900, sectionTimeRemaining: 960, readingTimeRemaining: 60, complete: false },
      { id: 'of another exam', sectionTime: 1, sectionTimeRemaining: 1, readingTimeRemaining: 0, complete: true },
    ]
    time.meet(ledger(0, { examTime: 0, sections }))
    expect(time.read().time.parts).toEqual({
      a: { leftMs: 8 * minute, readingLeftMs: 0, addedMs: 0, isComplete: true },
      b: { leftMs: 15 * minute, readingLeftMs: minute, addedMs: 5 * minute, isComplete: false },
    })
    expect(time.read().time.leftMs).toBeUndefined()
  })

  test.each([Number.NaN, -5, Number.POSITIVE_INFINITY, 1e300])('a ledger that says %d seconds does no harm', (seconds) => {
    const { time, leftMs } = sit()
    time.meet(ledger(0, { examTime: seconds, examTimeRemaining: seconds, elapsedTime: seconds, pausedTime: seconds }))
    expect(leftMs()).toBeGreaterThanOrEqual(0)
    expect(leftMs()).toBeLessThanOrEqual(365 * 24 * 60 * minute)
  })

  // TIME-315
  test('never has more than before unless it was given, in whatever order ticks, sleeps, pauses and states come', () => {
    const newEvent = fc.record({
      kind: fc.constantFrom('pass', 'sleep', 'set', 'pause', 'resume', 'offer', 'take', 'meet', 'left', 'back'),
      ms: fc.integer({ min: 0, max: 20 * minute }),
    })
    fc.assert(
      fc.property(fc.array(newEvent, { maxLength: 30 }), (newEvents) => {
        const { time, set, pass, leftMs } = sit()
        for (const { kind, ms } of newEvents) {
          const before = leftMs() ?? 0
          if (kind === 'pass') pass(ms % (3 * second))
          if (kind === 'sleep') set.wallMs += ms
          if (kind === 'set') set.wallMs -= ms
          if (kind === 'pause') time.pause('invigilator')
          if (kind === 'resume') time.resume('invigilator')
          if (kind === 'offer') time.offer({ number: ms, leftMs: ms })
          if (kind === 'take') time.takeOffer()
          if (kind === 'meet') time.meet(ledger(ms))
          if (kind === 'left') time.left()
          if (kind === 'back') time.cameBack()
          expect(leftMs()).toBeLessThanOrEqual(before)
          expect(leftMs()).toBeGreaterThanOrEqual(0)
        }
        time.stop()
      }),
      { numRuns: 60 },
    )
  })
})
