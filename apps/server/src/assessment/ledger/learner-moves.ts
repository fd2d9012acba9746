import type { NewEvent } from '@sitwell/exam/ledger/ledger'
import { contactOf } from './contact.ts'
import { finishedParts, type LedgerState } from './time-ledger.ts'

/** What a browser tells about the parts of the paper, with its time or with an answer. */
export interface Moves {
  /** Id of the question that the learner is at. */
  readonly page: string
  readonly completedParts?: readonly string[] | undefined
  readonly skippedReading?: readonly string[] | undefined
  /** The last save that was numbered by then; undefined from a player that numbers nothing. */
  readonly sequence?: number | undefined
  /** What by the browser is left to read of the part of `page`, in milliseconds. */
  readonly readingLeftMs?: number | undefined
}

/** Milliseconds by which what is to read may be over earlier in a browser than here: its word of the move was on the way. */
const readingToleranceMs = 2000

type State = Pick<LedgerState, 'time' | 'loaded' | 'events' | 'run' | 'nowMs'>

/** Parts that the learner finished, and reading that they skipped where the exam permits it; what stands there is not written twice. */
const learnerMoves = (
  { time, loaded, events }: State,
  { completedParts = [], skippedReading = [] }: Omit<Moves, 'page'>,
  sequence: number,
): NewEvent[] => {
  const before = finishedParts(events)
  // A name that every object has is none of a part.
  const finished = [...new Set(completedParts)].filter((id) => Object.hasOwn(time.parts, id) && !before.has(id))
  const skipped = loaded.exam.settings.canBypassReadingTime ? [...new Set(skippedReading)] : []
  return [
    ...finished.map((partId) => ({ kind: 'complete-part' as const, partId, sequence })),
    ...skipped
      .filter((id) => time.parts[id]?.isComplete === false && time.parts[id].readingLeftMs > 0)
      .map((partId) => ({ kind: 'skip-reading' as const, partId })),
  ]
}

/** Since when a learner may have been elsewhere than was heard: that long nothing was heard of them, up to this moment or just now. */
const unheardSinceMs = ({ run, nowMs }: State, graceMs: number): number => {
  const { heardAtMs = nowMs, lastSilence } = contactOf(run)
  return lastSilence && nowMs - lastSilence.toMs <= graceMs ? Math.min(lastSilence.fromMs, heardAtMs) : heardAtMs
}

/** Where a learner is, what they had numbered by then, and what by their browser is left to read there. */
interface Entering {
  readonly partId: string | undefined
  readonly sequence: number
  readonly readingLeftMs: number | undefined
}

/**
 * The learner is in a part: news unless they are there by the ledger, or it is closed. What they have read of it already, by their
 * browser, they read while nothing was heard of them: for so long they had been there. It shortens what is to read, and gives none.
 */
const entering = (
  state: State,
  happened: readonly NewEvent[],
  { partId, sequence, readingLeftMs }: Entering,
  graceMs: number,
): NewEvent[] => {
  const part = partId === undefined ? undefined : state.time.parts[partId]
  const isFinished = happened.some((one) => one.kind === 'complete-part' && one.partId === partId)
  if (partId === undefined || part?.isComplete !== false || isFinished) return [...happened]
  if (partId !== state.time.partId) {
    const readMs = readingLeftMs === undefined ? 0 : part.readingLeftMs - readingLeftMs
    const agoMs = Math.max(0, Math.min(readMs, state.nowMs - unheardSinceMs(state, graceMs)))
    return [...happened, { kind: 'enter', partId, sequence, ...(agoMs > 0 && { agoMs }) }]
  }
  const isAsGoodAsRead = part.readingLeftMs > 0 && part.readingLeftMs <= readingToleranceMs && readingLeftMs === 0
  return isAsGoodAsRead ? [...happened, { kind: 'skip-reading', partId }] : [...happened]
}

/** What a learner's moves write into the ledger: what they have told, and the part in which they are now. */
export const eventsOfMoves = (state: State, moves: Moves, graceMs: number): NewEvent[] => {
  const { page, readingLeftMs, sequence = state.run.last_sequence } = moves
  const partId = state.loaded.partIds.get(page)
  return entering(state, learnerMoves(state, moves, sequence), { partId, sequence, readingLeftMs }, graceMs)
}

/** An answer that comes, and what was told with it. */
export interface Answering extends Omit<Moves, 'completedParts'> {
  readonly questionId: string
}

/**
 * What an answer writes into the ledger. Giving one in a part is a move there, whatever the browser says of where its learner is;
 * where they were there already, it is the page that tells of a move. What was numbered before the last move, and comes right after
 * it, tells of none: it was on its way (`graceMs`). Nor does one of a part that is closed.
 */
export const eventsOfAnswer = (state: State, answering: Answering, graceMs: number): NewEvent[] => {
  const { time, loaded, events, run, nowMs } = state
  const { questionId, page, readingLeftMs, sequence = run.last_sequence + 1 } = answering
  const happened = learnerMoves(state, answering, sequence)
  const answered = loaded.partIds.get(questionId)
  const paged = loaded.partIds.get(page)
  const last = events.findLast(({ kind }) => kind === 'enter')
  const before = last && 'sequence' in last ? (last.sequence ?? 0) : 0
  const isOld = last !== undefined && sequence <= before && nowMs - last.atMs <= graceMs
  const wasThere = events.some(
    (event) => (event.kind === 'start' || event.kind === 'enter') && event.partId !== undefined && event.partId === answered,
  )
  const isThere = answered === time.partId
  if (isOld && (isThere || wasThere)) return happened
  const target = isThere
    ? { partId: paged, sequence, readingLeftMs }
    : { partId: answered, sequence: sequence - 1, readingLeftMs: paged === answered ? readingLeftMs : undefined }
  return entering(state, happened, target, graceMs)
}
