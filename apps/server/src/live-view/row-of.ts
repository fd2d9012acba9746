import {
  deviceClockToleranceMs,
  type LiveRow,
  type LiveState,
  noContactMs,
  type PageReported,
  pageTimeToleranceMs,
} from '@sitwell/contract'
import { overlapMs } from '@sitwell/exam/ledger/standstill'
import type { LiveFacts, PageFacts, SittingFacts } from './facts.ts'

/** Milliseconds for which a page that waits for the start counts as there: it asks every five seconds. */
export const waitingForMs = 20_000

const iso = (ms: number) => new Date(ms).toISOString()

/** Whether its time stands still in a pause, with or without an offer to go on. */
export const isHeldAt = ({ pausedAtMs, heldUntilMs }: SittingFacts, nowMs: number): boolean =>
  pausedAtMs !== undefined && (heldUntilMs ?? 0) > nowMs

/** The rest break that somebody has at a moment; undefined if they have none. */
export const restAt = ({ completedAtMs, rest }: Pick<SittingFacts, 'completedAtMs' | 'rest'>, nowMs: number) =>
  completedAtMs === undefined ? rest.breaks.find(({ fromMs, toMs }) => fromMs <= nowMs && toMs > nowMs) : undefined

/** Milliseconds that are left of the allowance of rest breaks at a moment. */
export const restLeftMs = ({ rest: { allowanceMs, breaks } }: Pick<SittingFacts, 'rest'>, nowMs: number): number =>
  Math.max(0, allowanceMs - overlapMs(breaks, breaks[0]?.fromMs ?? nowMs, nowMs))

/** Whether an invigilator holds it at a moment: its time stands still, and not for a rest break. */
export const isPausedAt = (sitting: SittingFacts, nowMs: number): boolean =>
  sitting.completedAtMs === undefined && isHeldAt(sitting, nowMs) && restAt(sitting, nowMs) === undefined

/** How somebody stands at a moment. */
export const stateAt = ({ sitting, page }: Pick<LiveFacts, 'page' | 'sitting'>, nowMs: number): LiveState => {
  if (!sitting) return page?.waitedAtMs !== undefined && nowMs - page.waitedAtMs <= waitingForMs ? 'waiting' : 'not-arrived'
  if (sitting.completedAtMs !== undefined) return 'handed-in'
  const isHeld = isHeldAt(sitting, nowMs)
  if (!isHeld && sitting.endsAtMs !== undefined && sitting.endsAtMs <= nowMs) return 'time-over'
  if (sitting.heardAtMs === undefined || nowMs - sitting.heardAtMs > noContactMs) return 'no-contact'
  if (restAt(sitting, nowMs)) return 'resting'
  return isHeld ? 'paused' : 'working'
}

const restOf = (sitting: SittingFacts, nowMs: number): Pick<LiveRow, 'rest'> => {
  const { allowanceMs } = sitting.rest
  const had = restAt(sitting, nowMs)
  if (had) return { rest: { allowanceMs, until: iso(had.toMs) } }
  return allowanceMs > 0 ? { rest: { allowanceMs, leftMs: restLeftMs(sitting, nowMs) } } : {}
}

/** The time by the ledger, as it runs or stands at a moment. */
const timeAt = (sitting: SittingFacts, nowMs: number): LiveRow['time'] => {
  const { completedAtMs, endsAtMs, heldUntilMs, standingLeftMs } = sitting
  if (completedAtMs !== undefined) return undefined
  if (!isHeldAt(sitting, nowMs)) return endsAtMs === undefined ? undefined : { endsAt: iso(endsAtMs) }
  // An offer to go on says when the time runs again by itself, and the end is that of then.
  const leftMs = endsAtMs === undefined ? standingLeftMs : endsAtMs - (heldUntilMs ?? endsAtMs)
  return leftMs === undefined ? undefined : { leftMs: Math.max(0, leftMs) }
}

