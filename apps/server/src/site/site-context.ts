import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { MovedOrganisations } from '../db/moved-organisations.ts'
import type { Keys } from '../keys.ts'
import type { Forwarding } from '../lms/forward/forward-statements.ts'
import type { Ports } from '../lms/scorm-address.ts'
import type { ServerLog } from '../server-log.ts'
import type { ServerClock } from '../server-time/server-clock.ts'

/** The dependencies of the handlers of this folder. */
export interface SiteContext {
  readonly clock: ServerClock
  readonly config: Config
  readonly database: Database
  readonly forwarding: Forwarding
  readonly keys: Keys
  readonly log: ServerLog
  readonly moved: MovedOrganisations
  readonly ports: Readonly<Ports>
}
