import type { ExamCache } from '../assessment/form-run/index.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Keys } from '../keys.ts'

/** What the statistics need. */
export interface StatisticsContext {
  readonly database: Database
  readonly clock: Clock
  readonly exams: ExamCache
  readonly keys: Keys
}
