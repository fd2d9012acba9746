import { type ResponseState, responseStates } from '@sitwell/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { releasePolicyOf } from '../../assessment/marks/index.ts'
import type { Database } from '../../db/database.ts'
import type { AuthoredExam } from '../../import/authored-exam.ts'
import type { Together } from '../allocation-queries.ts'
import type { Queue } from '../ids.ts'
import { type Asking, scopesWith } from '../marking-context.ts'
import { isInScopes, isOfOthers } from '../scopes.ts'
import type { Candidate, Span } from './what-is-returned.ts'

/** Responses that one return is made of at most. */
export const mostReturned = 5000

/** That a row of `response_mark` is in this place, and one about which the caller may decide. */
export const isDecidable = (
  { dialect }: Pick<Database, 'dialect'>,
  asking: Asking,
  { examGuid, version, deliveryId }: Together,
): RawBuilder<SqlBool> => sql<SqlBool>`(response_mark.org_id = ${asking.orgId} and response_mark.exam_guid = ${examGuid}
  and response_mark.version = ${version} and response_mark.delivery_id = ${deliveryId}
  and ${isInScopes(dialect, scopesWith(asking, 'marks.adjudicate'))} and ${isOfOthers(asking)})`

/** That an entry of the ledger, `entry`, is of a row of `response_mark`. */
export const isOfResponse = (entry: string): RawBuilder<SqlBool> => {
  const of = (column: string) => sql.ref(`${entry}.${column}`)
  return sql<SqlBool>`${of('org_id')} = response_mark.org_id and ${of('form_run_guid')} = response_mark.form_run_guid
    and ${of('question_id')} = response_mark.question_id and ${of('part')} = response_mark.part`
}

interface Row {
  readonly form_run_guid: string
  readonly question_id: string
  readonly part: string
  readonly state: string
  readonly confirmed_at: number | null
  readonly in_set: number
  readonly told_at: number | null
  readonly release_policy: string | null
  readonly number: number
  readonly kind: string
  readonly author: string
  readonly at: number
  readonly request_id: string
}

const stateOf = (state: string): ResponseState => responseStates.find((one) => one === state) ?? 'waiting'

const candidateOf = (rows: readonly Row[], first: Row, exam: AuthoredExam): Candidate => ({
  name: { formRunGuid: first.form_run_guid, questionId: first.question_id, part: first.part },
  state: stateOf(first.state),
  isConfirmed:
    first.confirmed_at !== null ||
    Number(first.in_set) === 1 ||
    (first.told_at !== null && releasePolicyOf({ release_policy: first.release_policy }, exam) === 'immediately'),
  lines: rows.map(({ number, kind, author, at, request_id }) => ({
    ...{ number: Number(number), kind, author, at: Number(at), requestId: request_id },
  })),
})

export interface Asked extends Span {
  readonly place: Together
  readonly queue: Queue | undefined
  /** What was returned by it belongs to its preview still. */
  readonly operation: string | undefined
}

/** Responses to which somebody gave a mark in a span of time, with their ledgers; those with the oldest of these marks first, and one more than {@link mostReturned} at most. */
export const selectCandidates = async (
  { kysely, dialect }: Pick<Database, 'dialect' | 'kysely'>,
  asking: Asking,
  { author, fromMs, untilMs, place, queue, operation }: Asked,
  exam: AuthoredExam,
): Promise<Candidate[]> => {
  const ofQueue = queue
    ? sql`and response_mark.question_id = ${queue.questionId} and response_mark.part = ${queue.part}`
    : sql``
  // What is in its queue already would fill the bound, and another return would never come to the rest.
  const isOfOperation = sql`exists (select 1 from mark_entry as ours where ${isOfResponse('ours')}
    and ours.author = ${asking.userGuid} and substr(ours.request_id, 1, ${operation?.length ?? 0}) = ${operation ?? ''})`
  const isHere = sql`(response_mark.state <> 'waiting' ${operation === undefined ? sql`` : sql`or ${isOfOperation}`})`
  const { rows } = await sql<Row>`
    with chosen as (
      select own.form_run_guid, own.question_id, own.part, min(own.at) as first_at from mark_entry as own
      join response_mark on ${isOfResponse('own')}
      where own.org_id = ${asking.orgId} and own.author = ${author} and own.at >= ${fromMs} and own.at < ${untilMs}
        and own.kind = 'mark' and ${isDecidable({ dialect }, asking, place)} and ${isHere} ${ofQueue}
      group by own.form_run_guid, own.question_id, own.part
      order by min(own.at), own.form_run_guid, own.question_id, own.part limit ${mostReturned + 1})
    select response_mark.form_run_guid, response_mark.question_id, response_mark.part, response_mark.state,
      form_run.results_confirmed_at as confirmed_at,
      case when exists (select 1 from result_row join result_set on result_set.org_id = result_row.org_id
          and result_set.delivery_id = result_row.delivery_id and result_set.set_number = result_row.set_number
        where result_row.org_id = response_mark.org_id and result_row.delivery_id = response_mark.delivery_id
          and result_row.user_guid = response_mark.user_guid and result_row.form_run_guid = response_mark.form_run_guid
          and result_set.state in ('confirmed', 'releasing', 'released')) then 1 else 0 end as in_set,
      form_run.marks_told_at as told_at, schedule.release_policy,
      line.number, line.kind, line.author, line.at, line.request_id
    from chosen
    join response_mark on response_mark.org_id = ${asking.orgId} and response_mark.form_run_guid = chosen.form_run_guid
      and response_mark.question_id = chosen.question_id and response_mark.part = chosen.part
    join form_run on form_run.org_id = response_mark.org_id and form_run.form_run_guid = response_mark.form_run_guid
    join schedule on schedule.org_id = form_run.org_id and schedule.schedule_guid = form_run.schedule_guid
    join mark_entry as line on ${isOfResponse('line')}
    order by chosen.first_at, chosen.form_run_guid, chosen.question_id, chosen.part, line.number`.execute(kysely)
  const grouped = Map.groupBy(rows, ({ form_run_guid, question_id, part }) =>
    JSON.stringify([form_run_guid, question_id, part]),
  )
  return [...grouped.values()].flatMap((own) => (own[0] ? [candidateOf(own, own[0], exam)] : []))
}
