import type { Schedule } from '@sitwell/contract'
import type { FastifyRequest } from 'fastify'
import type { Background } from '../../background.ts'
import type { Config } from '../../config.ts'
import type { FormRunTable, ScheduleTable } from '../../db/schema.ts'
import type { Caller } from '../../http/caller.ts'
import type { AuthoredExam } from '../../import/authored-exam.ts'
import type { Keys } from '../../keys.ts'
import type { Author, LedgerContext } from '../ledger/index.ts'

/** Who asks for something of a supervised exam, and with which request. */
export interface Applicant {
  readonly caller: Caller
  /** Its headers carry what a browser proves. */
  readonly request: FastifyRequest
  readonly schedule: ScheduleTable
  readonly exam: AuthoredExam
}

/** The refusal of each kind of supervision that isn't met. */
export const supervisionRefusals = { browser: 'SAFE_EXAM_BROWSER_REQUIRED', session: 'PROCTORING_REQUIRED' } as const
export type SupervisionRefusal = (typeof supervisionRefusals)[keyof typeof supervisionRefusals]

/** What supervisors need. */
export interface SupervisionContext extends LedgerContext {
  readonly config: Config
  readonly keys: Keys
  readonly background: Background
}

/** What assessment needs to ask its supervisors. */
export interface SupervisedContext extends SupervisionContext {
  readonly supervisors: readonly Supervisor[]
}

type Supervised = Pick<Applicant, 'schedule' | 'exam'>

/** Returns why a save arrived without supervision; undefined if it is supervised. */
export type SaveCheck = (saved: Omit<Applicant, 'schedule'>) => Promise<string | undefined>

/**
 * One way to supervise an exam, which its schedule or the exam itself asks for besides dates, password and rubric. Proctoring and Safe
 * Exam Browser implement it; the composition of the server registers them (`supervisors.ts`).
 */
export interface Supervisor {
  /** The name of the supervisor in ledgers; undefined if the exam doesn't ask for it. */
  askedOf(supervised: Supervised): string | undefined
  /** Whether it depends on the browser, which is settled once for a page, or on a session that may end at any time. */
  readonly concerns: keyof typeof supervisionRefusals
  /** Returns the reason, for the learner, if it isn't met now. */
  unmet(context: SupervisionContext, applicant: Applicant): Promise<string | undefined>
  /** Whether it begins later, in the exam's own page: that page asks for the exam first, and this refusal isn't recorded. */
  beginsInside?(context: SupervisionContext, applicant: Applicant): Promise<boolean>
  /** Whether it was met until a moment ago and ended properly: the monitor is closed before an exam is completed. */
  endedNow?(context: SupervisionContext, applicant: Applicant): Promise<boolean>
  /** The text that the ledger gets when it is met, unless that was the last report; omitted if another call records the start. */
  readonly begun?: string
  /** The fields of a learner's list of schedules that describe it. One call serves all schedules of a list. */
  listed(
    context: Pick<SupervisionContext, 'database' | 'keys'>,
    owner: Pick<Caller, 'orgId' | 'userGuid'>,
  ): (supervised: Supervised) => Promise<Partial<Schedule>>
  /**
   * Called once for each server. The function that it returns prepares the check of saves, once for each form run and origin, because saves
   * are frequent.
   */
  checkSaves(
    context: SupervisionContext,
  ): (opening: Pick<Applicant, 'request' | 'schedule' | 'exam'>) => Promise<SaveCheck | undefined>
  /** Called after an exam was completed, whoever completed it. */
  examCompleted?(
    context: SupervisionContext,
    run: Pick<FormRunTable, 'org_id' | 'schedule_guid'>,
    author?: Author,
  ): Promise<void>
}
