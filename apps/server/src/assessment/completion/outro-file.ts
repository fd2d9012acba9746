import type { ServiceContext } from '../../http/service.ts'
import { hiddenFilesOf, isFileOfFeedback, isFileOfOutro } from '../answers/part-files.ts'
import type { LoadedExam } from '../content/exam-cache.ts'
import { loadImported } from '../content/load-imported.ts'
import { type ExamPlace, selectFormRunOfSchedule, selectMarks } from '../form-runs/queries.ts'
import { resultOf } from '../results/result-of.ts'
import { resultsWindow } from '../results/results-window.ts'

interface Holder {
  readonly scheduleGuid: string
  readonly isOver: boolean
}

type Asking = Pick<ServiceContext, 'database' | 'exams' | 'clock'>

/** What the learner of a schedule was told of their result, as HTML; nothing where they weren't told any, or are no longer. */
const toldFeedback = async (
  { database, clock }: Asking,
  { org_id, exam_guid, version }: ExamPlace,
  { scheduleGuid }: Holder,
  { exam }: LoadedExam,
): Promise<string> => {
  const run = await selectFormRunOfSchedule(database, org_id, scheduleGuid)
  if (!run || run.exam_guid !== exam_guid || run.version !== version) return ''
  if (run.completed_at === null || run.marks_told_at === null) return ''
  const window = await resultsWindow(database, org_id)
  if (!window.isOpen(run, clock.nowMs())) return ''
  return resultOf(run, await selectMarks(database, org_id, run.form_run_guid), exam).feedback
}

/**
 * Whether whoever holds a token may have this file. Who sits the exam may have all that it shows them; of an exam that is over nothing is
 * given out but what its last words show; and to both what was said of their result shows, once it was.
 */
export const mayHaveFile = async (context: Asking, place: ExamPlace, holder: Holder, path: string): Promise<boolean> => {
  const loaded = await loadImported(context, place)
  if (!loaded) return false
  if (holder.isOver ? isFileOfOutro(loaded, path) : !hiddenFilesOf(loaded).has(path)) return true
  return isFileOfFeedback(await toldFeedback(context, place, holder, loaded), path)
}
