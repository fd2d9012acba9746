import type { ComparableRow } from '@sitwell/exam/result-sets/compare-sets'
import { type Outcome, outcomes } from '@sitwell/exam/result-sets/outcome'
import { sql } from 'kysely'
import type { ResultRowTable } from '../db/schema.ts'
import type { KeptReasons } from './reason-columns.ts'
import type { DeliveryPlace, Reading } from './results-context.ts'

/** Whose row it is. */
export interface Named {
  readonly userGuid: string
  readonly userId: number | undefined
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly identifier: string | undefined
  readonly searchName: string
  readonly isErased: boolean
}

/** A row of a set with the names of its person, who may have been erased since. */
export interface StoredRow extends ComparableRow, Named {
  readonly formRunGuid: string | null
  readonly examVersion: number | null
  readonly sittings: number
  readonly handedInAtMs: number | null
  readonly reasons: KeptReasons
  readonly settledAtMs: number | null
  readonly isTold: boolean
  readonly seenAtMs: number | null
}

interface Row
  extends Omit<ResultRowTable, 'delivery_id' | 'hash' | 'inputs' | 'org_id' | 'reasons_hash' | 'reasons_salt' | 'set_number'> {
  readonly user_id: number | null
  readonly username: string | null
  readonly first_name: string | null
  readonly last_name: string | null
  readonly learner_identifier: string | null
  readonly search_name: string
  readonly erased_at: number | null
  readonly seen_at: number | null
}

/** An outcome that this version doesn't know is a newer one's. */
export const outcomeIn = (stored: string): Outcome => outcomes.find((one) => one === stored) ?? 'unknown'

const rowOf = (row: Row): StoredRow => ({
  ...{ userGuid: row.user_guid, userId: row.user_id ?? undefined, username: row.username ?? '' },
  ...{ firstName: row.first_name ?? '', lastName: row.last_name ?? '', identifier: row.learner_identifier ?? undefined },
  ...{ searchName: row.search_name, isErased: row.user_id === null || row.erased_at !== null },
  ...{ outcome: outcomeIn(row.outcome), isWithheld: row.is_withheld === 1, waiting: row.waiting, sittings: row.sittings },
  ...{ score: row.score, maxScore: row.max_score, grade: row.grade, passed: row.passed === null ? null : row.passed === 1 },
  ...{ marks: row.marks, formRunGuid: row.form_run_guid, examVersion: row.exam_version, handedInAtMs: row.handed_in_at },
  // Boundary: written by this server from this very form; null once it was erased.
  reasons: row.reasons === null ? {} : (JSON.parse(row.reasons) as KeptReasons),
  ...{ settledAtMs: row.settled_at, isTold: row.is_told === 1, seenAtMs: row.seen_at },
})

/** The rows of a set in the order of the names; of one person alone if their guid is given. Without their marks by question if nobody needs those. */
export const selectRows = async (
  { kysely }: Pick<Reading, 'kysely'>,
  { orgId, deliveryId }: DeliveryPlace,
  number: number,
  { withMarks = true } = {},
): Promise<StoredRow[]> => {
  const marks = withMarks ? sql`result_row.marks` : sql`null as marks`
  const { rows } = await sql<Row>`
    select result_row.user_guid, form_run_guid, exam_version, outcome, is_withheld, waiting, sittings, score, max_score, grade, passed,
      handed_in_at, ${marks}, reasons, frozen_at, settled_at, is_told, result_seen.seen_at,
      person.user_id, person.username, person.first_name, person.last_name, person.learner_identifier,
      coalesce(person.search_name, '') as search_name, erased_person.erased_at
    from result_row
    left join person on person.org_id = result_row.org_id and person.user_guid = result_row.user_guid
    left join erased_person on erased_person.org_id = person.org_id and erased_person.user_guid = person.user_guid and person.search_name = ''
    left join result_seen on result_seen.org_id = result_row.org_id and result_seen.delivery_id = result_row.delivery_id
      and result_seen.set_number = result_row.set_number and result_seen.user_guid = result_row.user_guid
    where result_row.org_id = ${orgId} and result_row.delivery_id = ${deliveryId} and result_row.set_number = ${number}
    order by coalesce(person.search_name, ''), result_row.user_guid`.execute(kysely)
  return rows.map(rowOf)
}
