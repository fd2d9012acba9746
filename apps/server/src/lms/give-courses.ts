import { randomUUID } from 'node:crypto'
import { nothingSet } from '@sitwell/exam/courses/sco-outcome'
import type { Kysely } from 'kysely'
import type { DialectName } from '../db/database.ts'
import { nextNumber } from '../db/next-number.ts'
import { isOneOf } from '../db/one-of.ts'
import type { CourseAttemptTable, CourseTable, Schema, ScoAttemptTable } from '../db/schema.ts'
import { contentOf } from './course-content.ts'

/** A database, or a transaction of it. */
export interface Reading {
  readonly kysely: Kysely<Schema>
  readonly dialect: DialectName
}

/** Rows of one statement. */
const rowsAtOnce = 500

/** A course of an organisation, regardless of the version. */
export type CourseName = Pick<CourseTable, 'course_guid' | 'org_id'>

/** A version of a course that is given. */
export type GivenVersion = CourseName & Pick<CourseTable, 'content' | 'version'>

/** A course that somebody holds. `wasBegun`: something of it happened, even if it was reset since. */
export type HeldAttempt = Pick<CourseAttemptTable, 'course_attempt_guid' | 'status' | 'user_guid' | 'version'> & {
  readonly wasBegun: boolean
}

/** How many units a version has: each is a row for everybody whom it is given to. */
export const unitsOf = (version: Pick<CourseTable, 'content'>): number => contentOf(version).scos.length

/** Until the transaction ends, nobody else gives or takes a course of the organisation: of two at once the second sees what the first did. */
export const holdGiving = (transaction: Kysely<Schema>, orgId: number) => nextNumber(transaction, orgId, 'course-attempt', 0)

const heldColumns = ['course_attempt_guid', 'status', 'user_guid', 'version'] as const

/** Which of these attempts have a history, though they stand as not begun. */
const selectBegun = async ({ kysely, dialect }: Reading, orgId: number, guids: readonly string[]) => {
  if (guids.length === 0) return new Set<string>()
  const isAsked = isOneOf(dialect, 'course_attempt_guid', guids, (guid) => guid)
  const scos = await kysely
    .selectFrom('sco_attempt')
    .select('course_attempt_guid')
    .distinct()
    .where('org_id', '=', orgId)
    .where(isAsked)
    .where((of) => of.or([of('saves', '>', 0), of('last_sequence', '>', 0), of('started_at', 'is not', null)]))
    .execute()
  const registrations = await kysely
    .selectFrom('cmi5_registration')
    .select('course_attempt_guid')
    .distinct()
    .where('org_id', '=', orgId)
    .where(isAsked)
    .execute()
  return new Set([...scos, ...registrations].map(({ course_attempt_guid }) => course_attempt_guid))
}

/**
 * What these people hold of a course. `isHeld`, in a transaction: nobody of them begins or continues before it ends, so that whoever begins the course this
 * moment has begun it, or waits.
 */
export const selectHeldAttempts = async (
  reading: Reading,
  { org_id, course_guid }: CourseName,
  userGuids: readonly string[],
  { isHeld }: { readonly isHeld: boolean },
): Promise<HeldAttempt[]> => {
  if (userGuids.length === 0) return []
  const { kysely, dialect } = reading
  const isAsked = isOneOf(dialect, 'user_guid', userGuids, (guid) => guid)
  const rows = isHeld
    ? await kysely
        .updateTable('course_attempt')
        .set((set) => ({ status: set.ref('status') }))
        .where('org_id', '=', org_id)
        .where('course_guid', '=', course_guid)
        .where(isAsked)
        .returning(heldColumns)
        .execute()
    : await kysely
        .selectFrom('course_attempt')
        .select(heldColumns)
        .where('org_id', '=', org_id)
        .where('course_guid', '=', course_guid)
        .where(isAsked)
        .execute()
  const unbegun = rows.filter(({ status }) => status === 0).map(({ course_attempt_guid }) => course_attempt_guid)
  const begun = await selectBegun(reading, org_id, unbegun)
  return rows.map((row) => ({ ...row, wasBegun: row.status !== 0 || begun.has(row.course_attempt_guid) }))
}

/** Somebody who is given a course; `guid`: of the attempt whose place it takes. */
export interface Receiver {
  readonly userGuid: string
  readonly guid?: string | undefined
}

/** Gives a version of a course to people who stand before it then, in a transaction that holds the giving (`holdGiving`). */
export const beginAttempts = async (
  transaction: Kysely<Schema>,
  course: GivenVersion,
  receivers: readonly Receiver[],
  nowMs: number,
): Promise<void> => {
  const { org_id, course_guid, version } = course
  if (receivers.length === 0) return
  const count = unitsOf(course)
  const lastAttempt = await nextNumber(transaction, org_id, 'course-attempt', receivers.length)
  const lastUnit = await nextNumber(transaction, org_id, 'sco-attempt', receivers.length * count)
  const attempts = receivers.map(
    ({ userGuid, guid = randomUUID() }, at): CourseAttemptTable => ({
      ...{ org_id, course_attempt_guid: guid, course_attempt_id: lastAttempt - receivers.length + 1 + at },
      ...{ user_guid: userGuid, course_guid, version, status: 0, given_at: nowMs, started_at: null, ended_at: null },
      ...{ sequencing_state: null, cluster_attempts: null },
    }),
  )
  const outcome = JSON.stringify(nothingSet)
  const firstUnit = lastUnit - receivers.length * count + 1
  const unitOf = (index: number): ScoAttemptTable => {
    const { course_attempt_guid } = attempts[Math.floor(index / count)] as CourseAttemptTable
    return {
      ...{ org_id, sco_attempt_id: firstUnit + index, sco_attempt_guid: randomUUID(), course_attempt_guid },
      ...{ position: index % count, status: 0, started_at: null, ended_at: null, data: '[]', outcome },
      ...{ number: 0, last_sequence: 0, over_from: null, has_ended: 0, saves: 0, saved_at: null, attempts: 0 },
    }
  }
  for (let from = 0; from < attempts.length; from += rowsAtOnce)
    await transaction
      .insertInto('course_attempt')
      .values(attempts.slice(from, from + rowsAtOnce))
      .execute()
  const units = receivers.length * count
  for (let from = 0; from < units; from += rowsAtOnce) {
    const rows = Array.from({ length: Math.min(rowsAtOnce, units - from) }, (_, at) => unitOf(from + at))
    await transaction.insertInto('sco_attempt').values(rows).execute()
  }
}

/** Takes away attempts that nobody ever began, in a transaction that holds them. */
export const removeUnbegun = async ({ kysely, dialect }: Reading, orgId: number, guids: readonly string[]): Promise<void> => {
  for (const table of ['sco_attempt', 'course_attempt'] as const)
    await kysely
      .deleteFrom(table)
      .where('org_id', '=', orgId)
      .where(isOneOf(dialect, 'course_attempt_guid', guids, (guid) => guid))
      .execute()
}
