import { result } from '@sitwell/contract'
import type { Database } from '../../db/database.ts'
import type { FormRunTable } from '../../db/schema.ts'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import type { AssessmentContext } from '../assessment-context.ts'
import { selectFiles } from '../files/index.ts'
import { type LoadedExam, selectAnswers, selectFormRun, withShownParts } from '../form-run/index.ts'
import { resitAvailable, resultsWindow } from '../schedules/index.ts'
import { countAnswered, givesSomething } from './count-answered.ts'
import { feedbackPolicy } from './question-feedback.ts'
import { receiptOf } from './receipt.ts'
import { resultMessage } from './result-message.ts'
import { shownOf } from './result-of.ts'
import { reviewedQuestions } from './review-questions.ts'
import { readerOf, tellMarks } from './tell-marks.ts'

/** The receipt, with its questions counted by the rule of the review. */
const countedReceipt = async (database: Database, run: FormRunTable, { publicQuestions }: LoadedExam) => {
  const questions = [...publicQuestions.values()]
  // Read once: the receipt and its counts are of the same answers.
  const rows = await selectAnswers(database, run.org_id, run.form_run_guid)
  const receipt = await receiptOf(database, run, { gives: givesSomething(questions), rows })
  if (!receipt) return undefined
  const files = await selectFiles(database, { orgId: run.org_id, formRunGuid: run.form_run_guid })
  const { answered, partly, byFiles } = countAnswered(questions, rows, files)
  return { ...receipt, answered, partly, onServer: (receipt.onServer ?? 0) + byFiles }
}

/**
 * The result of a form run. Until every question is marked it tells no grade: half a result would mislead. What could be marked it
 * tells as such, and nothing that the exam's mask hides. Nothing before its release, while it is held, nor once the organisation shows it
 * no longer.
 */
export const resultRoute = (context: Pick<AssessmentContext, 'clock' | 'config' | 'database' | 'exams'>) => {
  const { database, exams, clock } = context
  const notFound = () => refuse('NOT_FOUND', 'There is no such form run for this person.')
  return route(result, async ({ caller, query }) => {
    const run = await selectFormRun(database, caller, query.formRunGuid)
    const found = run && (await exams.load(run))
    if (!run || !found) return notFound()
    const window = await resultsWindow(database, run.org_id)
    if (!window.isOpen(run, clock.nowMs())) return refuse('RESULTS_OVER', 'Results of this exam are shown no longer.')
    const loaded = { ...found, exam: await withShownParts(database, run.org_id, found.exam) }
    const policy = await feedbackPolicy(database, run.org_id, loaded)
    const shownMarks = await tellMarks(
      context,
      { orgId: run.org_id, formRunGuid: run.form_run_guid },
      loaded.exam,
      policy.tells,
      readerOf(caller),
    )
    if (!shownMarks) return notFound()
    const { marks, isHeld, isReleased } = shownMarks
    const shown = shownOf(shownMarks.result, loaded.exam)
    const { marked, score, maxScore, percentScore, grade, pass, feedbackMessageID, soFar } = shown
    const questionFeedback = await reviewedQuestions(database, run, loaded, policy, shownMarks)
    const receipt = await countedReceipt(database, run, loaded)
    return {
      ok: true,
      value: {
        marked,
        score,
        maxScore,
        percentScore,
        grade,
        pass,
        immediateResitAvailable: await resitAvailable(database, caller, run, loaded.exam, clock.nowMs()),
        formRunID: run.form_run_id,
        feedbackMessage: await resultMessage(database, run, loaded, { result: shown, marks }),
        feedbackMessageID,
        ...(!isReleased && { resultStillBeingProcessed: true as const }),
        ...(!marked && isReleased && { awaitingPerson: marks.filter((mark) => mark.needs_person !== 0).length }),
        ...(soFar && { soFar }),
        ...(isHeld && { held: true }),
        ...(questionFeedback.length > 0 && { questionFeedback }),
        ...(receipt && { receipt }),
      },
    }
  })
}
