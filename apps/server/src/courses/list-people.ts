import { type CourseAttemptState, courseProgressStates, officeCoursePeople, officeCourseProgress } from '@sitwell/contract'
import { route } from '../http/service.ts'
import { contentOf } from '../lms/course-content.ts'
import { selectResets } from '../lms/void-progress.ts'
import { findPerson } from '../office/people/found-person.ts'
import { namesOf } from '../office/people/names-of.ts'
import { cutPage, readPage, searchedWords } from '../office/places/list-page.ts'
import { mayDo } from '../roles/may.ts'
import { grantsOfCaller } from '../roles/queries.ts'
import type { SecurityContext } from '../security/security-context.ts'
import { type AttemptWishes, selectAttempts, selectAttemptsOf } from './attempt-queries.ts'
import { attemptRowsOf, progressFields } from './attempt-rows.ts'
import { selectNewest, selectVersions } from './course-queries.ts'
import { iso, noCourse } from './list-courses.ts'
import { isNobody, peopleSeenBy } from './places-of-caller.ts'

type Context = Pick<SecurityContext, 'clock' | 'database' | 'keys'>

/** A page of the people who have a course, with what they have come to. */
export const officeCoursePeopleRoute = ({ database, clock, keys }: Context) =>
  route(officeCoursePeople, async ({ caller, query }) => {
    const { orgId } = caller
    const { courseGuid, search, state } = query
    const nowMs = clock.nowMs()
    const actor = await grantsOfCaller(database, caller)
    const people = peopleSeenBy(actor, nowMs)
    const status = state && courseProgressStates.indexOf(state)
    const wishes: AttemptWishes = { orgId, courseGuid, people, status, words: searchedWords(search) }
    const list = ['course-people', wishes]
    const page = readPage(keys, list, query)
    if (!page.ok) return page
    if (!(await selectNewest(database.kysely, orgId, courseGuid))) return noCourse
    const { behind, limit } = page
    const nothing = { rows: [], total: 0 }
    const found = isNobody(people) ? nothing : await selectAttempts(database, wishes, { behind, limit: limit + 1 })
    const { rows, next } = cutPage(keys, list, found.rows, {
      limit,
      positionOf: ({ search_name, course_attempt_guid }) => ({ value: search_name, id: course_attempt_guid }),
    })
    const shown = await attemptRowsOf(database, { orgId, actor, nowMs }, rows)
    return {
      ok: true,
      value: { people: shown.map(({ row }) => row), ...next, ...(!behind && { total: found.total }), asOf: iso(nowMs) },
    }
  })

/** What one person has come to in a course, unit by unit, with what was reset. */
export const officeCourseProgressRoute = (context: Context) =>
  route(officeCourseProgress, async ({ caller, query }) => {
    const { database, clock } = context
    const { orgId } = caller
    const { courseGuid, userID } = query
    const found = await findPerson(context, caller, userID)
    if (!found.ok) return found
    const { actor, place } = found
    const nowMs = clock.nowMs()
    // The names of people are for those who may see people.
    if (!mayDo(actor, 'people.read', place, nowMs)) return noCourse
    const versions = await selectVersions(database.kysely, orgId, courseGuid)
    const [newest] = versions
    const rows = newest ? await selectAttemptsOf(database, orgId, userID, { courseGuid }) : []
    if (!newest || rows.length === 0) return noCourse
    const shown = await attemptRowsOf(database, { orgId, actor, nowMs }, rows)
    const resets = await Promise.all(rows.map((row) => selectResets(database.kysely, orgId, row.course_attempt_guid)))
    const nameOf = await namesOf(
      database,
      orgId,
      resets.flat().map(({ reset_by }) => reset_by),
    )
    const attempts = shown.map(({ row, progress }, at): CourseAttemptState => {
      const version = versions.find((one) => one.version === row.version)
      const titles = version ? contentOf(version).scos.map(({ title }) => title) : []
      return {
        attempt: row,
        units: progress.units.map((unit) => ({ title: titles[unit.position] ?? '', ...progressFields(unit) })),
        earlier: (resets[at] ?? []).map((one) => ({
          ...{ number: one.number, resetAt: iso(one.reset_at), resetBy: nameOf(one.reset_by), reason: one.reason },
          ...progressFields({
            ...{ status: one.status, startedAt: one.started_at, endedAt: one.ended_at, contactAt: one.contact_at },
            ...{ score: one.score ?? undefined, timeMs: one.time_ms ?? undefined },
          }),
        })),
      }
    })
    return { ok: true, value: { courseGuid, name: newest.name, attempts, asOf: iso(nowMs) } }
  })
