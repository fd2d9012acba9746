import type { ResultParts } from '@sitwell/exam/organisation/result-mask'
import { rulesOf } from '@sitwell/question-types/rules'
import {
  layoutFor,
  ownFormRun,
  selectAttemptsAt,
  selectSeed,
  shownAnswer,
  standingAnswers,
  withShownParts,
} from '../assessment/form-run/index.ts'
import {
  earnedIn,
  feedbackPolicy,
  partsOf,
  readerOf,
  receiptOf,
  type ShownMarks,
  tellMarks,
} from '../assessment/results/index.ts'
import { resultsWindow } from '../assessment/schedules/index.ts'
import type { FormRunTable } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { paperReader } from '../paper/reader.ts'
import { mayDownloadResults } from '../security/organisation/may-download-results.ts'
import type { PracticeResultsContext } from './practice-results-context.ts'
import { selectAnswersOf } from './queries.ts'
import type { PrintedQuestion, PrintedResult, ResultsToPrint } from './results-to-print.ts'
import { paperWords } from './words.ts'

export type CollectedResults =
  | { readonly ok: true; readonly results: ResultsToPrint; readonly run: FormRunTable }
  /**
   * Nobody's, somebody else's, no practice exam whose results are downloaded, or of an organisation that lets nobody download them; or not completed yet, held back, or shown no
   * longer, which `message` tells the learner.
   */
  | { readonly ok: false; readonly code: 'NOT_FOUND' | 'NOT_PROCESSED' | 'RESULTS_OVER'; readonly message?: string }

const shownResult = (parts: ResultParts, { result, isReleased }: ShownMarks): PrintedResult => {
  return {
    marked: result.marked,
    isReleased,
    soFar: result.soFar && { score: result.soFar.score, maxScore: result.maxScore },
    marks: parts.marks ? { score: result.score, maxScore: result.maxScore } : undefined,
    percent: parts.percentage ? result.percentScore : undefined,
    grade: parts.grade ? result.grade : undefined,
    pass: parts.grade ? (result.pass ?? undefined) : undefined,
    feedback: result.feedback,
  }
}

/**
 * Everything of the caller's own practice exam that goes into its PDF. Only what the learner saw of the questions is read; marks
 * only if the exam's mask shows marks, and none while the result is held back.
 */
export const collectResults = async (
  context: Pick<PracticeResultsContext, 'database' | 'exams' | 'clock' | 'config'>,
  caller: Pick<Caller, 'madeBy' | 'orgId' | 'userGuid'>,
  formRunGuid: string,
): Promise<CollectedResults> => {
  const { database, exams } = context
  const run = await ownFormRun(database, caller, formRunGuid)
  const found = run && (await exams.load(run))
  if (!run || !found?.exam.settings.downloadablePractice || !(await mayDownloadResults(database, run.org_id)))
    return { ok: false, code: 'NOT_FOUND' }
  if (run.completed_at === null) return { ok: false, code: 'NOT_PROCESSED' }
  const [reader, receipt] = await Promise.all([
    paperReader(database, { orgId: run.org_id, userGuid: run.user_guid }),
    receiptOf(database, run),
  ])
  if (!reader || !receipt) return { ok: false, code: 'NOT_FOUND' }

  const [window, words] = await Promise.all([resultsWindow(database, run.org_id), paperWords(database, run.org_id, reader)])
  if (!window.isOpen(run, context.clock.nowMs())) return { ok: false, code: 'RESULTS_OVER', message: words.OVER }
  const loaded = { ...found, exam: await withShownParts(database, run.org_id, found.exam) }
  const parts = partsOf(loaded.exam)
  const policy = await feedbackPolicy(database, run.org_id, loaded)
  // Some marks are printed beside others that wait for a person.
  const shownMarks = await tellMarks(context, { orgId: run.org_id, formRunGuid }, loaded.exam, () => true, readerOf(caller))
  if (!shownMarks) return { ok: false, code: 'NOT_FOUND' }
  if (shownMarks.isHeld) return { ok: false, code: 'NOT_PROCESSED', message: words.HELD }
  const attempts = await selectAttemptsAt(database, run, loaded)
  const answers = standingAnswers(await selectAnswersOf(database, run), attempts)
  const { marks } = shownMarks
  const earned = await earnedIn(database, run, policy, shownMarks)
  const answerOf = new Map(answers.map((row) => [row.question_id, row]))
  const markOf = new Map(marks.map((row) => [row.question_id, row]))
  const layout = layoutFor(loaded, await selectSeed(database, run))

  const printed = (question: (typeof layout.questions)[number]): PrintedQuestion => {
    const given = answerOf.get(question.id)
    const mark = markOf.get(question.id)
    return {
      question: rulesOf(question.type).publicQuestion.parse(question),
      answer: given && shownAnswer(given.answer),
      workings: given?.workings ?? '',
      feedback: earned.get(question.id) ?? [],
      mark:
        parts.marks && mark ? { score: mark.score, maxScore: mark.max_score, needsPerson: mark.needs_person === 1 } : undefined,
    }
  }
  return {
    ok: true,
    run,
    results: {
      language: reader.language,
      words,
      organisation: reader.organisation,
      colours: reader.colours,
      examName: loaded.exam.name,
      // A practice exam is public: who sat it is who they said they were.
      learner: run.public_user_name?.trim() || reader.name,
      completedAtMs: run.completed_at,
      formRunId: run.form_run_id,
      receipt,
      result: shownResult(parts, shownMarks),
      sections: layout.sections.map((section) => ({
        name: section.name,
        text: section.text,
        scenarioText: section.scenarioText,
        questions: layout.questions.filter(({ paperPartId }) => paperPartId === section.id).map(printed),
      })),
    },
  }
}
