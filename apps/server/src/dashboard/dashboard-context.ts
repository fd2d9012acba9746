import type { ExamCache, LiveEvents } from '../assessment/form-run/index.ts'
import type { Contacts } from '../assessment/ledger/index.ts'
import type { Supervisor } from '../assessment/schedules/index.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'

/** The dependencies of the handlers and jobs in this folder. */
export interface DashboardContext {
  readonly clock: Clock
  readonly contacts: Contacts
  readonly database: Database
  readonly exams: ExamCache
  readonly live: LiveEvents
  readonly supervisors: readonly Supervisor[]
}
