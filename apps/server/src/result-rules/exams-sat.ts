import type { ExamGrades } from '@sitwell/exam/result-rules/grade-of'
import { type LoadedExam, loadWholeExam } from '../assessment/form-run/index.ts'
import type { MarkedSitting } from './counted-sittings.ts'
import type { FoundDelivery } from './find-delivery.ts'
import type { RulesContext } from './rules-context.ts'

/** A version of an exam that was sat, whole: with all that is drawn from. */
export interface ExamSat {
  readonly examGuid: string
  readonly version: number
  readonly loaded: LoadedExam
}

export const keyOfExam = ({ exam_guid, version }: Pick<MarkedSitting, 'exam_guid' | 'version'>): string =>
  `${exam_guid} ${version}`

/** The exams of sittings, by {@link keyOfExam}, the newest version first. Throws if one is not there. */
export const loadExamsSat = async (
  { exams }: Pick<RulesContext, 'exams'>,
  sittings: readonly MarkedSitting[],
): Promise<ReadonlyMap<string, ExamSat>> => {
  const firsts = new Map(sittings.map((one) => [keyOfExam(one), one] as const))
  const loaded = new Map<string, ExamSat>()
  for (const [key, one] of [...firsts].sort(([, first], [, second]) => second.version - first.version)) {
    const exam = await exams.load(one)
    if (!exam) throw new Error(`The exam ${one.exam_guid} of a form run is not there.`)
    loaded.set(key, { examGuid: one.exam_guid, version: one.version, loaded: exam.whole ?? exam })
  }
  return loaded
}

/** The exam of a delivery that nobody has begun; undefined if it isn't there. */
export const loadExamOf = async (
  context: Pick<RulesContext, 'database' | 'exams'>,
  { orgId, examGuid, examVersion }: FoundDelivery,
): Promise<ExamSat | undefined> => {
  const loaded = await loadWholeExam(context, { org_id: orgId, exam_guid: examGuid, version: examVersion })
  return loaded && { examGuid, version: examVersion, loaded }
}

/** What an exam says of grades. */
export const gradesOf = ({ loaded: { exam } }: Pick<ExamSat, 'loaded'>): ExamGrades => ({
  gradeBoundaries: exam.gradeBoundaries,
  passMark: exam.passMark,
})

/** The same as calls give it. */
export const shownGrades = ({ version, loaded: { exam } }: ExamSat) => ({
  version,
  boundaries: exam.gradeBoundaries
    .map(({ grade, fromPercent, pass }) => ({ grade, fromPercent, pass }))
    .sort((one, other) => other.fromPercent - one.fromPercent),
  ...(exam.passMark !== undefined && { passMark: exam.passMark }),
})
