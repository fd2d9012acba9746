import { type Billionths, fromBillionths, roundToBillionths } from '@sitwell/exam/marks-ledger/billionths'
import { percentOfMarks } from '@sitwell/exam/results/exact-marks'
import type { ExamCache } from '../assessment/form-run/index.ts'
import { gradeOf } from '../assessment/marks/index.ts'
import { isOneOf } from '../db/one-of.ts'
import type { Sitting } from './people.ts'
import type { Reading } from './results-context.ts'

/** What a sitting comes to. Marks are billionths. */
export interface SittingResult {
  readonly score: Billionths
  readonly max: Billionths
  /** '' if there is none, or something waits. */
  readonly grade: string
  readonly passed: boolean | null
  /** Questions that wait for a mark. */
  readonly waiting: number
  readonly questions: readonly { readonly questionID: string; readonly score: Billionths; readonly max: Billionths }[]
}

const marksOf = async ({ kysely, dialect }: Reading, orgId: number, guids: readonly string[]) => {
  const rows = await kysely
    .selectFrom('mark')
    .select(['form_run_guid', 'question_id', 'score', 'max_score', 'needs_person'])
    .where('org_id', '=', orgId)
    .where(isOneOf(dialect, 'form_run_guid', guids, (guid) => guid))
    .execute()
  return Map.groupBy(rows, ({ form_run_guid }) => form_run_guid)
}

/** What completed sittings come to, by their guids: at most a few hundred at a time. */
export const resultsOf = async (
  { database, exams }: { readonly database: Reading; readonly exams: ExamCache },
  runs: readonly Sitting[],
): Promise<ReadonlyMap<string, SittingResult>> => {
  const [some] = runs
  if (!some) return new Map()
  const guids = runs.map(({ form_run_guid }) => form_run_guid)
  const marks = await marksOf(database, some.org_id, guids)
  const results = new Map<string, SittingResult>()
  for (const run of runs) {
    const loaded = await exams.load(run)
    if (!loaded) throw new Error(`The exam ${run.exam_guid} of a form run is not there.`)
    const own = marks.get(run.form_run_guid) ?? []
    const waiting = own.filter(({ needs_person }) => needs_person !== 0).length
    const questions = own.map(({ question_id, score, max_score }) => ({
      ...{ questionID: question_id, score: roundToBillionths(score), max: roundToBillionths(max_score) },
    }))
    const score = questions.reduce((sum, one) => sum + one.score, 0)
    const max = questions.reduce((sum, one) => sum + one.max, 0)
    const { grade, pass } = gradeOf(percentOfMarks(fromBillionths(score), fromBillionths(max)), loaded.exam)
    results.set(run.form_run_guid, {
      ...{ score, max, waiting, questions },
      ...(waiting === 0 ? { grade, passed: pass } : { grade: '', passed: null }),
    })
  }
  return results
}
