import { buildPaper } from '@sitwell/exam/paper/paper'
import type { ExamPlan } from '@sitwell/exam/time/exam-plan'
import { freshTime } from '@sitwell/exam/time/exam-time'
import type { AnswerRecord } from '../../storage/records.ts'
import type { FormRunStart, SavedQuestion } from '../form-run/form-run-start.ts'

/** The change of an answer that is a text. */
export const text = (answerText: string): Pick<AnswerRecord, 'answer'> => ({ answer: { answerText, options: [] } })

/** A question that nobody has answered. */
export const question = (id: string): SavedQuestion => ({
  id,
  versionId: id,
  versionNumber: 1,
  blank: { ...text(''), bookmarked: false, workings: '' },
  server: undefined,
})

/** An exam of an hour in one part. */
export const plan: ExamPlan = { timeMs: 3_600_000, warningMs: 0, parts: [] }

/** The form run `run` of an exam with the questions `q1` and `q2`, as it is started. */
export const examStart: FormRunStart = {
  formRunGuid: 'run',
  examGuid: 'exam',
  scheduleGuid: 'schedule',
  objectID: 7,
  examName: 'Fishes',
  lastSequence: 0,
  paper: buildPaper([{ sectionId: 'root', sectionIds: [], questionIds: ['q1', 'q2'] }]),
  plan,
  time: freshTime(plan),
  isFresh: true,
  currentQuestionId: undefined,
  initialPage: 1,
  questions: ['q1', 'q2'].map(question),
  numberOf: () => 1,
}
