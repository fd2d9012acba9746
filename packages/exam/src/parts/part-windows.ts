import { closedParts, type LedgerEvent, partEndsAtMs, runsFromMs } from '../ledger/ledger.ts'
import type { ExamPlan } from '../time/exam-plan.ts'
import type { ExamTime } from '../time/exam-time.ts'

/** When answers of a part count. Moments are milliseconds of the clock of the one who keeps the ledger. */
export interface PartWindow {
  /** None counts before it: what is to read isn't over. Undefined if there is nothing to wait for. */
  readonly opensAtMs: number | undefined
  /** Its time is over then, or it was closed; undefined if that isn't known yet. */
  readonly endsAtMs: number | undefined
  /** Of a part that is closed: the last save that was numbered by then. None with a higher number counts. */
  readonly lastSequence: number | undefined
}

/** It doesn't open by itself: what is to read of it doesn't run. */
export const neverMs = Number.MAX_SAFE_INTEGER

/** How the time of a sitting stands with its ledger, at a moment. */
interface Standing {
  readonly plan: ExamPlan
  readonly events: readonly LedgerEvent[]
  readonly time: ExamTime
  readonly nowMs: number
}

/** Of a part that was closed. */
const closedWindow = (
  closing: { atMs: number; sequence: number | undefined },
  heldMs: number | undefined,
  isUnread: boolean,
): PartWindow => ({
  // One that was never entered here may have been sat without a network: what was numbered before it was closed says so.
  opensAtMs: isUnread ? neverMs : undefined,
  endsAtMs: Math.min(heldMs ?? closing.atMs, closing.atMs),
  lastSequence: closing.sequence,
})

/**
 * When a part opens with what is left to read of it; undefined if nothing is. `fromMs` is since when its time runs.
 */
const opensOnceRead = (readingLeftMs: number, fromMs: number | undefined): number | undefined => {
  if (readingLeftMs <= 0) return undefined
  return fromMs === undefined ? neverMs : fromMs + readingLeftMs
}

/**
 * The windows of all parts of which there is anything to say. `heldEndsMs` are the ends that were worked out before, which stay once
 * they are over: no time that is given later opens a part again that is closed.
 */
export const partWindows = (
  { plan, events, time, nowMs }: Standing,
  heldEndsMs: ReadonlyMap<string, number>,
): ReadonlyMap<string, PartWindow> => {
  const fromMs = runsFromMs(events, nowMs)
  const closed = closedParts(plan, events)
  const entered = new Set(events.flatMap((event) => (event.kind === 'start' || event.kind === 'enter' ? [event.partId] : [])))
  const windows = Object.entries(time.parts).flatMap(([id, part]): [string, PartWindow][] => {
    const heldMs = heldEndsMs.get(id)
    const closing = closed.get(id)
    const isReading = part.readingLeftMs > 0
    if (closing) return [[id, closedWindow(closing, heldMs, isReading && entered.has(id))]]
    const opensAtMs = opensOnceRead(part.readingLeftMs, time.partId === id ? fromMs : undefined)
    const isOver = part.leftMs === 0 && !isReading
    const endsAtMs = isOver ? Math.min(heldMs ?? nowMs, nowMs) : partEndsAtMs(time, id, fromMs)
    return opensAtMs === undefined && endsAtMs === undefined ? [] : [[id, { opensAtMs, endsAtMs, lastSequence: undefined }]]
  })
  return new Map(windows)
}

/** An answer that came, as far as it matters whether it counts. */
export interface Arrival {
  readonly atMs: number
  readonly sequence: number
}

/**
 * Why an answer of a part doesn't count, whenever it was given: `closed`, numbered after the part was closed, or `reading`, while
 * it was to be read only. Undefined if nothing but its time speaks against it.
 */
export const barOf = (window: PartWindow | undefined, { atMs, sequence }: Arrival): 'closed' | 'reading' | undefined => {
  if (window?.lastSequence !== undefined && sequence > window.lastSequence) return 'closed'
  return window?.opensAtMs !== undefined && atMs < window.opensAtMs ? 'reading' : undefined
}

/** A file that came, or was given up. Files have no numbers: when it was chosen says whether its part was closed by then. */
export interface FileInTime {
  readonly atMs: number
  /** Undefined if that isn't known. */
  readonly chosenMs: number | undefined
  /** Its browser said something of when it was chosen. */
  readonly isClaimed: boolean
}

/** Times are told in whole seconds, and a reply takes its way. */
const roundingMs = 2000

/**
 * The same of a file; `unknown` where its part is closed, and may not have been when it was chosen: its browser lost count, as by a
 * page that was loaded again.
 */
export const barOfFile = (
  window: PartWindow | undefined,
  { atMs, chosenMs, isClaimed }: FileInTime,
): 'closed' | 'reading' | 'unknown' | undefined => {
  if (window?.lastSequence !== undefined && window.endsAtMs !== undefined) {
    if (chosenMs === undefined && isClaimed) return 'unknown'
    if ((chosenMs ?? atMs) > window.endsAtMs + roundingMs) return 'closed'
  }
  return window?.opensAtMs !== undefined && atMs < window.opensAtMs ? 'reading' : undefined
}
