import type { Refusal } from '@sitwell/contract'
import type { FastifyRequest } from 'fastify'
import type { FormRunTable, ScheduleTable } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { type RefusedOutcome, refuse } from '../http/refusal.ts'
import type { Ground } from '../http/service.ts'
import type { AuthoredExam } from '../import/authored-exam.ts'
import { proctoredSession } from '../proctoring/proctored-session.ts'
import { safeExamBrowser } from '../seb/safe-exam-browser.ts'
import { noteSupervision } from './supervision.ts'

/** Who asks for something of a proctored exam, or one that is held to a browser, and how. */
export interface Applicant {
  readonly caller: Caller
  /** Its headers, for what a browser proves with them. */
  readonly request: FastifyRequest
  readonly schedule: ScheduleTable
  readonly exam: AuthoredExam
}

type RunOfSchedule = Pick<FormRunTable, 'org_id' | 'schedule_guid'>

interface OnRun extends Omit<Applicant, 'schedule'> {
  readonly run: RunOfSchedule
}

export const scheduleOfRun = ({ database }: Ground, run: RunOfSchedule): Promise<ScheduleTable | undefined> =>
  database.kysely
    .selectFrom('schedule')
    .selectAll()
    .where('org_id', '=', run.org_id)
    .where('schedule_guid', '=', run.schedule_guid)
    .executeTakeFirst()

/** Why nothing is given out, to the one who asks. */
export type Unmet<R extends Refusal> = RefusedOutcome<R>

/** Something that a schedule or its exam may ask for besides its dates, its password and the rubric. */
export interface Requirement<R extends Refusal> {
  /** By whom the exam is watched or held, as the ledger names it; undefined where this isn't asked for. */
  askedOf(applicant: Pick<Applicant, 'schedule' | 'exam'>): string | undefined
  /** A no with its reason where it isn't met now; undefined where it is. */
  unmet(ground: Ground, applicant: Applicant): Promise<Unmet<R> | undefined>
  /** What is written down where it is met, unless that was said last already; nothing where it tells of its start elsewhere. */
  readonly begun?: string
}

/** All that can be asked for: the one wall around an exam. What is added here holds for every call that {@link mayStart} guards. */
const requirements = [safeExamBrowser, proctoredSession] as const

type RefusalOf<T> = T extends Requirement<infer R> ? R : never
type WallRefusal = RefusalOf<(typeof requirements)[number]>

/**
 * A no where a schedule asks for something that isn't there: before the exam starts, and before any question of it or the key of a
 * part is given out, again at each of these calls. Each no stands in the form run's ledger, or goes into it with its beginning.
 */
export const mayStart = async (ground: Ground, applicant: Applicant): Promise<RefusedOutcome<WallRefusal> | undefined> => {
  for (const requirement of requirements) {
    const provider = requirement.askedOf(applicant)
    const no = provider === undefined ? undefined : await requirement.unmet(ground, applicant)
    if (provider === undefined || !no) continue
    await noteSupervision(ground, applicant, { provider, what: 'refusal', text: no.message })
    return refuse(no.code, no.message)
  }
  for (const { askedOf, begun } of requirements as readonly Requirement<WallRefusal>[]) {
    const provider = begun === undefined ? undefined : askedOf(applicant)
    if (provider !== undefined && begun !== undefined)
      await noteSupervision(ground, applicant, { provider, what: 'start', text: begun, isNews: true })
  }
  return undefined
}

/** The same for a form run that goes on: of a part's key, say, which its schedule isn't named with. */
export const mayGoOn = async (ground: Ground, { run, ...asking }: OnRun): Promise<RefusedOutcome<WallRefusal> | undefined> => {
  const schedule = await scheduleOfRun(ground, run)
  return schedule && mayStart(ground, { ...asking, schedule })
}

/**
 * Writes down that something was done without what the schedule asks for, where it was: for calls that lose an answer, or a whole
 * exam, if they are refused.
 */
export const noteWithout = async (ground: Ground, { run, ...asking }: OnRun, done: string): Promise<void> => {
  const schedule = await scheduleOfRun(ground, run)
  if (!schedule) return
  const applicant = { ...asking, schedule }
  for (const requirement of requirements) {
    const provider = requirement.askedOf(applicant)
    const no = provider === undefined ? undefined : await requirement.unmet(ground, applicant)
    if (provider !== undefined && no)
      await noteSupervision(ground, applicant, { provider, what: 'loss', text: `${done} ${no.message}` })
  }
}
