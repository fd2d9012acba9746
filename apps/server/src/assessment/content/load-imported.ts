import type { ServiceContext } from '../../http/service.ts'
import { type ExamPlace, selectImportedAt } from '../form-runs/queries.ts'
import type { LoadedExam } from './exam-cache.ts'

/** An exam as it was imported last; undefined where it isn't there. */
export const loadImported = async (
  { database, exams }: Pick<ServiceContext, 'database' | 'exams'>,
  place: ExamPlace,
): Promise<LoadedExam | undefined> => {
  const imported_at = await selectImportedAt(database, place)
  return imported_at === undefined ? undefined : exams.load({ ...place, imported_at })
}
