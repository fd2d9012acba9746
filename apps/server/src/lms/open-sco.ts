import { leastAfter } from '@sitwell/exam/answers/save-sequences'
import { type CourseRun, numberOfOpening, openSco, type ScoRun } from '@sitwell/exam/courses/course-run'
import type { Kysely } from 'kysely'
import type { Schema, ScoAttemptTable } from '../db/schema.ts'
import { keepStanding } from './course-standing.ts'
import { type HeldCourse, updateSco } from './queries.ts'
import { fieldsOf, runOf } from './run-of-course.ts'

/** A SCO that was opened. */
export interface OpenedRun {
  readonly run: CourseRun
  readonly before: ScoRun
  readonly after: ScoRun
  /** The course as it stands now. */
  readonly held: HeldCourse
}

/** Its numbers, where the opening of another SCO has set made up ones right. */
const numbersIn = (row: ScoAttemptTable, now: ScoRun | undefined): Partial<ScoAttemptTable> | undefined =>
  now && (now.number !== row.number || now.opened !== row.last_sequence)
    ? { number: now.number, last_sequence: now.opened }
    : undefined

/**
 * Opens a SCO, in a transaction that holds its course; whether its learner may says `closedIn`. Its page numbers its saves on from
 * `number`: where none is given, the number is set aside now.
 */
export const openInCourse = async (
  transaction: Kysely<Schema>,
  held: HeldCourse,
  sco: ScoAttemptTable,
  nowMs: number,
  number?: number,
): Promise<OpenedRun> => {
  const at = held.scos.indexOf(sco)
  const run = runOf(held)
  const now = openSco(run, at, number ?? numberOfOpening(run, leastAfter(nowMs)))
  const [before, after] = [run.scos[at], now.scos[at]]
  if (!before || !after) throw new RangeError(`The course has no SCO ${at}.`)
  const fields: Partial<ScoAttemptTable> = {
    ...fieldsOf(after),
    started_at: sco.started_at ?? nowMs,
    ...(!after.isSaved && { saved_at: null }),
    ...(after.overFrom !== undefined && { ended_at: sco.ended_at ?? nowMs }),
  }
  const scos: ScoAttemptTable[] = []
  for (const [place, one] of held.scos.entries()) {
    const changed = one === sco ? fields : numbersIn(one, now.scos[place])
    if (changed) await updateSco(transaction, one, changed)
    scos.push({ ...one, ...changed })
  }
  await keepStanding(transaction, held, now, nowMs)
  return { run: now, before, after, held: { ...held, scos } }
}
