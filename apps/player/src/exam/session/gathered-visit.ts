import type { FormRun } from '../../sync/form-run/form-run.ts'
import type { ExamVisit } from '../content/exam-visit.ts'

/** What the initialisation of one exam has gathered; the screens after it read it. */
export interface GatheredVisit {
  visit: ExamVisit | undefined
  formRun: FormRun | undefined
}

/** What the pages of one exam have gathered so far, kept while the router moves between them. */
export const gatheredVisit: GatheredVisit = { visit: undefined, formRun: undefined }

/** Lets go of an exam: its timers, its log, and the files that were loaded ahead. Its answers stay kept. */
export const clearGathered = (gathered: GatheredVisit): void => {
  gathered.formRun?.stop()
  gathered.visit?.log.stop()
  for (const address of gathered.visit?.files.values() ?? []) URL.revokeObjectURL(address)
  gathered.visit = undefined
  gathered.formRun = undefined
}

/** Keeps all that this tab has of an exam, and lets go of it: another tab continues. */
export const handOverGathered = async (gathered: GatheredVisit): Promise<void> => {
  await gathered.formRun?.saveAll()
  clearGathered(gathered)
}

/** Lets go of an exam that another tab has taken over by force, before anything of it is written over what that tab writes. */
export const loseGathered = (gathered: GatheredVisit, onError: (error: unknown) => void): void => {
  gathered.formRun?.takenOver().catch(onError)
  clearGathered(gathered)
}
