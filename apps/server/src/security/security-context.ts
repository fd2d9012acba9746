import type { Background } from '../background.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { MovedOrganisations } from '../db/moved-organisations.ts'
import type { Sessions } from '../http/caller.ts'
import type { Keys } from '../keys.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Passwords } from '../passwords.ts'
import type { SecurityLog } from '../security-log/security-log.ts'
import type { ServerLog } from '../server-log.ts'
import type { TextMessages } from '../text-message/text-messages.ts'
import type { ServedPlace } from './organisation/served-place.ts'
import type { Tickets } from './sign-in/tickets.ts'

/** The dependencies of the handlers and jobs in this folder. */
export interface SecurityContext {
  readonly background: Background
  readonly clock: Clock
  readonly config: Config
  readonly database: Database
  readonly keys: Keys
  /** Closes the live connections of sessions that have ended. */
  readonly live: { endSessions(sessionIds: readonly string[]): void }
  readonly log: ServerLog
  readonly mailer: Mailer
  readonly moved: MovedOrganisations
  readonly passwords: Passwords
  readonly securityLog: SecurityLog
  readonly servedPlace: ServedPlace
  readonly sessions: Sessions
  readonly textMessages: TextMessages
  readonly tickets: Tickets
}
