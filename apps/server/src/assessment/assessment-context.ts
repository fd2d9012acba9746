import type { Background } from '../background.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Generation } from '../generation/generation.ts'
import type { OrganisationOrigins } from '../generation/organisation-origins.ts'
import type { Sessions } from '../http/caller.ts'
import type { Keys } from '../keys.ts'
import type { Passwords } from '../passwords.ts'
import type { ServerLog } from '../server-log.ts'
import type { SaveQueue } from './answers/save-queue.ts'
import type { ExamCache } from './form-run/exam-cache.ts'
import type { FormRunFactsOf } from './form-run/form-run-facts.ts'
import type { LiveEvents } from './form-run/live-events.ts'
import type { Contacts } from './ledger/contact.ts'
import type { Supervisor } from './schedules/supervisor.ts'

/** The dependencies of the handlers and jobs in this folder. */
export interface AssessmentContext {
  readonly background: Background
  readonly clock: Clock
  readonly config: Config
  readonly contacts: Contacts
  readonly database: Database
  readonly exams: ExamCache
  readonly formRunFacts: FormRunFactsOf
  readonly generation: Generation
  readonly organisationOrigins: OrganisationOrigins
  readonly keys: Keys
  readonly live: LiveEvents
  readonly log: ServerLog
  readonly passwords: Passwords
  readonly saves: SaveQueue
  readonly sessions: Sessions
  readonly supervisors: readonly Supervisor[]
}
