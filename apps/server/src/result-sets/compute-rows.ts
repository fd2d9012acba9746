import type { SittingResult } from '@sitwell/exam/result-rules/result-of-sitting'
import { isOneOf } from '../db/one-of.ts'
import type { DeliveryTable } from '../db/schema.ts'
import { type RulesVersion, resultsOf, selectRules } from '../result-rules/index.ts'
import { sha256 } from '../sha256.ts'
import type { ComputedRow } from './computed-row.ts'
import { withErased } from './erased-rows.ts'
import { type PersonOfDelivery, type Sitting, selectPeople } from './people.ts'
import { type DeliveryPlace, placeOf, type Reading, type ResultsContext } from './results-context.ts'

/** People whose marks are read at once: memory is bounded by them, however many a delivery has. */
export const peopleAtOnce = 250

/** The heads of the ledgers of marks that persons gave, hashed by sitting: mark schemes, comments and points stand in the entries below them. */
const selectHeads = async (
  { kysely, dialect }: Reading,
  orgId: number,
  guids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (guids.length === 0) return new Map()
  const rows = await kysely
    .selectFrom('mark_entry')
    .select(['form_run_guid', 'question_id', 'part', 'number', 'hash'])
    .where('org_id', '=', orgId)
    .where(isOneOf(dialect, 'form_run_guid', guids, (guid) => guid))
    .execute()
  return new Map(
    [...Map.groupBy(rows, ({ form_run_guid }) => form_run_guid)].map(([guid, own]) => {
      const newest = new Map<string, (typeof own)[number]>()
      for (const row of own) {
        const key = JSON.stringify([row.question_id, row.part])
        if (row.number > (newest.get(key)?.number ?? 0)) newest.set(key, row)
      }
      const heads = [...newest].map(([key, { number, hash }]) => [key, number, hash]).toSorted()
      return [guid, sha256(JSON.stringify(heads))]
    }),
  )
}

/**
 * What a row is computed from: the sitting, its completion, how many saves its history has with the link of the last one, the heads of its ledgers of marks, the version of
 * the exam, which names the key, and the version of the rules by which marks become results.
 */
const inputsOf = (sitting: Sitting | undefined, head: string | undefined, rules: RulesVersion): string =>
  JSON.stringify(
    sitting
      ? {
          ...{ formRun: sitting.form_run_guid, completedAt: sitting.completed_at, saves: sitting.history_count },
          ...{ history: sitting.history_link, marks: head ?? null, exam: sitting.exam_guid, version: sitting.version },
          rules: rules.version,
        }
      : {},
  )

const byQuestion = (one: { readonly questionID: string }, other: { readonly questionID: string }) =>
  one.questionID < other.questionID ? -1 : 1

/** The marks of a result by question, in one order, so that two that are the same are the same text. */
const marksOf = ({ questions }: SittingResult): string =>
  JSON.stringify(questions.toSorted(byQuestion).map(({ questionID, score, max }) => [questionID, score, max]))

const rowOf = (
  person: PersonOfDelivery,
  result: SittingResult | undefined,
  head: string | undefined,
  rules: RulesVersion,
): ComputedRow => {
  const { outcome, sitting, decisions } = person
  const isSat = outcome === 'sat' && result !== undefined
  const isMarked = isSat && result.waiting === 0
  return {
    ...{ person, outcome, isWithheld: decisions.withheld !== undefined, waiting: isSat ? result.waiting : 0 },
    ...(isMarked
      ? { score: result.score, maxScore: result.max, grade: result.grade, passed: result.passed, marks: marksOf(result) }
      : { score: null, maxScore: null, grade: null, passed: null, marks: null }),
    inputs: inputsOf(sitting, head, rules),
  }
}

type Context = Pick<ResultsContext, 'database' | 'exams'>

/** The rows of some people of one delivery. */
const rowsOf = async (
  { database, exams }: Context,
  place: DeliveryPlace,
  people: readonly PersonOfDelivery[],
  rules: RulesVersion,
): Promise<ComputedRow[]> => {
  const sittings = people.flatMap(({ sitting }) => sitting ?? [])
  const sat = people.flatMap(({ sitting, outcome }) => (sitting && outcome === 'sat' ? [sitting] : []))
  const results = await resultsOf({ database, exams }, rules, sat)
  const heads = await selectHeads(
    database,
    place.orgId,
    sittings.map(({ form_run_guid }) => form_run_guid),
  )
  const rows = people.map((person) => {
    const guid = person.sitting?.form_run_guid ?? ''
    return rowOf(person, results.get(guid), heads.get(guid), rules)
  })
  return withErased(database, place, rows)
}

/** Of whom, and when (Unix ms). */
interface Wished {
  readonly nowMs: number
  readonly people?: readonly PersonOfDelivery[]
  /** The newest ones if they are missing. */
  readonly rules?: RulesVersion
}

/** What everybody of a delivery has now, or some of them, in pieces in the order of the people. */
export async function* computeRows(
  context: Context,
  delivery: DeliveryTable,
  { nowMs, people, rules }: Wished,
): AsyncGenerator<ComputedRow[]> {
  const by = rules ?? (await selectRules(context.database.kysely, placeOf(delivery)))
  const all = people ?? (await selectPeople(context.database, delivery, nowMs))
  for (let from = 0; from < all.length; from += peopleAtOnce)
    yield rowsOf(context, placeOf(delivery), all.slice(from, from + peopleAtOnce), by)
}

/** All of them at once: a few kilobytes each. */
export const allRows = async (context: Context, delivery: DeliveryTable, wished: Wished): Promise<ComputedRow[]> => {
  const rows: ComputedRow[] = []
  for await (const piece of computeRows(context, delivery, wished)) rows.push(...piece)
  return rows
}
