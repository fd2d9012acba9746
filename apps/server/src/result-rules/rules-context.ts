import type { ExamCache } from '../assessment/form-run/index.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { SecurityContext } from '../security/security-context.ts'
import type { ServerLog } from '../server-log.ts'
import type { CountedSitting } from './counted-sittings.ts'

/** A delivery of an organisation. */
export interface DeliveryPlace {
  readonly orgId: number
  readonly deliveryId: string
}

/** What the room of result sets does for this one, which it imports. */
export interface SetsOfResults {
  /** The sittings from which the results of a delivery come: of whoever sat it, each person's one that counts. */
  selectSittings(place: DeliveryPlace): Promise<readonly CountedSitting[]>
  /** Computes a set by the newest rules of a delivery, for somebody (their guid). Returns its number. */
  computeSet(place: DeliveryPlace, author: string, reason: string): Promise<number>
}

/** What the handlers of this folder need. */
export interface RulesContext extends Pick<SecurityContext, 'securityLog'>, SetsOfResults {
  readonly log: Pick<ServerLog, 'error'>
  readonly clock: Clock
  readonly database: Database
  readonly exams: ExamCache
}

/** Milliseconds since 1970 as ISO 8601. */
export const iso = (ms: number): string => new Date(ms).toISOString()