const pageOf = (page: PageFacts, appVersion: string): PageReported | undefined => {
  const { reportedAtMs, leftMs, offMs, clockOffMs, unsent, build } = page
  if (reportedAtMs === undefined) return undefined
  return {
    at: iso(reportedAtMs),
    ...(leftMs !== undefined && { leftMs }),
    ...(offMs !== undefined && { offMs }),
    isOff: offMs !== undefined && Math.abs(offMs) > pageTimeToleranceMs,
    ...(clockOffMs !== undefined && { clockOffMs }),
    isClockWrong: clockOffMs !== undefined && Math.abs(clockOffMs) > deviceClockToleranceMs,
    unsent,
    ...(build !== undefined && { build }),
    isOldBuild: build !== undefined && build !== appVersion,
  }
}

const sittingFields = (sitting: SittingFacts, nowMs: number) => {
  const time = timeAt(sitting, nowMs)
  const { completedAtMs, completedBecause, heardAtMs, savedAtMs, question, ownMs, addedMs, requestedAtMs } = sitting
  return {
    ...{ formRunGuid: sitting.formRunGuid, startedAt: iso(sitting.startedAtMs) },
    isPaused: isPausedAt(sitting, nowMs),
    ...restOf(sitting, nowMs),
    ...(completedAtMs !== undefined && { handedInAt: iso(completedAtMs) }),
    ...(completedAtMs !== undefined && completedBecause !== undefined && { handedInBecause: completedBecause }),
    ...(heardAtMs !== undefined && { contactAt: iso(heardAtMs) }),
    ...(savedAtMs !== undefined && { savedAt: iso(savedAtMs) }),
    ...(question && { question }),
    ...(time && { time }),
    ...(ownMs !== 0 && { ownMs }),
    ...(addedMs !== 0 && { addedMs }),
    ...(requestedAtMs !== undefined && completedAtMs === undefined && { requestedAt: iso(requestedAtMs) }),
    supervision: [...sitting.supervision],
    isUnsupervised: sitting.supervision.some(({ what }) => what === 'loss' || what === 'waiver'),
    incidents: sitting.incidents,
  }
}

const beforeFields = ({ page, wholeMs, ownMs, addedMs }: LiveFacts) => ({
  isPaused: false,
  ...(page?.waitedAtMs !== undefined && { contactAt: iso(page.waitedAtMs) }),
  ...(wholeMs !== undefined && { wholeMs }),
  ...(ownMs !== 0 && { ownMs }),
  ...(addedMs !== 0 && { addedMs }),
  ...{ supervision: [], isUnsupervised: false, incidents: 0 },
})

/**
 * The row of somebody at the moment at which the facts were read. It depends on nothing else, so that all who watch see the same. Moments are those of the
 * facts: none is moved, and nothing looks fresher than it is.
 */
export const rowOf = (facts: LiveFacts, nowMs: number, appVersion: string): LiveRow => {
  const { sitting, page, deliveryId, roomId, opensAtMs, closesAtMs, attendance } = facts
  const reported = sitting && page && pageOf(page, appVersion)
  return {
    ...{ rowID: facts.scheduleGuid, userID: facts.userId, username: facts.username },
    ...{ firstName: facts.firstName, lastName: facts.lastName, examGuid: facts.examGuid, examName: facts.examName },
    ...(deliveryId !== undefined && { deliveryID: deliveryId }),
    ...(roomId !== undefined && { roomID: roomId }),
    isOwn: false,
    state: stateAt(facts, nowMs),
    isHeld: facts.isHeld && !sitting,
    ...(opensAtMs !== undefined && { opensAt: iso(opensAtMs) }),
    ...(closesAtMs !== undefined && { closesAt: iso(closesAtMs) }),
    ...(sitting ? sittingFields(sitting, nowMs) : beforeFields(facts)),
    ...(reported && { page: reported }),
    ...(attendance && { attendance }),
  }
}
