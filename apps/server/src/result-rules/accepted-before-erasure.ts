import type { Decision } from '@sitwell/exam/result-rules/result-rules'
import { erasedAmong } from '../assessment/form-run/index.ts'
import type { Database } from '../db/database.ts'
import { isOneOf } from '../db/one-of.ts'
import type { MarkedSitting } from './counted-sittings.ts'
import { rulesIn } from './rules-rows.ts'

/** A response of a sitting. */
interface Accepted {
  readonly formRunGuid: string
  readonly questionId: string
}

/** Boundary: written by this server in this very form. */
const rulesOfRow = (inputs: string): number => (JSON.parse(inputs) as { readonly rules?: number }).rules ?? 0
/** Boundary: the same. */
const marksOfRow = (marks: string | null) => JSON.parse(marks ?? '[]') as readonly (readonly [string, number, number])[]

type Accepting = ReadonlyMap<string, readonly Decision[]>

const alsoIn = (decisions: readonly Decision[]): string[] =>
  decisions.flatMap(({ also }) => (also ? [JSON.stringify(also)] : []))

/** Whether all that was accepted then is accepted now: otherwise it is unknown which of the earlier answers was given. */
const isStillAccepted = (then: readonly Decision[], now: readonly Decision[]): boolean => {
  const [before, after] = [alsoIn(then), new Set(alsoIn(now))]
  return before.length > 0 && before.every((one) => after.has(one))
}

/** The rows of result sets about some sittings, the newest first, with the rules that each went by. */
const selectRowsOf = ({ kysely, dialect }: Database, orgId: number, guids: readonly string[]) =>
  kysely
    .selectFrom('result_row')
    .select(['delivery_id', 'form_run_guid', 'set_number', 'marks', 'inputs'])
    .where('org_id', '=', orgId)
    .where('marks', 'is not', null)
    .where(isOneOf(dialect, 'form_run_guid', guids, (guid) => guid))
    .orderBy('set_number', 'desc')
    .execute()

/** The responses of these sittings that were answered since the erasure: such an answer is compared as any other. */
const selectAnswered = async ({ kysely, dialect }: Database, orgId: number, guids: readonly string[]) => {
  const rows = await kysely
    .selectFrom('answer')
    .select(['form_run_guid', 'question_id'])
    .where('org_id', '=', orgId)
    .where(isOneOf(dialect, 'form_run_guid', guids, (guid) => guid))
    .execute()
  return rows.map(({ form_run_guid, question_id }) => JSON.stringify([form_run_guid, question_id]))
}

const selectDecisions = async ({ kysely, dialect }: Database, orgId: number, deliveries: readonly string[]) => {
  const rows = await kysely
    .selectFrom('result_rules')
    .selectAll()
    .where('org_id', '=', orgId)
    .where(isOneOf(dialect, 'delivery_id', deliveries, (id) => id))
    .execute()
  const decisions = new Map(rows.map((row) => [JSON.stringify([row.delivery_id, row.version]), rulesIn(row).decisions]))
  return (deliveryId: string, version: number): readonly Decision[] =>
    decisions.get(JSON.stringify([deliveryId, version])) ?? []
}

/**
 * Responses whose answers were erased, and had the marks of an accepted answer in the newest result set that accepted it. Nobody can compare such an answer any
 * more, so a result keeps what a set gave for it for as long as the same answers are accepted.
 */
export const acceptedBeforeErasure = async (
  database: Database,
  sittings: readonly MarkedSitting[],
  accepting: Accepting,
): Promise<readonly Accepted[]> => {
  const [first] = sittings
  if (!first) return []
  const erased = await erasedAmong(
    database,
    first.org_id,
    sittings.map(({ form_run_guid }) => form_run_guid),
  )
  if (erased.size === 0) return []
  const rows = await selectRowsOf(database, first.org_id, [...erased])
  const decisionsOf = await selectDecisions(database, first.org_id, [...new Set(rows.map(({ delivery_id }) => delivery_id))])
  const found: Accepted[] = []
  const known = new Set(await selectAnswered(database, first.org_id, [...erased]))
  for (const { form_run_guid: formRunGuid, delivery_id, marks, inputs } of rows) {
    const decisions = decisionsOf(delivery_id, rulesOfRow(inputs))
    for (const [questionId, score, max] of marksOfRow(marks)) {
      const now = accepting.get(questionId)
      const then = decisions.filter(({ questionID, kind }) => questionID === questionId && kind === 'accept')
      const key = JSON.stringify([formRunGuid, questionId])
      if (!now || formRunGuid === null || known.has(key) || !isStillAccepted(then, now)) continue
      known.add(key)
      if (score === max) found.push({ formRunGuid, questionId })
    }
  }
  return found
}
