import type { ExamCache } from '../assessment/form-run/index.ts'
import type { Contacts } from '../assessment/ledger/index.ts'
import type { Supervisor } from '../assessment/schedules/index.ts'
import type { Background } from '../background.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Generation } from '../generation/generation.ts'
import type { Sessions } from '../http/caller.ts'
import type { ConnectionGuard } from '../http/connections/connection-guard.ts'
import type { Keys } from '../keys.ts'
import type { SecurityLog } from '../security-log/security-log.ts'
import type { ServerLog } from '../server-log.ts'
import type { Scanner } from './scan/clamav.ts'

/** The dependencies of the handlers of this folder. */
export interface FilesContext {
  readonly background: Background
  readonly clock: Clock
  readonly config: Config
  readonly contacts: Contacts
  readonly database: Database
  readonly exams: ExamCache
  readonly generation: Generation
  readonly guard: ConnectionGuard
  readonly keys: Keys
  readonly log: ServerLog
  readonly scanner: Scanner | undefined
  readonly securityLog: SecurityLog
  readonly sessions: Sessions
  readonly supervisors: readonly Supervisor[]
}
