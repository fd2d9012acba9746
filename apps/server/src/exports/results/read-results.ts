import type { Database } from '../../db/database.ts'
import { isOneOf } from '../../db/one-of.ts'
import type { DeliveryTable } from '../../db/schema.ts'
import { computeRows } from '../../result-sets/compute-rows.ts'
import type { ComputedRow } from '../../result-sets/computed-row.ts'
import { placeOf } from '../../result-sets/results-context.ts'
import { selectSets, shownSet } from '../../result-sets/set-queries.ts'
import { type StoredRow, selectRows } from '../../result-sets/stored-rows.ts'
import type { ExportsContext } from '../exports-context.ts'
import type { ExportedResults, ExportedRow } from './exported-row.ts'

/** Rows of a set whose marks by question are in memory at once. */
const rowsAtOnce = 250

const rowNow = ({ person, ...figures }: ComputedRow): ExportedRow => ({
  ...{ ...figures, ...person, outcome: figures.outcome },
  ...{ decided: person.decisions.outcome, withheld: person.decisions.withheld },
  ...{ examVersion: person.sitting?.version ?? null, formRunGuid: person.sitting?.form_run_guid ?? null },
  handedInAtMs: person.sitting?.completed_at ?? null,
  ...(person.isErased && { userId: undefined }),
})

const rowOfSet = (row: StoredRow, marks: string | null): ExportedRow => ({
  ...{ ...row, marks, decided: row.reasons.outcome, withheld: row.reasons.withheld },
  ...(row.isErased && { userId: undefined }),
})

/** The marks by question of some people in a set. */
const selectMarks = async (
  { kysely, dialect }: Database,
  { org_id, delivery_id }: DeliveryTable,
  set: number,
  guids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> => {
  const rows = await kysely
    .selectFrom('result_row')
    .select(['user_guid', 'marks'])
    .where('org_id', '=', org_id)
    .where('delivery_id', '=', delivery_id)
    .where('set_number', '=', set)
    .where(isOneOf(dialect, 'user_guid', guids, (guid) => guid))
    .execute()
  return new Map(rows.map(({ user_guid, marks }) => [user_guid, marks]))
}

async function* rowsOfSet(
  { database }: Pick<ExportsContext, 'database'>,
  delivery: DeliveryTable,
  set: number,
): AsyncGenerator<ExportedRow[]> {
  const rows = await selectRows(database, placeOf(delivery), set, { withMarks: false })
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const some = rows.slice(from, from + rowsAtOnce)
    const marks = await selectMarks(
      database,
      delivery,
      set,
      some.map(({ userGuid }) => userGuid),
    )
    yield some.map((row) => rowOfSet(row, marks.get(row.userGuid) ?? null))
  }
}

async function* rowsNow(context: ExportsContext, delivery: DeliveryTable, nowMs: number): AsyncGenerator<ExportedRow[]> {
  for await (const some of computeRows(context, delivery, { nowMs })) yield some.map(rowNow)
}

/** Results with what is known of their set. */
export interface ReadResults extends ExportedResults {
  /** Whether learners are shown this set. */
  readonly isShown: boolean
}

/** The results of a set of a delivery, or as they are now; undefined if there is no such set. Nothing of the rows is read before they are asked for. */
export const readResults = async (
  context: ExportsContext,
  delivery: DeliveryTable,
  set: 'now' | number,
): Promise<ReadResults | undefined> => {
  const { database, clock } = context
  const nowMs = clock.nowMs()
  const sets = await selectSets(database, placeOf(delivery))
  const found = sets.find(({ set_number }) => set_number === set)
  if (set !== 'now' && !found) return undefined
  const exam = await database.kysely
    .selectFrom('exam')
    .select('name')
    .where('org_id', '=', delivery.org_id)
    .where('exam_guid', '=', delivery.exam_guid)
    .where('version', '=', delivery.exam_version)
    .executeTakeFirst()
  return {
    ...{ delivery: delivery.name, exam: exam?.name ?? '', zone: delivery.zone, set, state: found?.state ?? 'now' },
    asOfMs: found?.computed_at ?? nowMs,
    isShown: found !== undefined && shownSet(sets) === found.set_number,
    rows: set === 'now' ? rowsNow(context, delivery, nowMs) : rowsOfSet(context, delivery, set),
  }
}
