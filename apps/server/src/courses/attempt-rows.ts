import { type CourseAttemptRow, courseProgressStates } from '@sitwell/contract'
import type { Kysely } from 'kysely'
import type { DialectName } from '../db/database.ts'
import { isOneOf } from '../db/one-of.ts'
import type { RoleGrantTable, Schema } from '../db/schema.ts'
import { type CourseProgress, totalsOfUnits } from '../lms/progress/course-progress.ts'
import { selectProgress } from '../lms/progress/select-progress.ts'
import { countResets } from '../lms/void-progress.ts'
import { type Grant, grantsOf } from '../roles/grant.ts'
import { selectInstallationGrantsOf } from '../roles/installation-grants.ts'
import { mayDo, mayManage } from '../roles/may.ts'
import { placesOfPeople } from '../roles/place-queries.ts'
import type { AttemptRow } from './attempt-queries.ts'
import { iso } from './list-courses.ts'

interface Reading {
  /** Also a transaction. */
  readonly kysely: Kysely<Schema>
  readonly dialect: DialectName
}

/** Who asks, and when. */
export interface Asking {
  readonly orgId: number
  /** The caller's grants. */
  readonly actor: readonly Grant[]
  readonly nowMs: number
}

/** What somebody has come to, in the words of the contract. */
export const progressFields = (progress: {
  readonly status: number
  readonly score?: number | undefined
  readonly timeMs?: number | undefined
  readonly startedAt: number | null
  readonly endedAt: number | null
  readonly contactAt: number | null
}) => {
  const { status, score, timeMs, startedAt, endedAt, contactAt } = progress
  const state = courseProgressStates[status]
  if (state === undefined) throw new RangeError(`No course has the status ${status}.`)
  return {
    state,
    ...(score !== undefined && { score }),
    ...(timeMs !== undefined && { timeMs }),
    ...(startedAt !== null && { startedAt: iso(startedAt) }),
    ...(endedAt !== null && { endedAt: iso(endedAt) }),
    ...(contactAt !== null && { lastContactAt: iso(contactAt) }),
  }
}

const nothing: CourseProgress = { units: [], wasBegun: false }

const rowOf = (row: AttemptRow, progress: CourseProgress, resets: number, mayChange: { give: boolean; reset: boolean }) => {
  const { score, timeMs, contactAt, completed } = totalsOfUnits(progress.units)
  return {
    ...{ attemptGuid: row.course_attempt_guid, userID: row.user_id, username: row.username },
    ...{ firstName: row.first_name, lastName: row.last_name },
    ...(row.learner_identifier && { identifier: row.learner_identifier }),
    version: row.version,
    ...progressFields({ status: row.status, score, timeMs, startedAt: row.started_at, endedAt: row.ended_at, contactAt }),
    ...{ givenAt: iso(row.given_at), units: { all: progress.units.length, completed }, resets },
    may: {
      take: mayChange.give && row.status === 0 && !progress.wasBegun,
      reset: mayChange.reset && row.status !== 0,
    },
  } satisfies CourseAttemptRow
}

const selectGrantRows = ({ kysely, dialect }: Reading, orgId: number, guids: readonly string[]): Promise<RoleGrantTable[]> =>
  kysely
    .selectFrom('role_grant')
    .selectAll()
    .where('org_id', '=', orgId)
    .where(isOneOf(dialect, 'user_guid', guids, (guid) => guid))
    .execute()

/** What these attempts have come to, in their order, with what the caller may do to each. Nobody resets the progress of somebody who may do more than they. */
export const attemptRowsOf = async (
  reading: Reading,
  { orgId, actor, nowMs }: Asking,
  rows: readonly AttemptRow[],
): Promise<{ readonly row: CourseAttemptRow; readonly progress: CourseProgress }[]> => {
  if (rows.length === 0) return []
  const guids = rows.map(({ course_attempt_guid }) => course_attempt_guid)
  const people = [...new Set(rows.map(({ user_guid }) => user_guid))]
  const progress = await selectProgress(reading, orgId, guids)
  const resets = await countResets(reading, orgId, guids)
  const places = await placesOfPeople(reading, orgId, people)
  const grants = Map.groupBy(await selectGrantRows(reading, orgId, people), ({ user_guid }) => user_guid)
  const ofInstallation = await selectInstallationGrantsOf(reading, orgId, people)
  return rows.map((row) => {
    const roles = grantsOf(row, grants.get(row.user_guid) ?? [])
    const target = [...roles, ...(ofInstallation.get(row.user_guid) ?? [])]
    const give = mayDo(actor, 'courses.write', places.get(row.user_guid) ?? {}, nowMs)
    const own = progress.get(row.course_attempt_guid) ?? nothing
    const mayChange = { give, reset: give && mayManage(actor, target, nowMs) }
    return { row: rowOf(row, own, resets.get(row.course_attempt_guid) ?? 0, mayChange), progress: own }
  })
}
