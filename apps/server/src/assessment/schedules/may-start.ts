import type { Refusal } from '@sitwell/contract'
import type { FormRunTable, ScheduleTable } from '../../db/schema.ts'
import { type RefusedOutcome, refuse } from '../../http/refusal.ts'
import type { ServiceContext } from '../../http/service.ts'
import { proctoredSession } from '../../proctoring/proctored-session.ts'
import { safeExamBrowser } from '../../seb/safe-exam-browser.ts'
import type { Applicant, Requirement } from './requirement.ts'
import { noteSupervision } from './supervision.ts'
import { isWaived } from './waivers.ts'

type RunOfSchedule = Pick<FormRunTable, 'org_id' | 'schedule_guid'>

interface OnRun extends Omit<Applicant, 'schedule'> {
  readonly run: RunOfSchedule
}

export const scheduleOfRun = ({ database }: ServiceContext, run: RunOfSchedule): Promise<ScheduleTable | undefined> =>
  database.kysely
    .selectFrom('schedule')
    .selectAll()
    .where('org_id', '=', run.org_id)
    .where('schedule_guid', '=', run.schedule_guid)
    .executeTakeFirst()

/** All that can be asked for: the one wall around an exam. What is added here holds for every call that {@link mayStart} guards. */
const requirements = [safeExamBrowser, proctoredSession] as const

type RefusalOf<T> = T extends Requirement<infer R> ? R : never
type WallRefusal = RefusalOf<(typeof requirements)[number]>

/** By whom a scheduled exam is watched or held, as its ledger names them. */
export const providersOf = (scheduled: Pick<Applicant, 'schedule' | 'exam'>): string[] =>
  requirements.flatMap((requirement) => requirement.askedOf(scheduled) ?? [])

type Judged<R extends Refusal> = 'not-asked' | 'met' | 'waived' | { readonly provider: string; readonly no: RefusedOutcome<R> }

/** How it stands with one of them. Staff may have waived it. */
const judge = async <R extends Refusal>(
  context: ServiceContext,
  requirement: Requirement<R>,
  applicant: Applicant,
): Promise<Judged<R>> => {
  const provider = requirement.askedOf(applicant)
  if (provider === undefined) return 'not-asked'
  const no = await requirement.unmet(context, applicant)
  if (!no) return 'met'
  return (await isWaived(context.database, applicant.schedule, provider)) ? 'waived' : { provider, no }
}

/** Why a browser can't begin or go on with an exam, before anything of it is asked for; nothing is written down of that. */
export const otherBrowser = async (context: ServiceContext, applicant: Applicant) => {
  const judged = await judge(context, safeExamBrowser, applicant)
  return typeof judged === 'object' ? refuse(judged.no.code, judged.no.message) : undefined
}

type No = Promise<RefusedOutcome<WallRefusal> | undefined>

/** How an exam is asked for. */
interface Asking {
  /** For its content, as the player does before anything else. */
  readonly isFirst?: boolean
  /** What is asked for; all of it where nothing is said. */
  readonly asked?: readonly Requirement<WallRefusal>[]
}

/**
 * A no where a schedule asks for something that isn't there: before the exam starts, and before any question of it or the key of a
 * part is given out, again at each of these calls. Each no stands in the form run's ledger, or goes into it with its beginning.
 */
export const mayStart = async (
  context: ServiceContext,
  applicant: Applicant,
  { isFirst = false, asked = requirements as readonly Requirement<WallRefusal>[] }: Asking = {},
): No => {
  const begun: { readonly provider: string; readonly text: string }[] = []
  for (const requirement of asked) {
    const judged = await judge(context, requirement, applicant)
    if (typeof judged === 'object') {
      const { provider, no } = judged
      if (!(isFirst && (await requirement.beginsInside?.(context, applicant))))
        await noteSupervision(context, applicant, { provider, what: 'refusal', text: no.message })
      return refuse(no.code, no.message)
    }
    const provider = requirement.askedOf(applicant)
    if (judged === 'met' && provider !== undefined && requirement.begun !== undefined)
      begun.push({ provider, text: requirement.begun })
  }
  for (const one of begun) await noteSupervision(context, applicant, { ...one, what: 'start', isNews: true })
  return undefined
}

/** The same for a form run that goes on: of a part's key, say, which its schedule isn't named with. */
export const mayGoOn = async (context: ServiceContext, { run, ...asking }: OnRun): No => {
  const schedule = await scheduleOfRun(context, run)
  return schedule && mayStart(context, { ...asking, schedule })
}

/** The same for a link that is opened: which browser it was made for is settled, and one that opens a PDF can't show that again. */
export const mayFollowLink = async (context: ServiceContext, { run, ...asking }: OnRun): No => {
  const schedule = await scheduleOfRun(context, run)
  return schedule && mayStart(context, { ...asking, schedule }, { asked: [proctoredSession] })
}

/**
 * Writes down that something was done without what the schedule asks for, where it was: for calls that lose an answer, or a whole
 * exam, if they are refused. A completion alone may come a moment after the end of what was asked for.
 */
export const noteWithout = async (
  context: ServiceContext,
  { run, ...asking }: OnRun,
  done: string,
  { isCompletion = false } = {},
): Promise<void> => {
  const schedule = await scheduleOfRun(context, run)
  if (!schedule) return
  const applicant = { ...asking, schedule }
  for (const requirement of requirements as readonly Requirement<WallRefusal>[]) {
    const judged = await judge(context, requirement, applicant)
    if (typeof judged !== 'object') continue
    if (isCompletion && (await requirement.endedNow?.(context, applicant))) continue
    const { provider, no } = judged
    await noteSupervision(context, applicant, { provider, what: 'loss', text: `${done} ${no.message}` })
  }
}
