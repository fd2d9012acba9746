import type { FormRunState } from '@sitwell/contract'
import type { Paper } from '@sitwell/exam/paper/paper'
import { nextPart } from '@sitwell/exam/parts/navigation'
import type { ExamPlan } from '@sitwell/exam/time/exam-plan'
import {
  completePart,
  currentPart,
  type ExamTime,
  enterPart,
  giveTime,
  passTime,
  type RunningTimer,
  runningTimer,
  skipReading,
  type TimerEnd,
  timerEnd,
  timeUp,
} from '@sitwell/exam/time/exam-time'
import { countable, millisecondsOf } from '@sitwell/exam/time/milliseconds'
import { type Absence, type ClockReading, readClock, resumeGraceMs, watchClock } from '@sitwell/exam/time/watched-clock'
import { createListeners } from '@sitwell/request-queue/listeners'
import { mergeServerTimes } from './merge-server-times.ts'
import { createOfferKeeper, type StandingOffer } from './standing-offer.ts'

/** A pause on the server that is longer than what was seen of it here, by more than the way of a message, was missed. */
const missedPauseMs = 2000

/**
 * Who holds the time: an invigilator; their offer to continue, until the learner takes it or it runs out; or this browser, because the
 * connection is lost, or the key of the part has yet to come. What is named first counts more.
 */
const holders = ['invigilator', 'offer', 'connection', 'key'] as const
export type PausedBy = (typeof holders)[number]
type Holder = Exclude<PausedBy, 'offer'>

/** Where the time of a sitting stands, at the last tick or change. */
export interface TimeView {
  readonly time: ExamTime
  /** What the clock on the screen shows. */
  readonly timer: RunningTimer
  readonly isReading: boolean
  readonly pausedBy: PausedBy | undefined
  /** Milliseconds for which an offer to continue still lets the time stand. */
  readonly offerLeftMs: number | undefined
  /** Seconds of an extension that the learner was granted, and has yet to read: the time stands until then. */
  readonly granted: number | undefined
  /** Nothing is left where the learner is, until they leave the part or are given time. */
  readonly timeUp: 'part' | 'exam' | undefined
  /** How often the learner went to another part, finished one or skipped its reading. */
  readonly moves: number
}

/** The time of one sitting in this tab: it goes by here, and never beyond what the server's ledger has. */
export interface SittingTime {
  readonly plan: ExamPlan
  /** The same object until something changes. */
  read(): TimeView
  /** The time at this very moment, for saving it. */
  exact(): ExamTime
  /** Milliseconds that went by since the page was opened, reading included, pauses not. */
  passedMs(): number
  /** Tells of each tick and each change. */
  subscribe(listener: () => void): () => void
  /** Tells what ends: reading, a part that has another after it, or the exam (spec 3 §4). What is over already is in `read`. */
  onEnd(listener: (end: TimerEnd) => void): () => void
  /** Tells by how many milliseconds the computer's clock was set forward; back where negative. */
  onClockChange(listener: (byMs: number) => void): () => void
  enter(partId: string | undefined): void
  /** Ends a part for good. */
  complete(partId: string): void
  /** Ends the reading time of the part in which the learner is. */
  skipReading(): void
  pause(by: Holder): void
  /** Lets go whoever held it. What an invigilator has let go isn't held by an offer either. */
  resume(by: Holder): void
  /**
   * An invigilator has ended the pause, or granted an extension: the time stands on until the learner is back, and no longer than the offer
   * says.
   */
  offer(offer: StandingOffer): void
  /** The learner is back. */
  takeOffer(): void
  /** The offer that stands, and the number of the one that was taken last, or ran out; 0 if none did. */
  offers(): { readonly standing: StandingOffer | undefined; readonly taken: number }
  /** Adds milliseconds, until the ledger says the same. */
  give(ms: number): void
  /** How the form run stands by the server's ledger. */
  meet(state: FormRunState): void
  /** The learner left the exam's window, and came back to it. */
  left(): void
  cameBack(): void
  /** Parts that were finished here, and whose reading was skipped: what the server is told. */
  completedParts(): string[]
  skippedReading(): string[]
  stop(): void
}

