import { type CourseAction, type CourseChangePreview, mostPeopleOfCourse, mostUnitsGiven } from '@sitwell/contract'
import { type Kysely, sql } from 'kysely'
import type { DialectName } from '../db/database.ts'
import { isOneOf } from '../db/one-of.ts'
import type { PersonTable, Schema } from '../db/schema.ts'
import { type RefusedOutcome, refuse } from '../http/refusal.ts'
import { type GivenVersion, type HeldAttempt, selectHeldAttempts, unitsOf } from '../lms/give-courses.ts'
import type { Grant } from '../roles/grant.ts'
import { mayDo } from '../roles/may.ts'
import { placesOfPeople } from '../roles/place-queries.ts'
import { sha256 } from '../sha256.ts'
import { selectNewest } from './course-queries.ts'
import { type Candidate, canTakeBack, judgeChange, totalsOf } from './judge-change.ts'
import { noCourse } from './list-courses.ts'

/** What is asked for, as the calls have it. */
export interface ChangeAsked {
  readonly courseGuid: string
  readonly action: CourseAction
  readonly userIDs: readonly number[]
  readonly groupIDs: readonly string[]
  readonly again: boolean
}

interface Asking {
  readonly orgId: number
  /** The caller's grants. */
  readonly actor: readonly Grant[]
  readonly nowMs: number
}

interface Reading {
  /** Also a transaction. */
  readonly kysely: Kysely<Schema>
  readonly dialect: DialectName
}

type NamedPerson = Pick<PersonTable, 'first_name' | 'last_name' | 'user_guid' | 'user_id' | 'username'>

/** A preview, with what the change itself needs. */
interface Previewed {
  readonly ok: true
  readonly preview: CourseChangePreview
  readonly course: GivenVersion
  /** Those whom something happens to, with what they hold. */
  readonly changed: readonly { readonly person: NamedPerson; readonly held: readonly HeldAttempt[] }[]
}

const noGroup = refuse('NOT_FOUND', 'There is no group with this id in the organisation.')

const tooMany = refuse('INVALID_REQUEST', 'These are too many people for one request.', {
  details: [{ path: 'body.groupIDs', message: 'too many' }],
})

const namedColumns = sql`person.user_guid, person.user_id, person.username, person.first_name, person.last_name`

/** The people of these numbers. Whom a server of the previous version added a moment ago has no search name yet. */
const selectNamed = async ({ kysely, dialect }: Reading, orgId: number, userIDs: readonly number[]) => {
  if (userIDs.length === 0) return []
  const { rows } = await sql<NamedPerson>`select ${namedColumns} from person
    where org_id = ${orgId} and ${isOneOf(dialect, 'user_id', userIDs, (id) => id)} and (search_name is null or search_name > '')`.execute(
    kysely,
  )
  return rows
}

/** The members of these groups by name, one more than may be changed at once. */
const selectMembers = async ({ kysely, dialect }: Reading, orgId: number, groupIDs: readonly string[]) => {
  if (groupIDs.length === 0) return []
  const { rows } = await sql<NamedPerson>`select ${namedColumns} from person
    where org_id = ${orgId} and search_name > '' and user_guid in (
      select user_guid from people_group_member
      where org_id = ${orgId} and ${isOneOf(dialect, 'group_id', groupIDs, (id) => id)})
    order by search_name, user_guid limit ${mostPeopleOfCourse + 1}`.execute(kysely)
  return rows
}

/** Whether all of these groups are there. */
const areThere = async ({ kysely, dialect }: Reading, orgId: number, groupIDs: readonly string[]): Promise<boolean> => {
  const asked = new Set(groupIDs)
  if (asked.size === 0) return true
  const rows = await kysely
    .selectFrom('people_group')
    .select('group_id')
    .where('org_id', '=', orgId)
    .where('removed_at', 'is', null)
    .where(isOneOf(dialect, 'group_id', [...asked], (id) => id))
    .execute()
  return rows.length === asked.size
}

/**
 * What a change of a course would do, person by person: those who are named in this order, then the members of the groups by name. `isHeld`: within the
 * transaction of the change, which holds what these people have of the course.
 */
export const previewChange = async (
  reading: Reading,
  { courseGuid, action, userIDs, groupIDs, again }: ChangeAsked,
  { orgId, actor, nowMs }: Asking,
  { isHeld }: { readonly isHeld: boolean },
): Promise<Previewed | RefusedOutcome<'INVALID_REQUEST' | 'NOT_FOUND'>> => {
  const course = await selectNewest(reading.kysely, orgId, courseGuid)
  if (!course) return noCourse
  // A group of which the caller may not see the people is like one that is not there.
  const isSeen = groupIDs.every((group) => mayDo(actor, 'people.read', { groups: [group] }, nowMs))
  if (!isSeen || !(await areThere(reading, orgId, groupIDs))) return noGroup
  const named = await selectNamed(reading, orgId, userIDs)
  const members = await selectMembers(reading, orgId, groupIDs)
  const people = new Map([...named, ...members].map((person) => [person.user_id, person]))
  const ids = [...new Set([...userIDs, ...members.map(({ user_id }) => user_id)])]
  if (ids.length > mostPeopleOfCourse || (action === 'give' && ids.length * unitsOf(course) > mostUnitsGiven)) return tooMany
  const guids = [...people.values()].map(({ user_guid }) => user_guid)
  const places = await placesOfPeople(reading, orgId, guids)
  const attempts = await selectHeldAttempts(reading, course, guids, { isHeld })
  const heldBy = Map.groupBy(attempts, ({ user_guid }) => user_guid)
  const candidateOf = (person: NamedPerson): Candidate => {
    const place = places.get(person.user_guid) ?? {}
    return {
      ...{ username: person.username, firstName: person.first_name, lastName: person.last_name },
      isVisible: mayDo(actor, 'people.read', place, nowMs),
      mayChange: mayDo(actor, 'courses.write', place, nowMs),
      held: heldBy.get(person.user_guid) ?? [],
    }
  }
  const known = new Map([...people].map(([id, person]) => [id, candidateOf(person)]))
  const judged = judgeChange({ action, version: course.version, again }, ids, known)
  const outcomes = judged.map(({ userID, becomes, reason }) => [userID, becomes, reason])
  const done = judged.filter(({ becomes }) => becomes !== 'unchanged' && becomes !== 'refused')
  return {
    ok: true,
    course,
    changed: done.flatMap(({ userID }) => {
      const person = people.get(userID)
      return person ? [{ person, held: heldBy.get(person.user_guid) ?? [] }] : []
    }),
    preview: {
      ...{ courseGuid, name: course.name, version: course.version, people: judged, totals: totalsOf(judged) },
      canUndo: done.length > 0 && done.every(canTakeBack),
      hash: sha256(JSON.stringify([orgId, courseGuid, course.version, action, again, outcomes])),
    },
  }
}
