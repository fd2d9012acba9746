import { countOutcomes } from '@sitwell/exam/result-sets/outcome'
import type { Kysely } from 'kysely'
import { hashOfRow, hashOfSet } from '../assessment/marks/index.ts'
import type { DeliveryTable, ResultRowTable, ResultSetTable, Schema } from '../db/schema.ts'
import { selectDelivery } from '../deliveries/delivery-queries.ts'
import { selectRules } from '../result-rules/index.ts'
import { allRows } from './compute-rows.ts'
import type { ComputedRow } from './computed-row.ts'
import { reasonColumns } from './reason-columns.ts'
import { type DeliveryPlace, holdResults, type ResultsContext } from './results-context.ts'
import { selectSets } from './set-queries.ts'

/** Who computes a set, and why. */
interface Computing {
  /** Guid of a person. */
  readonly author: string
  readonly reason?: string | undefined
  /** The same request once more computes nothing. */
  readonly requestId?: string | undefined
}

/** Rows of one statement: both databases take a limited number of values. */
const rowsAtOnce = 400

const storedRow = (
  place: Pick<ResultRowTable, 'delivery_id' | 'org_id' | 'set_number'>,
  { person, outcome, isWithheld, waiting, score, maxScore, grade, passed, marks, inputs }: ComputedRow,
): ResultRowTable => {
  const { reasons, reasons_hash, reasons_salt } = reasonColumns(person.decisions)
  const hashed = {
    ...place,
    ...{ user_guid: person.userGuid, form_run_guid: person.sitting?.form_run_guid ?? null },
    ...{ exam_version: person.sitting?.version ?? null, outcome, is_withheld: isWithheld ? 1 : 0, waiting },
    ...{ sittings: person.sittings, score, max_score: maxScore, grade, passed: passed === null ? null : Number(passed) },
    ...{ handed_in_at: person.sitting?.completed_at ?? null, marks, inputs, reasons_hash },
  }
  return {
    ...{ ...hashed, reasons, reasons_salt, hash: hashOfRow(hashed) },
    ...{ frozen_at: null, settled_at: null, is_told: 0 },
  }
}

const insertSet = async (kysely: Kysely<Schema>, set: ResultSetTable, rows: readonly ResultRowTable[]): Promise<void> => {
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await kysely
      .insertInto('result_row')
      .values(rows.slice(from, from + rowsAtOnce))
      .execute()
  await kysely.insertInto('result_set').values(set).execute()
}

const setOf = (
  delivery: DeliveryTable,
  { author, reason, requestId }: Computing,
  facts: {
    readonly number: number
    readonly nowMs: number
    readonly rulesVersion: number
    readonly rows: readonly ComputedRow[]
  },
) => {
  const place = { org_id: delivery.org_id, delivery_id: delivery.delivery_id, set_number: facts.number }
  const rows = facts.rows.map((row) => storedRow(place, row))
  const own = { ...place, computed_by: author, computed_at: facts.nowMs, rules_version: facts.rulesVersion }
  const set: ResultSetTable = {
    ...{ ...own, state: 'computed', reason: reason ?? null, request_id: requestId ?? '', people: rows.length },
    ...{ outcomes: JSON.stringify(countOutcomes(facts.rows)), hash: hashOfSet(own, rows) },
    ...{ signed_by: null, signed_at: null, confirmed_by: null, confirmed_at: null, waiver: null, frozen_at: null },
    ...{ release_at: null, release_by: null, begun_at: null, late_ms: null, released_at: null },
    ...{ withdrawn_by: null, withdrawn_at: null, withdrawn_reason: null },
  }
  return { set, rows }
}

/**
 * Computes a set of a delivery as all stands now, and stores it under the next number: all of it or nothing. Nobody is told, and nothing else changes. Answers the
 * number. Throws if there is no such delivery. What is decided or marked while it computes is in it, or shows as a difference.
 */
export const computeSet = async (
  context: Pick<ResultsContext, 'clock' | 'database' | 'exams'>,
  place: DeliveryPlace,
  computing: Computing,
): Promise<number> => {
  const { database, clock } = context
  const delivery = await selectDelivery(database.kysely, place.orgId, place.deliveryId)
  if (!delivery) throw new Error(`There is no delivery ${place.deliveryId}`)
  const nowMs = clock.nowMs()
  const rules = await selectRules(database.kysely, place)
  const rows = await allRows(context, delivery, { nowMs, rules })
  return database.kysely.transaction().execute(async (kysely) => {
    await holdResults(kysely, place)
    const sets = await selectSets({ kysely }, place)
    const { requestId } = computing
    const known = requestId === undefined ? undefined : sets.find(({ request_id }) => request_id === requestId)
    if (known) return known.set_number
    const number = (sets[0]?.set_number ?? 0) + 1
    const { set, rows: stored } = setOf(delivery, computing, { number, nowMs, rulesVersion: rules.version, rows })
    await insertSet(kysely, set, stored)
    return number
  })
}
