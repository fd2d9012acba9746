import type { Config } from '../config.ts'
import type { SecurityContext } from '../security/security-context.ts'
import type { Operation } from './operation.ts'

/** What the calls of this folder need. */
export interface TodayContext extends Pick<SecurityContext, 'clock' | 'database' | 'servedPlace'> {
  readonly config: Config
  readonly operation: Operation
}
