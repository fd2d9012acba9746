import type { FormRunTable, ScheduleTable } from '../../db/schema.ts'
import { type RefusedOutcome, refuse } from '../../http/refusal.ts'
import type { Author, LedgerContext } from '../ledger/index.ts'
import { noteSupervision } from './supervision.ts'
import {
  type Applicant,
  type SupervisedContext,
  type SupervisionRefusal,
  type Supervisor,
  supervisionRefusals,
} from './supervisor.ts'
import { isWaived } from './waivers.ts'

type RunOfSchedule = Pick<FormRunTable, 'org_id' | 'schedule_guid'>

interface OnRun extends Omit<Applicant, 'schedule'> {
  readonly run: RunOfSchedule
}

export const scheduleOfRun = (
  { database }: Pick<LedgerContext, 'database'>,
  run: RunOfSchedule,
): Promise<ScheduleTable | undefined> =>
  database.kysely
    .selectFrom('schedule')
    .selectAll()
    .where('org_id', '=', run.org_id)
    .where('schedule_guid', '=', run.schedule_guid)
    .executeTakeFirst()

/** The names of the supervisors that a scheduled exam asks for, as its ledger has them. */
export const providersOf = (
  supervisors: readonly Pick<Supervisor, 'askedOf'>[],
  scheduled: Pick<Applicant, 'schedule' | 'exam'>,
): string[] => supervisors.flatMap((supervisor) => supervisor.askedOf(scheduled) ?? [])

type Judged = 'not-asked' | 'met' | 'waived' | { readonly provider: string; readonly why: string }

/** Whether an applicant meets one of them. Staff may have waived it. */
const judge = async (context: SupervisedContext, supervisor: Supervisor, applicant: Applicant): Promise<Judged> => {
  const provider = supervisor.askedOf(applicant)
  if (provider === undefined) return 'not-asked'
  const why = await supervisor.unmet(context, applicant)
  if (why === undefined) return 'met'
  return (await isWaived(context.database, applicant.schedule, provider)) ? 'waived' : { provider, why }
}

const thoseOf = ({ supervisors }: SupervisedContext, what: Supervisor['concerns']) =>
  supervisors.filter(({ concerns }) => concerns === what)

/** Why a browser can't begin or continue with an exam, before anything of it is asked for; nothing is written down of that. */
export const otherBrowser = async (context: SupervisedContext, applicant: Applicant) => {
  for (const supervisor of thoseOf(context, 'browser')) {
    const judged = await judge(context, supervisor, applicant)
    if (typeof judged === 'object') return refuse(supervisionRefusals.browser, judged.why)
  }
  return undefined
}

type RefusalIfAny = Promise<RefusedOutcome<SupervisionRefusal> | undefined>

/** How an exam is asked for. */
interface Asking {
  /** For its content, as the player does before anything else. */
  readonly isFirst?: boolean
  /** What is asked for; all of it if nothing is said. */
  readonly asked?: readonly Supervisor[]
}

/**
 * A no where a schedule asks for something that isn't there: before the exam starts, and before any question of it or the key of a
 * part is given out, again at each of these calls. Each no is in the form run's ledger, or goes into it with its beginning.
 */
export const mayStart = async (
  context: SupervisedContext,
  applicant: Applicant,
  { isFirst = false, asked = context.supervisors }: Asking = {},
): RefusalIfAny => {
  const begun: { readonly provider: string; readonly text: string }[] = []
  for (const supervisor of asked) {
    const judged = await judge(context, supervisor, applicant)
    if (typeof judged === 'object') {
      const { provider, why } = judged
      if (!(isFirst && (await supervisor.beginsInside?.(context, applicant))))
        await noteSupervision(context, applicant, { provider, what: 'refusal', text: why })
      return refuse(supervisionRefusals[supervisor.concerns], why)
    }
    const provider = supervisor.askedOf(applicant)
    if (judged === 'met' && provider !== undefined && supervisor.begun !== undefined)
      begun.push({ provider, text: supervisor.begun })
  }
  for (const one of begun) await noteSupervision(context, applicant, { ...one, what: 'start', isNews: true })
  return undefined
}

/** The same for a form run that continues: of a part's key, say, which its schedule isn't named with. */
export const mayGoOn = async (context: SupervisedContext, { run, ...asking }: OnRun): RefusalIfAny => {
  const schedule = await scheduleOfRun(context, run)
  return schedule && mayStart(context, { ...asking, schedule })
}

/** The same for a link that is opened: which browser it was made for is settled, and one that opens a PDF can't show that again. */
export const mayFollowLink = async (context: SupervisedContext, { run, ...asking }: OnRun): RefusalIfAny => {
  const schedule = await scheduleOfRun(context, run)
  return schedule && mayStart(context, { ...asking, schedule }, { asked: thoseOf(context, 'session') })
}

/**
 * Writes down that something was done without what the schedule asks for, where it was: for calls that lose an answer, or a whole
 * exam, if they are refused. A completion alone may come a moment after the end of what was asked for.
 */
export const noteWithout = async (
  context: SupervisedContext,
  { run, ...asking }: OnRun,
  done: string,
  { isCompletion = false } = {},
): Promise<void> => {
  const schedule = await scheduleOfRun(context, run)
  if (!schedule) return
  const applicant = { ...asking, schedule }
  for (const supervisor of context.supervisors) {
    const judged = await judge(context, supervisor, applicant)
    if (typeof judged !== 'object') continue
    if (isCompletion && (await supervisor.endedNow?.(context, applicant))) continue
    const { provider, why } = judged
    await noteSupervision(context, applicant, { provider, what: 'loss', text: `${done} ${why}` })
  }
}

/** Lets the supervisors of an exam know that it was completed. */
export const endSupervision = async (
  context: SupervisedContext,
  run: Pick<FormRunTable, 'org_id' | 'schedule_guid'>,
  author?: Author,
): Promise<void> => {
  for (const supervisor of context.supervisors) await supervisor.examCompleted?.(context, run, author)
}
