import { courseGet, courseInfo } from '@sitwell/contract'
import type { Caller } from '../http/caller.ts'
import { route } from '../http/service.ts'
import { textsOf } from '../messages/texts-of.ts'
import type { LmsContext } from './lms-context.ts'
import { type CourseAttemptRow, selectCourses } from './queries.ts'

interface Asked {
  readonly orgID: number
  readonly langID: number
  readonly iDs: readonly number[]
}

/**
 * A text for each id of a course that the caller has: the organisation's own in the language, otherwise the package's. Of another
 * organisation there is nothing.
 */
const textsFor = async (
  { database }: Pick<LmsContext, 'database'>,
  caller: Caller,
  { orgID, langID, iDs }: Asked,
  kind: string,
  textOf: (course: CourseAttemptRow) => string | null,
) => {
  if (orgID !== caller.orgId) return []
  const held = new Map((await selectCourses(database.kysely, caller)).map(({ course }) => [course.course_id, textOf(course)]))
  const nameOf = (id: number) => `${kind}.${id}`
  const known = iDs.filter((id) => held.has(id))
  const own = await textsOf(database, caller.orgId, langID, known.map(nameOf))
  return known.flatMap((id) => {
    const text = own.get(nameOf(id)) ?? held.get(id)
    return text ? [{ id, text }] : []
  })
}

/** Names of courses; an organisation translates one by the message `course.ID`. */
export const courseGetRoute = (context: Pick<LmsContext, 'database'>) =>
  route(courseGet, async ({ caller, body }) => ({
    ok: true,
    value: await textsFor(context, caller, body, 'course', ({ name }) => name),
  }))

/** What courses say of themselves; an organisation's own is the message `courseInfo.ID`. */
export const courseInfoRoute = (context: Pick<LmsContext, 'database'>) =>
  route(courseInfo, async ({ caller, body }) => ({
    ok: true,
    value: await textsFor(context, caller, body, 'courseInfo', ({ description }) => description),
  }))
