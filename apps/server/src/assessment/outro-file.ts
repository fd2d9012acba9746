import type { Ground } from '../http/service.ts'
import { isFileOfOutro } from './part-files.ts'
import { type ExamPlace, selectImportedAt } from './queries.ts'

/** Whether a file belongs to what a learner reads after an exam: of an exam that is over nothing else is given out. */
export const isFileShownAfterwards = async (
  { database, exams }: Pick<Ground, 'database' | 'exams'>,
  place: ExamPlace,
  path: string,
): Promise<boolean> => {
  const imported_at = await selectImportedAt(database, place)
  const loaded = imported_at === undefined ? undefined : await exams.load({ ...place, imported_at })
  return loaded !== undefined && isFileOfOutro(loaded, path)
}
