import { originOfRequest } from '../../security/organisation/site-addresses.ts'
import { type FormRunFacts, isInHistory } from '../form-run/index.ts'
import { type Applicant, noteWithout, type SaveCheck, type SupervisedContext, scheduleOfRun } from '../schedules/index.ts'

/** The checks of an exam's saves for pages of this origin; none if the exam isn't supervised. */
interface Checks {
  readonly origin: string
  readonly checks: readonly SaveCheck[]
}

/** A save without supervision is accepted, and recorded once in this time: one may arrive with every key that is pressed. */
const noteEveryMs = 60_000

interface Saved extends Omit<Applicant, 'schedule'> {
  readonly run: FormRunFacts
  /** Undefined from a player that names no request. */
  readonly requestId: string | undefined
}

/**
 * Records that an answer arrived without the supervision that its exam asks for. The answer counts like any other: learners never lose
 * what they have typed. Exams without supervision cost a read of the database only once for as long as their facts are cached.
 */
export const createUnsupervisedWatch = (context: SupervisedContext) => {
  const known = new WeakMap<FormRunFacts, Checks>()
  const noted = new WeakMap<FormRunFacts, Map<string, number>>()
  const preparations = context.supervisors.map((supervisor) => supervisor.checkSaves(context))

  const checksOf = async ({ request, run, exam }: Saved): Promise<readonly SaveCheck[]> => {
    const origin = originOfRequest(request)
    const before = known.get(run)
    if (before?.origin === origin) return before.checks
    const schedule = await scheduleOfRun(context, run)
    const checks: SaveCheck[] = []
    for (const prepare of preparations) {
      const check = schedule && (await prepare({ request, schedule, exam }))
      if (check) checks.push(check)
    }
    known.set(run, { origin, checks })
    return checks
  }

  /** What is missing, and why: two that are missing in turn are two notes. */
  const missingOf = async (saved: Saved): Promise<string | undefined> => {
    for (const check of await checksOf(saved)) {
      const missing = await check(saved)
      if (missing !== undefined) return missing
    }
    return undefined
  }

  /** A page that left before it got the reply sends the same save again, perhaps after the supervision has ended. */
  const wasSaved = async ({ caller, run, requestId }: Saved): Promise<boolean> => {
    if (requestId === undefined) return false
    const place = { orgId: caller.orgId, formRunGuid: run.form_run_guid }
    return isInHistory(context.database, place, 'request_id', requestId)
  }

  return async (saved: Saved): Promise<void> => {
    const missing = await missingOf(saved)
    if (missing === undefined) return
    const nowMs = context.clock.nowMs()
    const before = noted.get(saved.run) ?? new Map<string, number>()
    if (nowMs - (before.get(missing) ?? Number.NEGATIVE_INFINITY) < noteEveryMs) return
    if (await wasSaved(saved)) return
    noted.set(saved.run, before.set(missing, nowMs))
    await noteWithout(context, saved, 'An answer was taken all the same.')
  }
}
