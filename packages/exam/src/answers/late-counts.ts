/** Why an answer that came late doesn't count: too late, given in a pause, to a part that was closed, or after a mark was told. */
export const notCountedReasons = ['late', 'paused', 'closed', 'markTold'] as const
export type NotCountedReason = (typeof notCountedReasons)[number]

/** What came late of a form run's answers: of each question the newest alone. */
export interface LateCounts {
  /** They count: they were given in time, or the exam's staff let them. */
  readonly counted: number
  /** The exam's staff look at them. */
  readonly waiting: number
  readonly notCounted: Readonly<Record<NotCountedReason, number>>
}

/** A save that came, as the history keeps it. */
export interface StoredVersion {
  readonly questionId: string
  readonly sequence: number
  readonly outcome: string
  /** Why it was judged as it was; null of what was simply in time. */
  readonly judged: string | null
}

/** What happened to it: in time, counted though late, waiting, or why it doesn't count. */
type LateState = 'in time' | 'counted' | 'waiting' | NotCountedReason

const isPlaced = (outcome: string) => outcome === 'applied' || outcome === 'late-applied' || outcome === 'older'

/** By what was decided when it came alone. */
const stateAtArrival = ({ outcome, judged }: StoredVersion): LateState => {
  if (isPlaced(outcome)) return judged === null || judged === 'grace' ? 'in time' : 'counted'
  if (outcome === 'review') return 'waiting'
  if (outcome === 'closed' || outcome === 'reading') return 'closed'
  if (judged === 'mark-told') return 'markTold'
  return outcome === 'in-pause' || judged === 'in-pause' ? 'paused' : 'late'
}

const newestOf = <Version extends StoredVersion>(versions: readonly Version[]): Version[] => {
  const newest = new Map<string, Version>()
  for (const version of versions)
    if ((newest.get(version.questionId)?.sequence ?? -1) <= version.sequence) newest.set(version.questionId, version)
  return [...newest.values()]
}

/**
 * Counts what came late of a form run. `isStanding`: it is what counts at its question, so staff have let it count where it had come too
 * late.
 */
export const countLate = <Version extends StoredVersion>(
  versions: readonly Version[],
  isStanding: (version: Version) => boolean,
): LateCounts => {
  const states = newestOf(versions).map((version) => {
    const state = stateAtArrival(version)
    return state !== 'in time' && isStanding(version) ? 'counted' : state
  })
  const many = (wanted: LateState) => states.filter((state) => state === wanted).length
  return {
    counted: many('counted'),
    waiting: many('waiting'),
    notCounted: { late: many('late'), paused: many('paused'), closed: many('closed'), markTold: many('markTold') },
  }
}

/** One after the other, as a receipt's line has them. */
export const lateNumbers = ({ counted, waiting, notCounted }: LateCounts): readonly number[] => [
  counted,
  waiting,
  ...notCountedReasons.map((reason) => notCounted[reason]),
]

/** The same, read; undefined if it is something else. */
export const lateCountsOf = (numbers: readonly number[]): LateCounts | undefined => {
  const [counted, waiting, late, paused, closed, markTold, ...more] = numbers
  if (counted === undefined || waiting === undefined || late === undefined || paused === undefined) return undefined
  if (closed === undefined || markTold === undefined || more.length > 0) return undefined
  return { counted, waiting, notCounted: { late, paused, closed, markTold } }
}

/**
 * Whether what was counted once can have been so of the same versions: what waited or didn't count then may have been let count since,
 * where it `mayStand` now, and nothing else changes of what has come.
 */
export const canHaveBeen = <Version extends StoredVersion>(
  given: LateCounts,
  versions: readonly Version[],
  mayStand: (version: Version) => boolean,
): boolean => {
  const total = (counts: LateCounts) => lateNumbers(counts).reduce((sum, number) => sum + number, 0)
  const fewest = countLate(versions, () => false)
  const most = countLate(versions, mayStand)
  const isBetween = (number: number, one: number, other: number) => number >= one && number <= other
  return (
    total(given) === total(fewest) &&
    isBetween(given.counted, fewest.counted, most.counted) &&
    isBetween(given.waiting, most.waiting, fewest.waiting) &&
    notCountedReasons.every((reason) => isBetween(given.notCounted[reason], most.notCounted[reason], fewest.notCounted[reason]))
  )
}
