import { givenParts } from '@sitwell/exam/parts/part-release'
import { freshTime } from '@sitwell/exam/time/exam-time'
import type { ServiceContext } from '../../http/service.ts'
import { isFileOpen } from '../answers/part-files.ts'
import { type ExamPlace, selectFormRunOfSchedule } from '../form-runs/queries.ts'
import { readLedger, startOf } from '../ledger/time-ledger.ts'
import { loadImported } from './load-imported.ts'

/** Whether a file of a sealed exam is held back from the learner of a schedule: only parts use it that they may not have. */
export const isFileSealed = async (
  context: ServiceContext,
  place: ExamPlace,
  scheduleGuid: string,
  path: string,
): Promise<boolean> => {
  const run = await selectFormRunOfSchedule(context.database, place.org_id, scheduleGuid)
  if (run) {
    const { loaded, time, events } = await readLedger(context, run)
    return !isFileOpen(loaded, path, givenParts({ time, events }))
  }
  const loaded = await loadImported(context, place, scheduleGuid)
  if (!loaded) return true
  const events = [{ ...startOf(loaded), atMs: 0 }]
  return !isFileOpen(loaded, path, givenParts({ time: freshTime(loaded.plan), events }))
}
