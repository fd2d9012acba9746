import type { Supervisor } from '../assessment/schedules/supervisor.ts'
import type { LiveEvents } from '../live/live-events.ts'
import type { ExamCache } from '../assessment/content/exam-cache.ts'
import type { Database } from '../db/database.ts'
import type { Contacts } from '../assessment/ledger/contact.ts'
import type { Clock } from '../clock.ts'

/** What the handlers and jobs of this folder need. */
export interface DashboardContext {
  readonly clock: Clock
  readonly contacts: Contacts
  readonly database: Database
  readonly exams: ExamCache
  readonly live: LiveEvents
  readonly supervisors: readonly Supervisor[]
}
