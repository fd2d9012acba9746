import { type CourseRow, officeCourse, officeCourses } from '@sitwell/contract'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { unitsOf } from '../lms/give-courses.ts'
import { cutPage, readPage, searchedWords } from '../office/places/list-page.ts'
import { placesIn } from '../roles/places.ts'
import { grantsOfCaller } from '../roles/queries.ts'
import type { SecurityContext } from '../security/security-context.ts'
import { chosenCourses, countHolders, countStatuses, positionOf, selectAllCourses, selectVersions } from './course-queries.ts'
import { isNobody, mayChangeSome, peopleSeenBy } from './places-of-caller.ts'

type Context = Pick<SecurityContext, 'clock' | 'database' | 'keys'>

export const noCourse = refuse('NOT_FOUND', 'There is no course with this id in the organisation.')

export const iso = (ms: number) => new Date(ms).toISOString()

/** A page of the courses, with how many people have each: of those whom the caller's role is about. */
export const officeCoursesRoute = ({ database, clock, keys }: Context) =>
  route(officeCourses, async ({ caller, query }) => {
    const { orgId } = caller
    const { search, sort = 'name' } = query
    const nowMs = clock.nowMs()
    const places = placesIn(await grantsOfCaller(database, caller), 'courses.read', nowMs)
    const wishes = { words: searchedWords(search), sort }
    const list = ['courses', orgId, wishes]
    const page = readPage(keys, list, query)
    if (!page.ok) return page
    const { behind, limit } = page
    // A role in a centre or a room is about nobody, and so about no course.
    const all = isNobody(places) ? [] : await selectAllCourses(database.kysely, orgId)
    const found = chosenCourses(all, wishes, behind)
    const { rows, next } = cutPage(keys, list, found, { limit, positionOf: (one) => positionOf(sort, one) })
    const guids = rows.map(({ guid }) => guid)
    const holders = await countHolders(database, orgId, guids, places)
    const courses = rows.map(
      ({ guid, name, standard, version, storedAt }): CourseRow => ({
        ...{ courseGuid: guid, name, standard, version, storedAt: iso(storedAt) },
        ...(holders.get(guid) ?? { people: 0, completed: 0 }),
      }),
    )
    return { ok: true, value: { courses, ...next, ...(!behind && { total: found.length }), asOf: iso(nowMs) } }
  })

/** One course with its versions, and how many stand where. */
export const officeCourseRoute = ({ database, clock }: Context) =>
  route(officeCourse, async ({ caller, query }) => {
    const { orgId } = caller
    const { courseGuid } = query
    const nowMs = clock.nowMs()
    const grants = await grantsOfCaller(database, caller)
    const places = placesIn(grants, 'courses.read', nowMs)
    const versions = isNobody(places) ? [] : await selectVersions(database.kysely, orgId, courseGuid)
    const [newest] = versions
    if (!newest) return noCourse
    const statuses = await countStatuses(database, orgId, courseGuid, places)
    const count = (status: number) => statuses.get(status) ?? 0
    const course = {
      ...{ courseGuid, name: newest.name, standard: newest.standard },
      ...(newest.description !== null && { description: newest.description }),
      versions: versions.map((one) => ({
        ...{ version: one.version, name: one.name, storedAt: iso(one.imported_at), units: unitsOf(one) },
      })),
      counts: { 'not-started': count(0), started: count(1), completed: count(2), failed: count(3) },
      may: { seePeople: !isNobody(peopleSeenBy(grants, nowMs)), change: mayChangeSome(grants, nowMs) },
    }
    return { ok: true, value: { course, asOf: iso(nowMs) } }
  })
