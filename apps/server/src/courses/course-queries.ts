import { type Kysely, sql } from 'kysely'
import { arrayLiteral } from '../db/array-literal.ts'
import type { Database } from '../db/database.ts'
import { isOneOf } from '../db/one-of.ts'
import type { CourseTable, Schema } from '../db/schema.ts'
import { foldedName } from '../folded-name.ts'
import type { Position } from '../office/people/cursor.ts'
import { isNobody, type People } from './places-of-caller.ts'

type Reading = Pick<Database, 'dialect' | 'kysely'>

/** A course as a list has it, named as its newest version is. */
export interface ListedCourse {
  readonly guid: string
  readonly name: string
  /** The name as it is compared. */
  readonly folded: string
  readonly standard: CourseTable['standard']
  readonly version: number
  /** When the newest version was stored (ms since 1970). */
  readonly storedAt: number
}

/**
 * All courses of an organisation, which has some thousands at most. The moments come from their own index: in SQLite they stand behind the content
 * of each course, which may have a megabyte.
 */
export const selectAllCourses = async (kysely: Kysely<Schema>, orgId: number): Promise<ListedCourse[]> => {
  const [rows, moments] = await Promise.all([
    kysely.selectFrom('course').select(['course_guid', 'version', 'name', 'standard']).where('org_id', '=', orgId).execute(),
    kysely.selectFrom('course').select(['course_guid', 'version', 'imported_at']).where('org_id', '=', orgId).execute(),
  ])
  const keyOf = (row: { readonly course_guid: string; readonly version: number }) => `${row.version} ${row.course_guid}`
  const storedAt = new Map(moments.map((row) => [keyOf(row), row.imported_at]))
  const newest = new Map<string, (typeof rows)[number]>()
  for (const row of rows) {
    const other = newest.get(row.course_guid)
    if (!other || other.version < row.version) newest.set(row.course_guid, row)
  }
  return [...newest.values()].map((row) => ({
    ...{ guid: row.course_guid, name: row.name, folded: foldedName(row.name), standard: row.standard },
    ...{ version: row.version, storedAt: storedAt.get(keyOf(row)) ?? 0 },
  }))
}

/** What a list of courses is sorted by. */
export type CourseSort = 'name' | 'newest'

const keyOf = (sort: CourseSort, { folded, storedAt }: ListedCourse) => (sort === 'name' ? folded : -storedAt)

const compare = <T extends number | string>(one: T, other: T) => (one === other ? 0 : one < other ? -1 : 1)

/** The courses of a search in their order, from behind a position on. */
export const chosenCourses = (
  all: readonly ListedCourse[],
  { words, sort }: { readonly words: readonly string[]; readonly sort: CourseSort },
  behind?: Position,
): ListedCourse[] => {
  const order = (one: readonly [number | string, string], other: readonly [number | string, string]) =>
    compare(one[0], other[0]) || compare(one[1], other[1])
  const placeOf = (course: ListedCourse) => [keyOf(sort, course), course.guid] as const
  return all
    .filter(({ folded }) => words.every((word) => folded.includes(word)))
    .filter((course) => !behind || order(placeOf(course), [behind.value, behind.id]) > 0)
    .sort((one, other) => order(placeOf(one), placeOf(other)))
}

/** The place of a course in its list. */
export const positionOf = (sort: CourseSort, course: ListedCourse): Position => ({
  value: keyOf(sort, course),
  id: course.guid,
})

/** That an attempt is of these people, as SQL. The groups of a role are few, and each is read from the key of its members. */
export const isOfPeople = (dialect: Database['dialect'], orgId: number, { isEverywhere, groups }: People) =>
  isEverywhere
    ? sql`1 = 1`
    : sql`course_attempt.user_guid in (select user_guid from people_group_member
        where org_id = ${orgId} and ${isOneOf(dialect, 'group_id', groups, (id) => id)})`

/** Of each course how many of these people have it, and how many of them have completed it. One that nobody has is missing. */
export const countHolders = async (
  { kysely, dialect }: Reading,
  orgId: number,
  guids: readonly string[],
  people: People,
): Promise<ReadonlyMap<string, { readonly people: number; readonly completed: number }>> => {
  if (guids.length === 0 || isNobody(people)) return new Map()
  // By the index, whose rows come person by person: somebody may have been given a course more than once.
  const isCompleted = sql`max(case when status = 2 then 1 else 0 end) as is_completed`
  const isMeant = sql`org_id = ${orgId} and ${isOfPeople(dialect, orgId, people)}`
  // Of several courses at once PostgreSQL would sort all rows, though those of each stand in the order of the index.
  const counted =
    dialect === 'postgres'
      ? sql`select guid as course_guid, people, completed from unnest(${arrayLiteral(guids)}::text[]) as guid
          cross join lateral (select count(*) as people, sum(is_completed) as completed
            from (select ${isCompleted} from course_attempt where course_guid = guid and ${isMeant} group by user_guid) as holders) as counts where people > 0`
      : sql`select course_guid, count(*) as people, sum(is_completed) as completed
          from (select course_guid, ${isCompleted} from course_attempt where ${isOneOf(dialect, 'course_guid', guids, (guid) => guid)} and ${isMeant}
            group by course_guid, user_guid) as holders group by course_guid`
  const { rows } = await sql<{ course_guid: string; people: number; completed: number }>`${counted}`.execute(kysely)
  return new Map(rows.map((row) => [row.course_guid, { people: Number(row.people), completed: Number(row.completed) }]))
}

/** How many attempts at a course, of these people, stand in each status. */
export const countStatuses = async (
  { kysely, dialect }: Reading,
  orgId: number,
  guid: string,
  people: People,
): Promise<ReadonlyMap<number, number>> => {
  if (isNobody(people)) return new Map()
  const { rows } = await sql<{ status: number; n: number }>`select status, count(*) as n from course_attempt
    where org_id = ${orgId} and course_guid = ${guid} and ${isOfPeople(dialect, orgId, people)} group by status`.execute(kysely)
  return new Map(rows.map(({ status, n }) => [Number(status), Number(n)]))
}

/** All versions of a course, the newest first. */
export const selectVersions = (kysely: Kysely<Schema>, orgId: number, guid: string) =>
  kysely
    .selectFrom('course')
    .select(['org_id', 'course_guid', 'version', 'name', 'description', 'standard', 'content', 'imported_at'])
    .where('org_id', '=', orgId)
    .where('course_guid', '=', guid)
    .orderBy('version', 'desc')
    .execute()

/** The newest version of a course. */
export const selectNewest = (kysely: Kysely<Schema>, orgId: number, guid: string) =>
  kysely
    .selectFrom('course')
    .select(['org_id', 'course_guid', 'version', 'name', 'standard', 'content'])
    .where('org_id', '=', orgId)
    .where('course_guid', '=', guid)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
