import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Generation } from '../generation/generation.ts'
import type { OrganisationOrigins } from '../generation/organisation-origins.ts'
import type { ConnectionGuard } from '../http/connections/connection-guard.ts'
import type { Keys } from '../keys.ts'
import type { ServerLog } from '../server-log.ts'
import type { Ports } from './scorm-address.ts'

/** The dependencies of the handlers and jobs in this folder. */
export interface LmsContext {
  readonly clock: Clock
  readonly config: Config
  readonly database: Database
  readonly generation: Generation
  readonly guard: ConnectionGuard
  readonly organisationOrigins: OrganisationOrigins
  readonly keys: Keys
  readonly log: ServerLog
  readonly ports: Readonly<Ports>
}
