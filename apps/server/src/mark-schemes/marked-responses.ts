import type { MarkedResponses } from '@sitwell/contract'
import type { Kysely } from 'kysely'
import type { ExamPlace } from '../assessment/form-run/index.ts'
import type { Schema } from '../db/schema.ts'
import type { SchemeKey } from './scheme-rows.ts'

const noResponses: MarkedResponses = { marked: 0, unsettled: 0, waiting: 0 }

const kindOf = { marked: 'marked', conflict: 'unsettled', changed: 'unsettled', waiting: 'waiting', cannot: 'waiting' } as const

interface Counted {
  readonly state: keyof typeof kindOf
  readonly count: number
}

const summed = (rows: readonly Counted[]): MarkedResponses => {
  const sum = { ...noResponses }
  for (const { state, count } of rows) sum[kindOf[state]] += Number(count)
  return sum
}

/** How the responses to one question, or a part of it, stand: counted from their rows. */
export const countResponses = async (kysely: Kysely<Schema>, key: SchemeKey): Promise<MarkedResponses> => {
  const { org_id, exam_guid, version, question_id, part } = key
  const rows = await kysely
    .selectFrom('response_mark')
    .select(['state', (select) => select.fn.countAll<number>().as('count')])
    .where((where) => where.and({ org_id, exam_guid, version, question_id, part }))
    .groupBy('state')
    .execute()
  return summed(rows)
}

/** The same for everything of an exam that is marked by itself. */
export const countResponsesOfExam = async (
  kysely: Kysely<Schema>,
  { org_id, exam_guid, version }: ExamPlace,
): Promise<(questionId: string, part: string) => MarkedResponses> => {
  const rows = await kysely
    .selectFrom('response_mark')
    .select(['question_id', 'part', 'state', (select) => select.fn.countAll<number>().as('count')])
    .where((where) => where.and({ org_id, exam_guid, version }))
    .groupBy(['question_id', 'part', 'state'])
    .execute()
  const keyOf = (questionId: string, part: string) => JSON.stringify([questionId, part])
  const byPlace = Map.groupBy(rows, ({ question_id, part }) => keyOf(question_id, part))
  return (questionId, part) => summed(byPlace.get(keyOf(questionId, part)) ?? [])
}
