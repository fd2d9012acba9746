import type { Happening } from '@sitwell/exam/ledger'
import { finishedParts, type LedgerState } from './time-ledger.ts'

/** What a browser tells about the parts of the paper, with its time or with an answer. */
export interface Moves {
  /** Id of the question that the learner is at. */
  readonly page: string
  readonly completedParts?: readonly string[] | undefined
  readonly skippedReading?: readonly string[] | undefined
  /** The last save that was numbered by then; undefined from a player that numbers nothing. */
  readonly sequence?: number | undefined
}

type State = Pick<LedgerState, 'time' | 'loaded' | 'events' | 'run' | 'nowMs'>

/** Parts that the learner finished, and reading that they skipped where the exam permits it; what stands there is not written twice. */
const told = (
  { time, loaded, events }: State,
  { completedParts = [], skippedReading = [] }: Omit<Moves, 'page'>,
  sequence: number,
): Happening[] => {
  const before = finishedParts(events)
  const finished = [...new Set(completedParts)].filter((id) => time.parts[id] !== undefined && !before.has(id))
  const skipped = loaded.exam.settings.canBypassReadingTime ? [...new Set(skippedReading)] : []
  return [
    ...finished.map((partId) => ({ kind: 'complete-part' as const, partId, sequence })),
    ...skipped
      .filter((id) => time.parts[id]?.isComplete === false && time.parts[id].readingLeftMs > 0)
      .map((partId) => ({ kind: 'skip-reading' as const, partId })),
  ]
}

/** The learner is in a part: news unless they are there by the ledger, or it is closed. */
const entering = (
  { time }: State,
  finished: readonly Happening[],
  partId: string | undefined,
  sequence: number,
): Happening[] => {
  const isFinished = finished.some((one) => one.kind === 'complete-part' && one.partId === partId)
  if (partId === undefined || partId === time.partId || time.parts[partId]?.isComplete !== false || isFinished) return []
  return [{ kind: 'enter', partId, sequence }]
}

/** What a learner's moves write into the ledger: what they have told, and the part in which they are now. */
export const happeningsOf = (state: State, moves: Moves): Happening[] => {
  const sequence = moves.sequence ?? state.run.last_sequence
  const happened = told(state, moves, sequence)
  return [...happened, ...entering(state, happened, state.loaded.partIds.get(moves.page), sequence)]
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
export const happeningsOfAnswer = (state: State, { questionId, page, ...rest }: Answering, graceMs: number): Happening[] => {
  const { time, loaded, events, run, nowMs } = state
  const sequence = rest.sequence ?? run.last_sequence + 1
  const happened = told(state, rest, sequence)
  const answered = loaded.partIds.get(questionId)
  const last = events.findLast(({ kind }) => kind === 'enter')
  const before = last && 'sequence' in last ? (last.sequence ?? 0) : 0
  const isOld = last !== undefined && sequence <= before && nowMs - last.atMs <= graceMs
  const wasThere = events.some(
    (event) => (event.kind === 'start' || event.kind === 'enter') && event.partId !== undefined && event.partId === answered,
  )
  if (answered !== time.partId)
    return isOld && wasThere ? happened : [...happened, ...entering(state, happened, answered, sequence - 1)]
  return isOld ? happened : [...happened, ...entering(state, happened, loaded.partIds.get(page), sequence)]
}
