import { sql } from 'kysely'
import * as z from 'zod'
import type { Database } from '../../db/database.ts'
import type { Together } from '../allocation-queries.ts'
import type { ResponseName } from '../ids.ts'
import { type Asking, scopesWith } from '../marking-context.ts'
import { isInScopes, isOfOthers } from '../scopes.ts'
import { isDecidable, isOfResponse } from './candidates.ts'
import { operationOf, requestIdOf } from './operation.ts'

/** Milliseconds for which a return can be taken back. */
export const takeBackMs = 24 * 60 * 60_000

interface Row {
  readonly form_run_guid: string
  readonly question_id: string
  readonly part: string
  readonly number: number
  readonly at: number
  readonly request_id: string
  readonly details: string | null
  readonly newest: number
  readonly confirmed_at: number | null
}

/** A response that the caller returned together with others. */
export interface OwnReturn {
  readonly operation: string
  readonly name: ResponseName
  readonly number: number
  /** Unix ms. */
  readonly at: number
  readonly reason: string
  /** Nobody did anything to it since, and its results aren't confirmed. */
  readonly isUntouched: boolean
}

const withReason = z.object({ reason: z.string() })

const reasonIn = (details: string | null): string => {
  if (details === null) return ''
  const read = withReason.safeParse(JSON.parse(details))
  return read.success ? read.data.reason : ''
}

/** What the caller returned with others in the last 24 hours, about which they may decide still; the oldest first. `of`: in one place, or by one operation. */
export const selectOwnReturns = async (
  { kysely, dialect }: Pick<Database, 'dialect' | 'kysely'>,
  asking: Asking,
  of: { readonly place: Together } | { readonly operation: string },
): Promise<OwnReturn[]> => {
  const { orgId, userGuid, nowMs } = asking
  const condition =
    'place' in of
      ? isDecidable({ dialect }, asking, of.place)
      : sql`substr(own.request_id, 1, ${of.operation.length}) = ${of.operation}
          and ${isInScopes(dialect, scopesWith(asking, 'marks.adjudicate'))} and ${isOfOthers(asking)}`
  const { rows } = await sql<Row>`
    select own.form_run_guid, own.question_id, own.part, own.number, own.at, own.request_id, own.details,
      form_run.results_confirmed_at as confirmed_at,
      (select max(later.number) from mark_entry as later where ${isOfResponse('later')}) as newest
    from mark_entry as own
    join response_mark on ${isOfResponse('own')}
    join form_run on form_run.org_id = own.org_id and form_run.form_run_guid = own.form_run_guid
    where own.org_id = ${orgId} and own.author = ${userGuid} and own.at >= ${nowMs - takeBackMs} and own.kind = 'return'
      and ${condition}
    order by own.at, own.form_run_guid, own.question_id, own.part`.execute(kysely)
  return rows.flatMap((row) => {
    const name = { formRunGuid: row.form_run_guid, questionId: row.question_id, part: row.part }
    const operation = operationOf(row.request_id)
    // What somebody gave back by itself is none of an operation.
    if (row.request_id !== requestIdOf(operation, 'return', { orgId, ...name })) return []
    const isUntouched = Number(row.newest) === Number(row.number) && row.confirmed_at === null
    return [{ operation, name, number: Number(row.number), at: Number(row.at), reason: reasonIn(row.details), isUntouched }]
  })
}
