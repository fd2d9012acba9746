import { courseStatus } from '@sitwell/exam/course-roll-up'
import type { CourseStatus } from '@sitwell/exam/prerequisites'
import { type ScoOutcome, scoOutcome, scoStatus } from '@sitwell/exam/sco-outcome'
import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { AuthoredSco } from '../import/imported-course.ts'
import { contentOf, countsIn } from './course-content.ts'
import type { CourseData } from './course-data.ts'
import { type CourseAttemptRow, type HeldCourse, updateCourse } from './queries.ts'
import { sequencedOf, statusOf } from './sequenced-course.ts'

/**
 * SCORM 2004: a SCO that ends and has said nothing of its completion is completed by that, and one that has said nothing of its success
 * has passed (SN UP.4), unless it is suspended, or its manifest measures it, or leaves it to the content.
 */
const decidedByEnding = (data: CourseData, sco: AuthoredSco, outcome: ScoOutcome): ScoOutcome => {
  if (data.size === 0 || data.get('cmi.exit') === 'suspend') return outcome
  const isCompleted = outcome.completion === 'unknown' && sco.completionThreshold === undefined && !sco.completionSetByContent
  const isPassed = outcome.success === 'unknown' && sco.scaledPassingScore === undefined && !sco.objectiveSetByContent
  return {
    ...outcome,
    ...(isCompleted && { completion: 'completed' }),
    ...(isPassed && { success: 'passed' }),
  }
}

/** What a SCO has come to by what it has set; `ends` with the last save of an opening. */
export const scoStanding = (
  course: CourseAttemptRow,
  sco: AuthoredSco,
  data: CourseData,
  ends: boolean,
): { readonly outcome: ScoOutcome; readonly status: CourseStatus } => {
  const version = course.standard
  if (version === 'cmi5') throw new Error('An AU sets no elements.')
  const told = scoOutcome(data, { version, ...sco })
  const outcome = ends && version === '2004' ? decidedByEnding(data, sco, told) : told
  return { outcome, status: scoStatus(outcome, countsIn(contentOf(course), sco)) }
}

/** Works out what a course has come to from its SCOs as they stand now, and keeps it. */
export const keepStanding = async (
  transaction: Kysely<Schema>,
  { course, scos }: HeldCourse,
  nowMs: number,
  more: { readonly sequencing_state?: string | null } = {},
): Promise<void> => {
  const sequenced = sequencedOf({ course, scos })?.course
  const status = courseStatus(scos.map(statusOf), sequenced?.stateOf(sequenced.root))
  await updateCourse(transaction, course, status, nowMs, more)
}
