import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { PersonTable, ResponseMarkTable } from '../db/schema.ts'
import { selectGrants } from '../roles/queries.ts'
import { scopesWith } from './marking-context.ts'
import { reaches } from './scopes.ts'

/**
 * Why a response that needs a mark is not in exactly one queue, or in one that nobody may mark (OFFICE-305). `unlisted`: it is in none. `twice`: it is listed as a whole and in parts.
 * `misplaced`: it is in the queue of another exam or delivery. `open`: its sitting goes on again. `nobody`: it is allocated to people alone who may not mark it any more.
 */
export type QueueFault = 'misplaced' | 'nobody' | 'open' | 'twice' | 'unlisted'

export interface FaultyResponse {
  readonly fault: QueueFault
  readonly formRunGuid: string
  readonly questionId: string
  readonly part: string
}

type Row = Pick<ResponseMarkTable, 'form_run_guid' | 'part' | 'question_id'>

/** Most of each kind that are named: what is wrong with more of them is wrong with all. */
const mostNamed = 1000

const named = (fault: QueueFault, rows: readonly Row[]): FaultyResponse[] =>
  rows.map(({ form_run_guid: formRunGuid, question_id: questionId, part }) => ({ fault, formRunGuid, questionId, part }))

/** Marks wait for a person, by the marks of a completed sitting, and no response of the question is listed as one that waits. */
const unlisted = ({ kysely }: Database, orgId: number, nowMs: number) =>
  sql<Row>`select mark.form_run_guid, mark.question_id, '' as part from mark
    join form_run on form_run.org_id = mark.org_id and form_run.form_run_guid = mark.form_run_guid
    where mark.org_id = ${orgId} and mark.needs_person = 1 and form_run.completed_at is not null
      and form_run.completed_at <= ${nowMs - settleMs}
      and not exists (select 1 from response_mark as listed where listed.org_id = mark.org_id
        and listed.form_run_guid = mark.form_run_guid and listed.question_id = mark.question_id
        and (listed.state <> 'marked' or listed.is_pending = 1))
    order by mark.form_run_guid, mark.question_id limit ${mostNamed}`.execute(kysely)

/** Milliseconds in which what was completed is listed at the latest, by the job that lists what was completed before an update. */
const settleMs = 60_000

const selectWhere = ({ kysely }: Database, orgId: number, condition: RawBuilder<SqlBool>) =>
  sql<Row>`select response_mark.form_run_guid, response_mark.question_id, response_mark.part from response_mark
    join form_run on form_run.org_id = response_mark.org_id and form_run.form_run_guid = response_mark.form_run_guid
    join schedule on schedule.org_id = form_run.org_id and schedule.schedule_guid = form_run.schedule_guid
    where response_mark.org_id = ${orgId} and ${condition}
    order by response_mark.form_run_guid, response_mark.question_id limit ${mostNamed}`.execute(kysely)

const isMisplaced = sql<SqlBool>`(response_mark.exam_guid <> form_run.exam_guid or response_mark.version <> form_run.version
  or response_mark.delivery_id <> coalesce(schedule.delivery_id, '') or response_mark.user_guid <> form_run.user_guid)`

const isTwice = sql<SqlBool>`(response_mark.part = '' and exists (select 1 from response_mark as other
  where other.org_id = response_mark.org_id and other.form_run_guid = response_mark.form_run_guid
    and other.question_id = response_mark.question_id and other.part <> ''))`

/** Questions that are allocated to people of whom none may mark them any more. */
const selectStuckQueues = async (database: Database, orgId: number, nowMs: number) => {
  type Allocated = Pick<PersonTable, 'admin' | 'invigilator' | 'suspended' | 'user_guid'> & {
    readonly exam_guid: string
    readonly version: number
    readonly delivery_id: string
    readonly question_id: string
    readonly part: string
  }
  const { rows } = await sql<Allocated>`
    select marker.exam_guid, marker.version, marker.delivery_id, marker.question_id, marker.part,
      person.user_guid, person.suspended, person.admin, person.invigilator
    from marking_allocation_marker as marker
    join person on person.org_id = marker.org_id and person.user_guid = marker.user_guid
    where marker.org_id = ${orgId}`.execute(database.kysely)
  const queues = Map.groupBy(rows, ({ exam_guid, version, delivery_id, question_id, part }) =>
    JSON.stringify([exam_guid, version, delivery_id, question_id, part]),
  )
  const stuck: Allocated[] = []
  for (const all of queues.values()) {
    const [first] = all
    if (!first) continue
    const able = await Promise.all(
      all.map(async (one) => {
        if (one.suspended !== 0) return false
        const scopes = scopesWith({ grants: await selectGrants(database, { org_id: orgId, ...one }), nowMs }, 'marks.give')
        return scopes.some((scope) => reaches(scope, { examGuid: one.exam_guid, deliveryId: one.delivery_id }))
      }),
    )
    if (!able.includes(true)) stuck.push(first)
  }
  return stuck
}

/** Responses that wait in queues that nobody may mark any more. */
const ofNobody = async (database: Database, orgId: number, nowMs: number): Promise<Row[]> => {
  const found: Row[] = []
  for (const { exam_guid, version, delivery_id, question_id, part } of await selectStuckQueues(database, orgId, nowMs)) {
    const { rows } = await sql<Row>`select form_run_guid, question_id, part from response_mark
      where org_id = ${orgId} and exam_guid = ${exam_guid} and version = ${version} and delivery_id = ${delivery_id}
        and question_id = ${question_id} and part = ${part} and state in ('waiting', 'changed') limit ${mostNamed}`.execute(
      database.kysely,
    )
    found.push(...rows)
  }
  return found
}

/** The standing check: every response of an organisation that needs a mark and is not in exactly one queue, or in one that nobody may mark. */
export const checkQueues = async (database: Database, orgId: number, nowMs: number): Promise<FaultyResponse[]> => {
  const [none, misplaced, twice, open, nobody] = await Promise.all([
    unlisted(database, orgId, nowMs),
    selectWhere(database, orgId, isMisplaced),
    selectWhere(database, orgId, isTwice),
    selectWhere(database, orgId, sql`form_run.completed_at is null`),
    ofNobody(database, orgId, nowMs),
  ])
  return [
    ...named('unlisted', none.rows),
    ...named('misplaced', misplaced.rows),
    ...named('twice', twice.rows),
    ...named('open', open.rows),
    ...named('nobody', nobody),
  ]
}

/**
 * How many sittings of an organisation have responses that are in no queue, and how many responses are in one that nobody may mark, without a look at all of them: for whoever opens the
 * office. The command looks at each.
 */
export const countOutOfQueues = async (database: Database, orgId: number, nowMs: number): Promise<number> => {
  const row = await database.kysely
    .selectFrom('form_run')
    .select((of) => of.fn.countAll<number>().as('n'))
    .where('org_id', '=', orgId)
    .where('completed_at', 'is not', null)
    .where('completed_at', '<=', nowMs - settleMs)
    .where(({ or, eb, ref }) => or([eb('responses_of', 'is', null), eb('responses_of', '<>', ref('completed_at'))]))
    .executeTakeFirst()
  return Number(row?.n ?? 0) + (await ofNobody(database, orgId, nowMs)).length
}
