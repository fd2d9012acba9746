import type { Database } from '../../db/database.ts'
import type { ExamCache } from './exam-cache.ts'
import type { LoadedExam } from './loaded-exam.ts'
import { type ExamPlace, selectImported } from './queries.ts'

/** An exam as it was imported last, and as a schedule has it drawn; undefined if it isn't there. */
export const loadImported = async (
  { database, exams }: { readonly database: Database; readonly exams: ExamCache },
  place: ExamPlace,
  scheduleGuid: string,
): Promise<LoadedExam | undefined> => {
  const imported = await selectImported(database, place, scheduleGuid)
  return imported && exams.load({ ...place, schedule_guid: scheduleGuid, ...imported })
}

/** A version of an exam as it was imported last, with all that is drawn from; undefined if it isn't there. */
export const loadWholeExam = async (
  context: { readonly database: Database; readonly exams: ExamCache },
  place: ExamPlace,
): Promise<LoadedExam | undefined> => {
  const loaded = await loadImported(context, place, '')
  return loaded?.whole ?? loaded
}
