import type { CourseRun, ScoRun } from '@sitwell/exam/courses/course-run'
import * as rules from '@sitwell/exam/courses/course-run'
import type { CourseStatus } from '@sitwell/exam/courses/prerequisites'
import type { ScoOutcome } from '@sitwell/exam/courses/sco-outcome'
import type { ScoClosed } from '@sitwell/exam/courses/sequencing/closed-scos'
import type { CourseAttemptTable, ScoAttemptTable } from '../db/schema.ts'
import { contentOf } from './course-content.ts'
import { readData, writeData } from './course-data.ts'
import type { HeldCourse } from './queries.ts'

/** The status of a row, which only this server writes. */
const statusOf = ({ status }: { readonly status: number }): CourseStatus =>
  status === 1 || status === 2 || status === 3 ? status : 0

/** A row as the rules of courses see it; what of it was authored is in the course. */
const runOfSco = (row: ScoAttemptTable, authored: ScoRun['authored']): ScoRun => ({
  authored,
  status: statusOf(row),
  data: readData(row),
  // Written by this server.
  outcome: JSON.parse(row.outcome) as ScoOutcome,
  number: row.number,
  opened: row.last_sequence,
  overFrom: row.over_from ?? undefined,
  hasEnded: row.has_ended === 1,
  isSaved: row.saved_at !== null,
  attempts: row.attempts,
})

const clustersIn = ({ cluster_attempts }: Pick<CourseAttemptTable, 'cluster_attempts'>): CourseRun['clusterAttempts'] =>
  // Written by {@link writeClusters}.
  new Map(cluster_attempts === null ? [] : (JSON.parse(cluster_attempts) as [string, number][]))

/** As they are stored; null if there are none, as in a course without sequencing. */
export const writeClusters = ({ clusterAttempts }: CourseRun): string | null =>
  clusterAttempts.size === 0 ? null : JSON.stringify([...clusterAttempts])

/** A course of SCORM as its rules see it. */
export const runOf = ({ course, scos }: HeldCourse): CourseRun => {
  if (course.standard === 'cmi5') throw new Error('A course of cmi5 has no SCOs.')
  const content = contentOf(course)
  return {
    standard: course.standard,
    tree: content.sequencing?.activityTree,
    isFree: content.isFree,
    clusterAttempts: clustersIn(course),
    scos: scos.map((row) => {
      const authored = content.scos[row.position]
      if (!authored) throw new Error(`The course has no SCO ${row.position}.`)
      return runOfSco(row, authored)
    }),
  }
}

/** What of a SCO's row follows from the rules. */
export const fieldsOf = (sco: ScoRun): Partial<ScoAttemptTable> => ({
  status: sco.status,
  data: writeData(sco.data),
  outcome: JSON.stringify(sco.outcome),
  number: sco.number,
  last_sequence: sco.opened,
  over_from: sco.overFrom ?? null,
  has_ended: sco.hasEnded ? 1 : 0,
  attempts: sco.attempts,
})

/** Of each SCO why its learner may not open it; undefined if they may. */
export const closedIn = (held: HeldCourse): (ScoClosed | undefined)[] => rules.closedIn(runOf(held))
