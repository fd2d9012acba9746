import { resultOfSitting, type SittingResult } from '@sitwell/exam/result-rules/result-of-sitting'
import type { QuestionMarks, ResultRules } from '@sitwell/exam/result-rules/result-rules'
import { readAccepted, withAccepted } from './accepted-answers.ts'
import type { MarkedSitting } from './counted-sittings.ts'
import { gradesOf, keyOfExam, loadExamsSat } from './exams-sat.ts'
import { readMarks } from './read-marks.ts'
import type { RulesContext } from './rules-context.ts'

/**
 * What completed sittings of one organisation come to by these rules, with the marks of each question, by their guids. It reads all marks of the sittings at once, so it is asked of a few hundred
 * at most ({@link sittingsAtOnce}). Throws if the exam of one is not there.
 */
export const resultsOf = async (
  context: Pick<RulesContext, 'database' | 'exams'>,
  rules: ResultRules,
  sittings: readonly MarkedSitting[],
): Promise<ReadonlyMap<string, SittingResult>> => {
  const [first] = sittings
  if (!first) return new Map()
  const exams = await loadExamsSat(context, sittings)
  const guids = sittings.map(({ form_run_guid }) => form_run_guid)
  const marks = await readMarks(context.database, first.org_id, guids)
  const accepted = await readAccepted(context, sittings, rules.decisions)
  const grades = new Map([...exams].map(([key, exam]) => [key, gradesOf(exam)] as const))
  const nothing: readonly QuestionMarks[] = []
  return new Map(
    sittings.map((sitting) => {
      const own = withAccepted(marks.get(sitting.form_run_guid) ?? nothing, sitting.form_run_guid, accepted)
      const exam = grades.get(keyOfExam(sitting)) ?? { gradeBoundaries: [] }
      return [sitting.form_run_guid, resultOfSitting(own, rules, exam)] as const
    }),
  )
}
