/** What staff may decide about a person in a delivery. */
export const decidableOutcomes = ['sat', 'absent', 'excused', 'withdrawn', 'void', 'malpractice'] as const
export type DecidableOutcome = (typeof decidableOutcomes)[number]

/** `open`: the sitting goes on, or was opened again. `unknown`: nothing is known yet, or what is known contradicts itself. */
export const outcomes = [...decidableOutcomes, 'open', 'unknown'] as const
export type Outcome = (typeof outcomes)[number]

/** What the outcome of a person in a delivery follows from. Practice counts for nothing here. */
export interface OutcomeFacts {
  /** What staff decided last; undefined if they decided nothing, or took it back. */
  readonly decided: DecidableOutcome | undefined
  /** Whether any sitting of theirs was completed, and whether any was begun. */
  readonly isCompleted: boolean
  readonly isBegun: boolean
  /** What was noted in the room; undefined if nothing was. */
  readonly attendance: 'absent' | 'present' | undefined
  /** Nobody of the person's window may begin any more. */
  readonly isOver: boolean
}

/**
 * The outcome of a person in a delivery: what staff decided, and otherwise what the rows show. Nobody has sat who completed nothing, whatever was decided, so
 * a sitting that is opened again is open. Who was seen in the room and began nothing needs somebody's decision: neither an absence nor a zero is made up.
 */
export const outcomeOf = ({ decided, isCompleted, isBegun, attendance, isOver }: OutcomeFacts): Outcome => {
  if (decided !== undefined && (decided !== 'sat' || isCompleted)) return decided
  if (isCompleted) return 'sat'
  if (isBegun) return 'open'
  if (!isOver) return 'unknown'
  return attendance === 'present' ? 'unknown' : 'absent'
}

/** A sitting as far as it matters which one of a person counts. Moments are Unix ms. */
export interface SittingOfPerson {
  readonly formRunGuid: string
  readonly completedAtMs: number | null
}

/**
 * The sitting of a person in a delivery that counts: the one that was completed first. Later ones are resits; whether those count is decided by offering them as a
 * delivery of their own. Undefined if none was completed.
 */
export const countingSitting = <T extends SittingOfPerson>(sittings: readonly T[]): T | undefined =>
  sittings
    .filter(({ completedAtMs }) => completedAtMs !== null)
    .toSorted(
      (one, other) => Number(one.completedAtMs) - Number(other.completedAtMs) || (one.formRunGuid < other.formRunGuid ? -1 : 1),
    )[0]

/** How many people have which outcome. */
export type OutcomeCounts = Record<Outcome, number>

export const noOutcomes: OutcomeCounts = {
  ...{ sat: 0, absent: 0, excused: 0, withdrawn: 0, void: 0, malpractice: 0, open: 0, unknown: 0 },
}

/** Counts outcomes: the one definition for lists, sets and checks (OFFICE-410). */
export const countOutcomes = (all: Iterable<{ readonly outcome: Outcome; readonly people?: number }>): OutcomeCounts => {
  const counts = { ...noOutcomes }
  for (const { outcome, people = 1 } of all) counts[outcome] += people
  return counts
}
