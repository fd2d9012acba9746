import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Scope } from '../roles/grant.ts'
import type { Queue } from './ids.ts'
import { isInScopes, narrowedTo, peopleOfScopes } from './scopes.ts'

/** States of responses that a marker is given, in the order in which they are given. */
export const statesToMark = ['changed', 'waiting'] as const

/** Rows of a queue that are read in its order before the people in the caller's scopes are looked up instead. */
export const windowRows = 100

/** People in the caller's scopes whose responses are looked up one by one. The responses of more people are found by reading the queue in its order. */
export const mostPeople = 1000

/** Which rows of a queue are wanted. */
export interface WantedRows {
  readonly orgId: number
  readonly queue: Queue
  /** Scopes of the caller, of which one has to cover a row. */
  readonly scopes: readonly Scope[]
  /** Undefined: in any state, and in any order. */
  readonly state?: (typeof statesToMark)[number]
  /** A further condition on a row of `response_mark`. */
  readonly condition?: RawBuilder<SqlBool>
  readonly limit: number
}

const isInQueue = ({ orgId, queue, state }: WantedRows) => sql<SqlBool>`response_mark.org_id = ${orgId}
  and response_mark.exam_guid = ${queue.examGuid} and response_mark.version = ${queue.version}
  and response_mark.delivery_id = ${queue.deliveryId} and response_mark.question_id = ${queue.questionId}
  and response_mark.part = ${queue.part} ${state === undefined ? sql`` : sql`and response_mark.state = ${state}`}`

const inOrder = ({ state }: WantedRows) =>
  state === undefined ? sql`` : sql`order by response_mark.changed_at, response_mark.form_run_guid`

const isWanted = (dialect: Database['dialect'], { scopes, condition, queue }: WantedRows) => {
  const isInScope = isInScopes(dialect, narrowedTo(scopes, queue))
  return condition ? sql<SqlBool>`${isInScope} and ${condition}` : isInScope
}

interface Row {
  readonly form_run_guid: string
}

/** Rows from the front of a queue on, in the order of the index of queues. Cheap if the caller may mark most of them. */
export const rowsInOrder = (dialect: Database['dialect'], wanted: WantedRows) => sql<Row>`
  select response_mark.form_run_guid from response_mark
  where ${isInQueue(wanted)} and ${isWanted(dialect, wanted)} ${inOrder(wanted)} limit ${wanted.limit}`

/** The first rows of a queue, each with whether it is wanted. */
const rowsOfWindow = (dialect: Database['dialect'], wanted: WantedRows) => sql<Row & { readonly is_wanted: number }>`
  select response_mark.form_run_guid, case when ${isWanted(dialect, wanted)} then 1 else 0 end as is_wanted
  from (select * from response_mark where ${isInQueue(wanted)} ${inOrder(wanted)} limit ${windowRows}) as response_mark
  ${inOrder(wanted)}`

const peopleOf = (dialect: Database['dialect'], { orgId, queue, scopes }: WantedRows) =>
  peopleOfScopes(dialect, orgId, narrowedTo(scopes, queue), queue)

const hasFewPeople = async ({ kysely, dialect }: Pick<Database, 'dialect' | 'kysely'>, wanted: WantedRows) => {
  const { rows } = await sql<{ readonly n: number }>`select count(*) as n from (
    select person.user_guid from (${peopleOf(dialect, wanted)}) as person limit ${mostPeople + 1}) as counted`.execute(kysely)
  return Number(rows[0]?.n) <= mostPeople
}

/** Rows of a queue, from the people in the caller's scopes to their responses. Cheap if the scopes have few people. */
export const rowsOfPeople = (dialect: Database['dialect'], wanted: WantedRows) => sql<Row>`
  with placed as materialized (select distinct person.user_guid from (${peopleOf(dialect, wanted)}) as person)
  select response_mark.form_run_guid from placed cross join response_mark
  where response_mark.user_guid = placed.user_guid and ${isInQueue(wanted)} and ${isWanted(dialect, wanted)}
  ${inOrder(wanted)} limit ${wanted.limit}`

/**
 * Rows of a queue, in its order if they are of one state. Its cost depends on the caller's scopes rather than on how many responses wait (OFFICE-310): a scope that covers the whole queue is
 * not asked for each row, and if other scopes cover nothing at its front and have few people, only the responses of these people are read. Scopes of many people cost as much as the rows of the
 * queue that come before their first response.
 */
export const selectRows = async (database: Pick<Database, 'dialect' | 'kysely'>, wanted: WantedRows): Promise<string[]> => {
  const { kysely, dialect } = database
  const scopes = narrowedTo(wanted.scopes, wanted.queue)
  const guidsOf = (rows: readonly Row[]) => rows.map(({ form_run_guid }) => form_run_guid)
  if (scopes.length === 0) return []
  if (scopes.some(({ kind }) => kind === 'organisation'))
    return guidsOf((await rowsInOrder(dialect, wanted).execute(kysely)).rows)
  const { rows } = await rowsOfWindow(dialect, wanted).execute(kysely)
  const front = rows.filter(({ is_wanted }) => Number(is_wanted) === 1)
  if (front.length > 0 || rows.length < windowRows) return guidsOf(front).slice(0, wanted.limit)
  const rest = (await hasFewPeople(database, wanted)) ? rowsOfPeople(dialect, wanted) : rowsInOrder(dialect, wanted)
  return guidsOf((await rest.execute(kysely)).rows)
}
