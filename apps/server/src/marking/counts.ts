import { type QueueCounts, responseStates } from '@sitwell/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { keyOfQuestion, type Together } from './allocation-queries.ts'
import type { Queue } from './ids.ts'

export const noCounts: QueueCounts = { waiting: 0, conflict: 0, changed: 0, cannot: 0, marked: 0, total: 0 }

interface Counted extends Pick<Queue, 'part' | 'questionId'> {
  readonly counts: QueueCounts
}

/** What is left to do: all that is not marked. */
export const leftOf = ({ total, marked }: QueueCounts): number => total - marked

export const sumOf = (all: readonly QueueCounts[]): QueueCounts =>
  all.reduce(
    (sum, one) => ({
      ...{ waiting: sum.waiting + one.waiting, conflict: sum.conflict + one.conflict, changed: sum.changed + one.changed },
      ...{ cannot: sum.cannot + one.cannot, marked: sum.marked + one.marked, total: sum.total + one.total },
    }),
    noCounts,
  )

/**
 * How many responses of each question are in which state: the one definition of progress, counted from rows (OFFICE-410). `condition`: what else holds for a
 * row of `response_mark`.
 */
export const countQueues = async (
  { kysely }: Pick<Database, 'kysely'>,
  orgId: number,
  { examGuid, version, deliveryId }: Together,
  condition: RawBuilder<SqlBool> = sql<SqlBool>`1 = 1`,
): Promise<ReadonlyMap<string, Counted>> => {
  const { rows } = await sql<{ question_id: string; part: string; state: string; n: number }>`
    select question_id, part, state, count(*) as n from response_mark
    where org_id = ${orgId} and exam_guid = ${examGuid} and version = ${version} and delivery_id = ${deliveryId} and ${condition}
    group by question_id, part, state`.execute(kysely)
  const found = new Map<string, Counted>()
  for (const { question_id: questionId, part, state, n } of rows) {
    const known = responseStates.find((one) => one === state)
    const key = keyOfQuestion({ questionId, part })
    const counts = { ...(found.get(key)?.counts ?? noCounts) }
    if (known) counts[known] += Number(n)
    counts.total += Number(n)
    found.set(key, { questionId, part, counts })
  }
  return found
}
