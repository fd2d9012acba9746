import type { FormRunTable } from '../../db/schema.ts'
import type { AssessmentContext } from '../assessment-context.ts'
import { toldHtmlOf } from '../content/index.ts'
import {
  type ExamPlace,
  hiddenFilesOf,
  isFileOfFeedback,
  isFileOfOutro,
  type LoadedExam,
  loadImported,
  selectAttemptsAt,
  selectFormRunOfSchedule,
  selectMarks,
  withShownParts,
} from '../form-run/index.ts'
import { releasedBy } from '../marks/index.ts'
import { feedbackPolicy, htmlOfReview, resultMessage, resultOf, resultOfSet, reviewedQuestions } from '../results/index.ts'
import { resultsWindow } from '../schedules/index.ts'

interface Holder {
  readonly scheduleGuid: string
  readonly isOver: boolean
}

type Asking = Pick<AssessmentContext, 'database' | 'exams' | 'clock'>

const resultNow = async (database: Asking['database'], run: FormRunTable, exam: LoadedExam['exam']) => {
  const marks = await selectMarks(database, run.org_id, run.form_run_guid)
  return { marks, result: resultOf(run, marks, exam) }
}

/** What the learner of a schedule was told of their result and their answers, as HTML; nothing if they weren't told any, or are no longer. */
const shownFeedback = async (
  { database, clock, exams }: Asking,
  { org_id, exam_guid, version }: ExamPlace,
  { scheduleGuid }: Holder,
): Promise<readonly string[]> => {
  const run = await selectFormRunOfSchedule(database, org_id, scheduleGuid)
  if (!run || run.exam_guid !== exam_guid || run.version !== version) return []
  if (run.completed_at === null || run.marks_told_at === null) return []
  const window = await resultsWindow(database, org_id)
  if (!window.isOpen(run, clock.nowMs())) return []
  // As the form run has it, which may have been drawn.
  const found = await exams.load(run)
  const released = found && (await releasedBy(database, run, found.exam))
  if (!found || !released || released === 'closed') return []
  const loaded = { ...found, exam: await withShownParts(database, org_id, found.exam) }
  const { marks, result } =
    released === 'open' ? await resultNow(database, run, loaded.exam) : resultOfSet(released, loaded.exam)
  const policy = await feedbackPolicy(database, org_id, loaded)
  const shownMarks = { result, marks, isHeld: false, isCompleted: true, isReleased: true }
  const message = await resultMessage(database, run, loaded, shownMarks)
  return [message, ...htmlOfReview(await reviewedQuestions(database, run, loaded, policy, shownMarks))]
}

/** What the learner of a schedule was told of the answers that they had checked, as HTML. */
const toldInExam = async (
  { database, exams }: Asking,
  place: ExamPlace,
  { scheduleGuid }: Holder,
): Promise<readonly string[]> => {
  const run = await selectFormRunOfSchedule(database, place.org_id, scheduleGuid)
  if (!run || run.exam_guid !== place.exam_guid || run.version !== place.version) return []
  const loaded = await exams.load(run)
  return loaded ? toldHtmlOf(loaded, await selectAttemptsAt(database, run, loaded)) : []
}

/**
 * Whether whoever holds a token may have this file. Who sits the exam may have all that it shows them; of an exam that is over nothing is
 * given out but what its last words show; and to both what was said of their answers and their result shows, once it was.
 */
export const mayHaveFile = async (context: Asking, place: ExamPlace, holder: Holder, path: string): Promise<boolean> => {
  const loaded = await loadImported(context, place, holder.scheduleGuid)
  if (!loaded) return false
  const isShown = () => loaded.resources.some((file) => file.path === path) && !hiddenFilesOf(loaded).has(path)
  if (holder.isOver ? isFileOfOutro(loaded, path) : isShown()) return true
  if (!holder.isOver && (await toldInExam(context, place, holder)).some((text) => isFileOfFeedback(text, path))) return true
  return (await shownFeedback(context, place, holder)).some((text) => isFileOfFeedback(text, path))
}
