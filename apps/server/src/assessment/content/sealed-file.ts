import { givenParts } from '@sitwell/exam/parts/part-release'
import type { AssessmentContext } from '../assessment-context.ts'
import { type ExamPlace, isFileOpen, loadImported, selectFormRunOfSchedule } from '../form-run/index.ts'
import { loadedOf, readLedger } from '../ledger/index.ts'

/** Before the start. */
const noneGiven: ReadonlySet<string> = new Set()

/** Whether a file of a sealed exam is held back from the learner of a schedule: only parts use it that they may not have. */
export const isFileSealed = async (
  context: Pick<AssessmentContext, 'clock' | 'database' | 'exams'>,
  place: ExamPlace,
  scheduleGuid: string,
  path: string,
): Promise<boolean> => {
  const run = await selectFormRunOfSchedule(context.database, place.org_id, scheduleGuid)
  if (run) {
    const { time, events } = await readLedger(context, run)
    // As it is shown to this learner: an explanation that only their accommodations open may name the file.
    return !isFileOpen(await loadedOf(context, run, 'content'), path, givenParts({ time, events }))
  }
  const loaded = await loadImported(context, place, scheduleGuid)
  return !loaded || !isFileOpen(loaded, path, noneGiven)
}
