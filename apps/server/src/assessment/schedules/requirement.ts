import type { Refusal } from '@sitwell/contract'
import type { FastifyRequest } from 'fastify'
import type { ScheduleTable } from '../../db/schema.ts'
import type { Caller } from '../../http/caller.ts'
import type { RefusedOutcome } from '../../http/refusal.ts'
import type { ServiceContext } from '../../http/service.ts'
import type { AuthoredExam } from '../../import/authored-exam.ts'

/** Who asks for something of a proctored exam, or one that is held to a browser, and how. */
export interface Applicant {
  readonly caller: Caller
  /** Its headers, for what a browser proves with them. */
  readonly request: FastifyRequest
  readonly schedule: ScheduleTable
  readonly exam: AuthoredExam
}

/** Why nothing is given out, to the one who asks. */
export type Unmet<R extends Refusal> = RefusedOutcome<R>

/** Something that a schedule or its exam may ask for besides its dates, its password and the rubric. */
export interface Requirement<R extends Refusal> {
  /** By whom the exam is watched or held, as the ledger names it; undefined where this isn't asked for. */
  askedOf(applicant: Pick<Applicant, 'schedule' | 'exam'>): string | undefined
  /** A no with its reason where it isn't met now; undefined where it is. */
  unmet(context: ServiceContext, applicant: Applicant): Promise<Unmet<R> | undefined>
  /** Whether it is yet to begin, in the exam's own page: that asks for the exam first, and to be refused then says nothing. */
  beginsInside?(context: ServiceContext, applicant: Applicant): Promise<boolean>
  /** Whether it was met until a moment ago, and ended as it should: the monitor is closed before an exam is completed. */
  endedNow?(context: ServiceContext, applicant: Applicant): Promise<boolean>
  /** What is written down where it is met, unless that was said last already; nothing where it tells of its start elsewhere. */
  readonly begun?: string
}