export interface SittingTimeParts {
  readonly plan: ExamPlan
  readonly paper: Paper
  /** Where it starts, in the part that is opened. */
  readonly time: ExamTime
  /** It begins here and now: nothing can have happened to it before. */
  readonly isFresh: boolean
  readonly pausedBy?: 'invigilator' | undefined
  /** The key of the part in which the learner is was waited for when it was kept. */
  readonly isWaiting?: boolean
  readonly offer?: StandingOffer | undefined
  readonly takenOffer?: number | undefined
  readonly completedParts?: readonly string[] | undefined
  readonly skippedReading?: readonly string[] | undefined
  /** Questions that can't be gone to: a part of nothing else is none that comes next. */
  isDisabled?(questionId: string): boolean
  readClocks(): ClockReading
  onError(error: unknown): void
}

export const createSittingTime = (parts: SittingTimeParts): SittingTime => {
  const { plan, paper } = parts
  const listeners = createListeners<void>(parts.onError)
  const endListeners = createListeners<TimerEnd>(parts.onError)
  const clockListeners = createListeners<number>(parts.onError)
  const pauses = new Set<Holder>(parts.pausedBy ? [parts.pausedBy] : [])
  if (parts.isWaiting) pauses.add('key')
  const isHeldHere = () => pauses.has('connection') || pauses.has('key')
  const offers = createOfferKeeper(parts.offer, parts.takenOffer)
  const pausedBy = () => holders.find((holder) => (holder === 'offer' ? offers.standing() !== undefined : pauses.has(holder)))
  const completed = new Set(parts.completedParts)
  const skipped = new Set(parts.skippedReading)
  let absences: Absence[] = []
  let clock = watchClock(parts.readClocks())
  let time: ExamTime = { ...parts.time, isPaused: pausedBy() !== undefined }
  let passedMs = 0
  let moves = 0
  /** Milliseconds for which the time stood still that were seen here, or told of by the ledger. */
  let seenPauseMs = parts.isFresh ? 0 : undefined
  /** What the ledger said while the connection was counted as lost, and how long ago that is. */
  let put: { readonly state: FormRunState; sinceMs: number } | undefined

  const hasNextPart = (at: ExamTime) => {
    const isComplete = (id: string) => at.parts[id]?.isComplete ?? false
    return nextPart(paper, { partId: at.partId, isComplete, isDisabled: parts.isDisabled ?? (() => false) }) !== undefined
  }
  const viewOf = (at: ExamTime): TimeView => {
    const timer = runningTimer(at, plan)
    return {
      time: at,
      timer,
      isReading: timer.isReading,
      pausedBy: pausedBy(),
      offerLeftMs: offers.standing()?.leftMs,
      granted: offers.standing()?.extension,
      timeUp: timeUp(at, hasNextPart(at)),
      moves,
    }
  }
  let view = viewOf(time)

  const goBy = (ms: number) => {
    if (time.isPaused && seenPauseMs !== undefined) seenPauseMs += ms
    if (!time.isPaused) passedMs += ms
    if (put) put.sinceMs += ms
    time = passTime(time, ms)
  }
  /** Lets pass what has passed. A clock that was changed counts as if it hadn't been (spec 3 §4). */
  const advance = () => {
    const reading = parts.readClocks()
    const step = readClock(clock, reading, absences)
    const passed = step.clock.nowMs - clock.nowMs
    clock = step.clock
    absences = absences.filter(({ toMs }) => toMs === undefined || toMs + resumeGraceMs >= reading.wallMs)
    // Up to the end of an offer it stands, and what is beyond that may run.
    const beyondMs = offers.pass(passed)
    goBy(passed - beyondMs)
    time = { ...time, isPaused: pausedBy() !== undefined }
    goBy(beyondMs)
    if (step.changedByMs !== undefined) clockListeners.tell(step.changedByMs)
  }
  const show = (end: TimerEnd | undefined) => {
    view = viewOf(time)
    listeners.tell()
    if (end !== undefined) endListeners.tell(end)
  }
  const tick = () => {
    const before = view
    advance()
    const isShown = !time.isPaused || !before.time.isPaused || before.offerLeftMs !== undefined
    if (isShown) show(timerEnd(before.time, time, hasNextPart(time)))
  }
  /** Changes the time at this moment. What has no time left after it, and had before, is told of. */
  const change = (next: (at: ExamTime) => ExamTime) => {
    tick()
    const before = view
    time = { ...next(time), isPaused: pausedBy() !== undefined }
    const up = timeUp(time, hasNextPart(time))
    show(up !== before.timeUp || time.partId !== before.time.partId ? up : undefined)
  }

  const move = (next: (at: ExamTime) => ExamTime) =>
    change((at) => {
      const moved = next(at)
      if (moved !== at) moves += 1
      return moved
    })

  /** `heldMs` is for how long it has stood still here since the ledger said so. */
  const meetNow = (state: FormRunState, heldMs: number) => {
    const stoodStillMs = countable((state.pausedTime ?? 0) * 1000)
    // What it was before this page was opened is in the times that the page began with.
    const missedMs = stoodStillMs - (seenPauseMs ?? stoodStillMs)
    seenPauseMs = stoodStillMs + heldMs
    change((at) => mergeServerTimes(at, plan, state, missedMs > missedPauseMs ? missedMs : 0))
  }

  const timer = setInterval(tick, view.timer.tickMs)
  return {
    plan,
    read: () => view,
    exact() {
      advance()
      return time
    },
    passedMs: () => passedMs,
    subscribe: (listener) => listeners.add(listener),
    onEnd: endListeners.add,
    onClockChange: clockListeners.add,
    enter: (partId) => move((at) => enterPart(at, plan, partId)),
    complete(partId) {
      completed.add(partId)
      move((at) => completePart(at, partId))
    },
    skipReading() {
      const { partId } = time
      if (partId === undefined || (currentPart(time)?.readingLeftMs ?? 0) === 0) return
      skipped.add(partId)
      move((at) => skipReading(at, partId))
    },
    pause(by) {
      tick()
      pauses.add(by)
      if (by === 'invigilator') offers.meet(undefined)
      change((at) => at)
    },
    resume(by) {
      tick()
      pauses.delete(by)
      if (by === 'invigilator') offers.meet(undefined)
      const stored = put
      if (by === 'invigilator' || !isHeldHere()) put = undefined
      // The ledger is told of the time until here as well, and says so in a moment.
      if (by !== 'invigilator' && !isHeldHere() && stored) meetNow(stored.state, stored.sinceMs)
      else change((at) => at)
    },
    offer(offer) {
      tick()
      pauses.delete('invigilator')
      offers.meet(offer)
      change((at) => at)
    },
    takeOffer() {
      tick()
      offers.take()
      change((at) => at)
    },
    offers: () => ({ standing: offers.standing(), taken: offers.taken() }),
    give: (ms) => change((at) => giveTime(at, plan, ms)),
    meet(state) {
      tick()
      if (state.paused) pauses.add('invigilator')
      else pauses.delete('invigilator')
      const { resumeOffer } = state
      offers.meet(resumeOffer && { ...resumeOffer, leftMs: millisecondsOf(resumeOffer.seconds) })
      // What the lost connection costs isn't in the ledger yet: nobody's exam may end by it before it is.
      if (isHeldHere()) put = { state, sinceMs: 0 }
      else meetNow(state, 0)
    },
    left() {
      tick()
      if (absences.every(({ toMs }) => toMs !== undefined)) absences = [...absences, { fromMs: clock.reading.wallMs }]
    },
    cameBack() {
      const { wallMs } = parts.readClocks()
      absences = absences.map((absence) => (absence.toMs === undefined ? { ...absence, toMs: wallMs } : absence))
      tick()
    },
    completedParts: () => [...completed],
    skippedReading: () => [...skipped],
    stop: () => clearInterval(timer),
  }
}
