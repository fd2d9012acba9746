import type { ExamCache } from '../assessment/form-run/index.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Sessions } from '../http/caller.ts'
import type { ConnectionGuard } from '../http/connections/connection-guard.ts'
import type { Printer } from '../paper/printing/printer.ts'
import type { ServerLog } from '../server-log.ts'

/** The dependencies of the handlers of this folder. */
export interface PracticeResultsContext {
  readonly clock: Clock
  readonly config: Config
  readonly database: Database
  readonly exams: ExamCache
  readonly guard: ConnectionGuard
  readonly log: ServerLog
  readonly printer: Printer
  readonly sessions: Sessions
}
