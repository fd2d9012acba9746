import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { CourseAttemptTable, PersonTable } from '../db/schema.ts'
import type { Position } from '../office/people/cursor.ts'
import { hasEach } from '../office/places/has-each.ts'
import { isOfPeople } from './course-queries.ts'
import type { People } from './places-of-caller.ts'

type Reading = Pick<Database, 'dialect' | 'kysely'>

/** A course that somebody was given, with who they are. */
export type AttemptRow = Pick<
  CourseAttemptTable,
  'course_attempt_guid' | 'course_guid' | 'ended_at' | 'given_at' | 'started_at' | 'status' | 'user_guid' | 'version'
> &
  Pick<PersonTable, 'admin' | 'first_name' | 'invigilator' | 'last_name' | 'learner_identifier' | 'user_id' | 'username'> & {
    readonly search_name: string
  }

/** Who is listed of a course. */
export interface AttemptWishes {
  readonly orgId: number
  readonly courseGuid: string
  readonly people: People
  readonly status: number | undefined
  readonly words: readonly string[]
}

/** Attempts from which on a list is read by the names of all people instead of being sorted. */
const many = 2000

const columns = sql`course_attempt.course_attempt_guid, course_attempt.course_guid, course_attempt.user_guid, course_attempt.version,
  course_attempt.status, course_attempt.given_at, course_attempt.started_at, course_attempt.ended_at, person.admin, person.invigilator,
  person.first_name, person.last_name, person.learner_identifier, person.user_id, person.username, person.search_name`

/** Whether this many have a course that the index by name finds the first of them sooner than sorting all would. */
const isOfMany = async ({ kysely }: Reading, { orgId, courseGuid, people, status }: AttemptWishes): Promise<boolean> => {
  if (!people.isEverywhere) return false
  // By the index alone. Of a state that few are in the names of all would be read for nothing.
  const isStatus = status === undefined ? sql`1 = 1` : sql`status = ${status}`
  const { rows } = await sql`select 1 from course_attempt
    where org_id = ${orgId} and course_guid = ${courseGuid} and ${isStatus} limit 1 offset ${sql.lit(many)}`.execute(kysely)
  return rows.length > 0
}

/** The attempts of a list by the course alone, without what is asked of the people themselves. */
const ofCourse = ({ dialect }: Reading, { orgId, courseGuid, people, status }: AttemptWishes) => sql`
  course_attempt.org_id = ${orgId} and course_attempt.course_guid = ${courseGuid} and ${isOfPeople(dialect, orgId, people)}
  and ${status === undefined ? sql`1 = 1` : sql`course_attempt.status = ${status}`}`

/**
 * Where the list is read from, as SQL. SQLite takes the tables of a cross join in the order in which they stand. PostgreSQL chooses by itself, but for few
 * attempts: it expects the first of them soon in the order of the names, and would look up an attempt of everybody.
 */
const attemptsIn = (reading: Reading, wishes: AttemptWishes, isMany: boolean) => {
  if (isMany) return sql`person cross join course_attempt where ${ofCourse(reading, wishes)}`
  if (reading.dialect === 'sqlite') return sql`course_attempt cross join person where ${ofCourse(reading, wishes)}`
  // PostgreSQL reads first what it can't look into.
  return sql`(select * from course_attempt where ${ofCourse(reading, wishes)} offset 0) as course_attempt cross join person where 1 = 1`
}

/** Who is looked for among the people of attempts, as SQL. */
const areFound = (
  { dialect }: Reading,
  { orgId, words }: AttemptWishes,
) => sql`person.org_id = ${orgId} and person.search_name > ''
  and person.user_guid = course_attempt.user_guid and ${hasEach(dialect, 'person.search_name', words)}`

/** How many of many are listed. Unless they are searched, people need not be looked at: whoever was erased has no course. */
const countMany = async (reading: Reading, wishes: AttemptWishes): Promise<number> => {
  const listed =
    wishes.words.length === 0
      ? sql`course_attempt where ${ofCourse(reading, wishes)}`
      : sql`${attemptsIn(reading, wishes, true)} and ${areFound(reading, wishes)}`
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${listed}`.execute(reading.kysely)
  return Number(rows[0]?.n ?? 0)
}

/**
 * A page of the people who have a course, by name, from behind a position on. Who was given it twice comes twice. `total`: how many the list has in all, for
 * the first page. Few are counted in the same pass; of many the page ends long before that.
 */
export const selectAttempts = async (
  reading: Reading,
  wishes: AttemptWishes,
  { behind, limit }: { readonly behind: Position | undefined; readonly limit: number },
): Promise<{ readonly rows: AttemptRow[]; readonly total: number }> => {
  const isMany = await isOfMany(reading, wishes)
  const from = behind
    ? sql`and (person.search_name, course_attempt.course_attempt_guid) > (${behind.value}, ${behind.id})`
    : sql``
  // SQLite begins in the index by name only by a condition on the name itself.
  const start = behind ? sql`and person.search_name >= ${behind.value}` : sql``
  const counted = behind || isMany ? sql`0` : sql`count(*) over ()`
  const [{ rows }, ofMany] = await Promise.all([
    sql<AttemptRow & { total: number }>`select ${columns}, ${counted} as total from ${attemptsIn(reading, wishes, isMany)}
      and ${areFound(reading, wishes)} ${start} ${from}
      order by person.search_name, course_attempt.course_attempt_guid limit ${limit}`.execute(reading.kysely),
    isMany && !behind ? countMany(reading, wishes) : 0,
  ])
  return { rows, total: ofMany || Number(rows[0]?.total ?? 0) }
}

/** The attempts of one person at a course, the latest that was given first. */
export const selectAttemptsOf = async (
  { kysely }: Reading,
  orgId: number,
  userId: number,
  which: { readonly courseGuid: string } | { readonly attemptGuid: string },
): Promise<AttemptRow[]> => {
  const isMeant =
    'courseGuid' in which
      ? sql`course_attempt.course_guid = ${which.courseGuid}`
      : sql`course_attempt.course_attempt_guid = ${which.attemptGuid}`
  const { rows } = await sql<AttemptRow>`select ${columns} from person
    join course_attempt on course_attempt.org_id = person.org_id and course_attempt.user_guid = person.user_guid
    where person.org_id = ${orgId} and person.user_id = ${userId} and person.search_name > '' and ${isMeant}
    order by course_attempt.given_at desc, course_attempt.course_attempt_id desc`.execute(kysely)
  return rows
}
