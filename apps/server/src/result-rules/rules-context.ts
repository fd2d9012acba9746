import type { FastifyBaseLogger } from 'fastify'
import type { ExamCache } from '../assessment/form-run/index.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { SecurityContext } from '../security/security-context.ts'

/** A delivery of an organisation. */
export interface DeliveryPlace {
  readonly orgId: number
  readonly deliveryId: string
}

/** Computes a set of results by the newest rules of a delivery, for somebody (their guid). Returns its number. */
export type ComputeSet = (place: DeliveryPlace, author: string) => Promise<number>

/** What the handlers of this folder need. */
export interface RulesContext extends Pick<SecurityContext, 'securityLog'> {
  readonly log: Pick<FastifyBaseLogger, 'error'>
  readonly clock: Clock
  readonly database: Database
  readonly exams: ExamCache
}

/** Milliseconds since 1970 as ISO 8601. */
export const iso = (ms: number): string => new Date(ms).toISOString()
