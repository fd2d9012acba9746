/** What somebody has come to in one unit of a course; moments in milliseconds since 1970. */
export interface UnitProgress {
  readonly position: number
  /** 0 not started, 1 started, 2 completed, 3 failed. */
  readonly status: number
  /** Between -1 and 1. */
  readonly score?: number | undefined
  /** Milliseconds that it counted. */
  readonly timeMs?: number | undefined
  readonly startedAt: number | null
  readonly endedAt: number | null
  readonly contactAt: number | null
}

/** What somebody has come to in all units of a course. */
export interface CourseProgress {
  /** In the course's order. */
  readonly units: readonly UnitProgress[]
  /** Something of it happened, even if it was reset since. */
  readonly wasBegun: boolean
}

/** What units come to together. */
export interface UnitTotals {
  /** The mean of the units that have one. */
  readonly score?: number | undefined
  /** Of the units that count any. */
  readonly timeMs?: number | undefined
  readonly contactAt: number | null
  readonly completed: number
}

const present = <T>(values: readonly (T | null | undefined)[]): T[] =>
  values.flatMap((value) => (value === null || value === undefined ? [] : [value]))

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

/** Brings the progress of units together. */
export const totalsOfUnits = (units: readonly UnitProgress[]): UnitTotals => {
  const scores = present(units.map(({ score }) => score))
  const times = present(units.map(({ timeMs }) => timeMs))
  const contacts = present(units.map(({ contactAt }) => contactAt))
  return {
    ...(scores.length > 0 && { score: sum(scores) / scores.length }),
    ...(times.length > 0 && { timeMs: sum(times) }),
    contactAt: contacts.length > 0 ? Math.max(...contacts) : null,
    completed: units.filter(({ status }) => status === 2).length,
  }
}
