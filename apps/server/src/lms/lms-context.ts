import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Generation } from '../generation/generation.ts'
import type { Homes } from '../generation/homes.ts'
import type { ConnectionGuard } from '../http/connections/connection-guard.ts'
import type { Keys } from '../keys.ts'
import type { Ports } from './scorm-address.ts'

/** What the handlers and jobs of this folder need. */
export interface LmsContext {
  readonly clock: Clock
  readonly config: Config
  readonly database: Database
  readonly generation: Generation
  readonly guard: ConnectionGuard
  readonly homes: Homes
  readonly keys: Keys
  readonly log: FastifyBaseLogger
  readonly ports: Readonly<Ports>
}
