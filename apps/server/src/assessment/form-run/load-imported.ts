import type { Database } from '../../db/database.ts'
import type { ExamCache } from './exam-cache.ts'
import type { LoadedExam } from './loaded-exam.ts'
import { type ExamPlace, selectImported } from './queries.ts'

/** An exam as it was imported last, and as a schedule has it drawn; undefined where it isn't there. */
export const loadImported = async (
  { database, exams }: { readonly database: Database; readonly exams: ExamCache },
  place: ExamPlace,
  scheduleGuid: string,
): Promise<LoadedExam | undefined> => {
  const imported = await selectImported(database, place, scheduleGuid)
  return imported && exams.load({ ...place, schedule_guid: scheduleGuid, ...imported })
}
