import type { Paper } from '@sitwell/exam/paper/paper'
import type { ExamPlan } from '@sitwell/exam/time/exam-plan'
import type { AuthoredExam } from '../../import/authored-exam.ts'
import type { authoredQuestionsOf, ExamLayout } from './lay-out-exam.ts'
import type { selectResources } from './queries.ts'

/**
 * An exam as one learner has it, laid out once and kept: a version never changes once somebody sits it. Where it draws, all but `exam` and
 * `whole` is what was drawn for them.
 */
export interface LoadedExam {
  /** As it was authored, with all that is drawn from. */
  readonly exam: AuthoredExam
  readonly layout: ExamLayout
  readonly questions: ReturnType<typeof authoredQuestionsOf>
  /** By version id, as saves name a question. */
  readonly publicQuestions: ReadonlyMap<string, ExamLayout['questions'][number]>
  readonly paper: Paper
  /** What time it gives, without anybody's extra time. */
  readonly plan: ExamPlan
  /** The part of the paper in which each question stands. */
  readonly partIds: ReadonlyMap<string, string>
  /** Path and media type of each of its files, by path. */
  readonly resources: Awaited<ReturnType<typeof selectResources>>
  /** All that it was drawn from; undefined if nothing is drawn. */
  readonly whole: LoadedExam | undefined
}
