import { showsQuestionFeedback } from '@sitwell/exam/organisation/question-feedback'
import { type AuthoredQuestion, type EarnedFeedback, earnedFeedback } from '@sitwell/question-types/marking'
import type { Database } from '../../db/database.ts'
import type { FormRunTable, MarkTable } from '../../db/schema.ts'
import type { AuthoredExam } from '../../import/authored-exam.ts'
import { isSetOn, organisationSetting } from '../../security/organisation/organisation-setting.ts'
import { type LoadedExam, selectAnswers, selectAttemptsAt, standingOf, storedAnswer } from '../form-run/index.ts'
import { tellsMarks } from './result-of.ts'
import type { ShownMarks } from './tell-marks.ts'

/** Which questions of an exam have their feedback shown once their marks are told, and whether telling these tells anything. */
export interface FeedbackPolicy {
  readonly shown: readonly AuthoredQuestion[]
  /** For `tellMarks`: feedback tells marks as a figure does. */
  readonly tells: (marks: ShownMarks) => boolean
}

/** The mark of a question that is the last word on it. */
const finalMark = ({ marks }: ShownMarks, question: AuthoredQuestion): MarkTable | undefined =>
  marks.find((one) => one.question_id === question.id && one.needs_person === 0)

/** What the exam, the source of each question, and the organisation say of feedback. Asked each time: who shuts it shuts it at once. */
export const feedbackPolicy = async (
  database: Database,
  orgId: number,
  { exam, questions }: Pick<LoadedExam, 'exam' | 'questions'>,
): Promise<FeedbackPolicy> => {
  const withFeedback = questions.filter(({ feedback }) => feedback)
  const organisation = withFeedback.length > 0 && isSetOn(await organisationSetting(database, orgId, 'QuestionFeedback'))
  const shown = withFeedback.filter(({ feedback }) => isShown(exam, feedback?.show, organisation))
  return {
    shown,
    tells: (marks) =>
      tellsMarks(marks.result, exam) || (marks.isCompleted && shown.some((one) => finalMark(marks, one) !== undefined)),
  }
}

const isShown = ({ settings }: Pick<AuthoredExam, 'settings'>, question: boolean | undefined, organisation: boolean): boolean =>
  showsQuestionFeedback({
    exam: settings.questionFeedback,
    question,
    organisation,
    mask: settings.resultFeedbackMask ?? -1,
  })

/**
 * The feedback that each question's answer earned, by the ids of the questions. Only of what `tellMarks` has told: of a completed form run
 * that isn't held back, and of no answer that waits for a person. Answers are read after that, since none changes any more then.
 */
export const earnedIn = async (
  database: Database,
  run: Pick<FormRunTable, 'org_id' | 'form_run_guid'>,
  { shown }: FeedbackPolicy,
  marks: ShownMarks,
): Promise<ReadonlyMap<string, readonly EarnedFeedback[]>> => {
  const earned = new Map<string, readonly EarnedFeedback[]>()
  if (shown.length === 0 || !marks.isCompleted || marks.isHeld) return earned
  const rows = await selectAnswers(database, run.org_id, run.form_run_guid)
  const answers = new Map(rows.map((row) => [row.question_id, row]))
  const attempts = await selectAttemptsAt(database, run, { questions: shown })
  for (const question of shown) {
    const mark = finalMark(marks, question)
    if (!mark) continue
    const final = { score: mark.score, maxScore: mark.max_score, needsPerson: false }
    const row = answers.get(question.id)
    const feedback = question.attempts
      ? standingOf(question, attempts, row).feedback()
      : earnedFeedback(question, row && storedAnswer(row.answer), final)
    if (feedback.length > 0) earned.set(question.id, feedback)
  }
  return earned
}
