import { fromBillionths } from '@sitwell/exam/marks-ledger/billionths'
import { percentOfMarks } from '@sitwell/exam/results/exact-marks'
import type { Kysely } from 'kysely'
import type { MarkTable, Schema } from '../../db/schema.ts'
import type { AuthoredExam } from '../../import/authored-exam.ts'
import type { ShownRow } from '../marks/index.ts'
import type { FormRunResult } from './result-of.ts'

/** Marks by question as a row of a result set keeps them: the question's id, the score and what could be scored, in billionths. */
type KeptMark = readonly [string, number, number]

/** The marks by question of a row of a result set, in the form of `mark` rows. */
export const marksOfRow = ({
  org_id,
  form_run_guid,
  marks,
}: Pick<ShownRow, 'form_run_guid' | 'marks' | 'org_id'>): MarkTable[] =>
  // Boundary: written by this server (`result-sets/compute-rows.ts`) from this very form.
  (JSON.parse(marks ?? '[]') as readonly KeptMark[]).map(([question_id, score, max]) => ({
    ...{ org_id, form_run_guid: form_run_guid ?? '', question_id, score: fromBillionths(score) },
    ...{ max_score: fromBillionths(max), needs_person: 0, problem: null },
  }))

/** What a row of a result set says, as a result. What the exam says at a grade is of the grade of this name; boundaries of the delivery name the same grades, or others. */
export const resultOfSet = (
  row: ShownRow,
  exam: Pick<AuthoredExam, 'gradeBoundaries'>,
): { readonly result: FormRunResult; readonly marks: readonly MarkTable[] } => {
  const [score, maxScore] = [fromBillionths(row.score ?? 0), fromBillionths(row.max_score ?? 0)]
  const grade = row.grade ?? ''
  const said = grade === '' ? undefined : exam.gradeBoundaries.find((boundary) => boundary.grade === grade)
  return {
    marks: marksOfRow(row),
    result: {
      ...{ marked: true, score, maxScore, percentScore: percentOfMarks(score, maxScore), grade },
      pass: row.passed === null ? null : row.passed === 1,
      ...{ feedback: said?.feedback ?? '', feedbackMessageID: said?.feedbackMessageID ?? null },
    },
  }
}

/** Notes that a learner was shown the result of a set; only the first look is kept. */
export const noteSeen = async (
  kysely: Kysely<Schema>,
  { org_id, delivery_id, set_number, user_guid }: Pick<ShownRow, 'delivery_id' | 'org_id' | 'set_number' | 'user_guid'>,
  nowMs: number,
): Promise<void> => {
  await kysely
    .insertInto('result_seen')
    .values({ org_id, delivery_id, set_number, user_guid, seen_at: nowMs })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
