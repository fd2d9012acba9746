import type { CourseAttempt } from '@sitwell/contract'
import { isOpenIn } from './cmi5/cmi5-course.ts'
import { contentOf } from './course-content.ts'
import type { HeldCourse } from './queries.ts'
import { closedIn } from './run-of-course.ts'

const dateOf = (atMs: number | null) => (atMs === null ? null : new Date(atMs).toISOString())

/** A course as its learner may see it, in the spellings of the documents (spec 2 §3). */
export const shownCourse = (held: HeldCourse): CourseAttempt => {
  const { course, scos } = held
  const content = contentOf(course)
  const isCmi5 = course.standard === 'cmi5'
  const closed = isCmi5 ? [] : closedIn(held)
  return {
    Course_ID: course.course_id,
    Course_Name: course.name,
    ID: course.course_attempt_id,
    GUID: course.course_attempt_guid,
    Status: course.status,
    DateStarted: dateOf(course.started_at),
    DateEnded: dateOf(course.ended_at),
    LearningObject_TextMessageID: course.description === null ? null : course.course_id,
    ScoAttempts: scos.map((row, at) => {
      const sco = content.scos[row.position]
      return {
        id: row.position + 1,
        attemptId: row.sco_attempt_id,
        name: sco?.title ?? '',
        href: sco ? sco.path + sco.parameters : '',
        status: row.status,
        dateStarted: dateOf(row.started_at),
        dateEnded: dateOf(row.ended_at),
        guid: row.sco_attempt_guid,
        open: isCmi5 ? isOpenIn(held, at) : closed[at] === undefined,
        ...(closed[at] !== undefined && { closed: closed[at] }),
        identifier: sco?.identifier ?? '',
        ...(isCmi5 && { kind: 'au' as const }),
        ...(sco?.prerequisites !== undefined && { prerequisites: sco.prerequisites }),
      }
    }),
  }
}
