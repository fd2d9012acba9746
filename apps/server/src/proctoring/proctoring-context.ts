import type { ExamCache } from '../assessment/form-run/index.ts'
import type { Background } from '../background.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Sessions } from '../http/caller.ts'
import type { Keys } from '../keys.ts'

/** The dependencies of the handlers of this folder. */
export interface ProctoringContext {
  readonly background: Background
  readonly clock: Clock
  readonly config: Config
  readonly database: Database
  readonly exams: ExamCache
  readonly keys: Keys
  readonly sessions: Sessions
}
