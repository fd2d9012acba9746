import type { Database } from '../../db/database.ts'
import type { FormRunTable } from '../../db/schema.ts'
import { organisationSetting } from '../../security/organisation/organisation-setting.ts'

const dayMs = 24 * 60 * 60 * 1000
/** The page that follows the exam shows its result whatever the organisation says. */
const pageAfterMs = 60 * 60 * 1000

/** For how long an organisation shows what an exam came to. */
export interface ResultsWindow {
  /** Whether the page after the exam, and whoever asks as that does, is told. */
  isOpen(run: Pick<FormRunTable, 'completed_at'>, nowMs: number): boolean
  /** Whether the learner finds it from the schedules. */
  isListed(run: Pick<FormRunTable, 'completed_at'>, nowMs: number): boolean
}

/** Reads `ResultsDays`: days since the completion. Unlimited where it is absent or no number from 0 on. */
export const windowOf = (setting: string | null): ResultsWindow => {
  const days = setting === null || setting.trim() === '' ? Number.NaN : Number(setting)
  const listedMs = days >= 0 ? days * dayMs : Number.POSITIVE_INFINITY
  const isWithin = (ms: number, { completed_at }: Pick<FormRunTable, 'completed_at'>, nowMs: number) =>
    completed_at === null || nowMs - completed_at < ms
  return {
    isOpen: (run, nowMs) => isWithin(Math.max(listedMs, pageAfterMs), run, nowMs),
    isListed: (run, nowMs) => run.completed_at !== null && isWithin(listedMs, run, nowMs),
  }
}

/** The window of an organisation as it is set now: who shortens it shuts results that were open. */
export const resultsWindow = async (database: Database, orgId: number): Promise<ResultsWindow> =>
  windowOf(await organisationSetting(database, orgId, 'ResultsDays'))
