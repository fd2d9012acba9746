import type { LiveAct, LiveReason } from '@sitwell/contract'
import type { LiveFacts, SittingFacts } from './facts.ts'
import { isHeldAt, restAt, restLeftMs } from './row-of.ts'

/** What an action would come to for somebody. */
export interface Judged {
  readonly outcome: 'applied' | 'refused' | 'unchanged'
  readonly reason?: LiveReason
  /** When their time would be over then, or how much would be left of it while it stands; and until when they may begin. */
  readonly endsAtMs?: number
  readonly leftMs?: number
  readonly closesAtMs?: number
}

const no = (reason: LiveReason): Judged => ({ outcome: 'refused', reason })
const yes: Judged = { outcome: 'applied' }
const same: Judged = { outcome: 'unchanged' }

/** An exam that ended for want of time is open again by more of it; what was handed in is opened by its own action. */
export const isOverByTime = (because: SittingFacts['completedBecause']): boolean =>
  because === 'time-over' || because === 'server'

const judgeTime = (facts: LiveFacts, seconds: number, nowMs: number): Judged => {
  const { sitting, wholeMs } = facts
  const givenMs = seconds * 1000
  if (!sitting) return wholeMs === undefined ? no('cannot') : { ...yes, leftMs: wholeMs + givenMs }
  if (sitting.completedAtMs !== undefined) return isOverByTime(sitting.completedBecause) ? yes : no('handed-in')
  if (isHeldAt(sitting, nowMs)) {
    const { endsAtMs, heldUntilMs, standingLeftMs } = sitting
    const leftMs = endsAtMs === undefined ? standingLeftMs : endsAtMs - (heldUntilMs ?? endsAtMs)
    return leftMs === undefined ? no('cannot') : { ...yes, leftMs: leftMs + givenMs }
  }
  // Time that is over stays used: what is given runs from now on.
  return sitting.endsAtMs === undefined ? no('cannot') : { ...yes, endsAtMs: Math.max(sitting.endsAtMs, nowMs) + givenMs }
}

const judgeBeforeStart = ({ sitting, isHeld }: LiveFacts, holds: boolean): Judged => {
  if (sitting) return no('started')
  return isHeld === holds ? same : yes
}

const judgeLate = ({ sitting, closesAtMs }: LiveFacts, seconds: number, nowMs: number): Judged => {
  if (sitting) return no('started')
  const untilMs = nowMs + seconds * 1000
  return closesAtMs === undefined || closesAtMs >= untilMs ? same : { ...yes, closesAtMs: untilMs }
}

/** Milliseconds of an allowance that are too few to begin a break for. */
const leastRestMs = 1000

const judgeRest = (sitting: SittingFacts, act: 'end-rest-break' | 'rest-break', nowMs: number): Judged => {
  if (sitting.completedAtMs !== undefined) return no('handed-in')
  const isResting = restAt(sitting, nowMs) !== undefined
  if (act === 'end-rest-break') return isResting ? yes : same
  if (isResting) return same
  if (isHeldAt(sitting, nowMs)) return no('paused')
  if (sitting.endsAtMs !== undefined && sitting.endsAtMs <= nowMs) return no('no-time-left')
  return restLeftMs(sitting, nowMs) < leastRestMs ? no('no-rest-left') : yes
}

const judgeSitting = (sitting: SittingFacts, act: LiveAct, nowMs: number): Judged => {
  const isOver = sitting.completedAtMs !== undefined
  if (act.kind === 'reopen') return isOver ? yes : no('not-handed-in')
  if (isOver) return no('handed-in')
  const isHeld = isHeldAt(sitting, nowMs)
  if (act.kind === 'pause') return isHeld && sitting.endsAtMs === undefined ? same : yes
  if (act.kind === 'resume') return isHeld ? yes : same
  if (act.kind === 'decide-request') return sitting.requestedAtMs === undefined ? no('cannot') : yes
  return yes
}

/** What an action would come to for somebody, by what is known of them at a moment. Whether it is allowed is asked beside it. */
export const judgeAct = (act: LiveAct, facts: LiveFacts, nowMs: number): Judged => {
  const { sitting } = facts
  switch (act.kind) {
    case 'add-time':
      return judgeTime(facts, act.seconds, nowMs)
    case 'let-in-late':
      return judgeLate(facts, act.seconds, nowMs)
    case 'hold-start':
    case 'release-start':
      return judgeBeforeStart(facts, act.kind === 'hold-start')
    case 'attendance':
      return facts.attendance === act.attendance ? same : yes
    case 'move':
      if (facts.deliveryId === undefined) return no('cannot')
      return facts.roomId === act.roomID ? same : yes
    case 'incident':
    case 'free-device':
      return yes
    case 'message':
    case 'waive':
    case 'evacuate':
      return sitting?.completedAtMs === undefined ? yes : no('handed-in')
    case 'rest-break':
    case 'end-rest-break':
      return sitting ? judgeRest(sitting, act.kind, nowMs) : no('not-started')
    case 'pause':
    case 'resume':
    case 'end':
    case 'reopen':
    case 'decide-request':
      return sitting ? judgeSitting(sitting, act, nowMs) : no('not-started')
  }
}
