import type { ExamCache, LiveEvents } from '../assessment/form-run/index.ts'
import type { Background } from '../background.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { SecurityContext } from '../security/security-context.ts'

/** The dependencies of the handlers of this folder. */
export interface MarkSchemesContext extends Pick<SecurityContext, 'securityLog'> {
  readonly background: Background
  readonly clock: Clock
  readonly database: Database
  readonly exams: ExamCache
  readonly live: LiveEvents
}
