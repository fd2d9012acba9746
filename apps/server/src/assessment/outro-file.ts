import type { Ground } from '../http/service.ts'
import { loadImported } from './load-imported.ts'
import { isFileOfOutro } from './part-files.ts'
import type { ExamPlace } from './queries.ts'

/** Whether a file belongs to what a learner reads after an exam: of an exam that is over nothing else is given out. */
export const isFileShownAfterwards = async (
  ground: Pick<Ground, 'database' | 'exams'>,
  place: ExamPlace,
  path: string,
): Promise<boolean> => {
  const loaded = await loadImported(ground, place)
  return loaded !== undefined && isFileOfOutro(loaded, path)
}
