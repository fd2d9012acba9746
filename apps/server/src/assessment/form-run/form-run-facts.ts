import type { ExamTime } from '@sitwell/exam/time/exam-time'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import type { FormRunTable } from '../../db/schema.ts'
import type { Caller } from '../../http/caller.ts'
import { selectFormRun } from './queries.ts'

/** What of a form run never changes from its start. Whether it is still open the write itself finds out. */
export interface FormRunFacts
  extends Pick<FormRunTable, 'org_id' | 'form_run_guid' | 'schedule_guid' | 'exam_guid' | 'version'> {
  /** The part in which this process last saw the learner; the ledger knows better where it was another. */
  seenIn: string | null
  /** Parts of which this process knows that nothing is left to read. */
  readonly seenRead: Set<string>
}

/**
 * A reset, which only a testing server allows, takes a form run away; after this time at the latest that is noticed. A player tells its
 * time every 30 seconds.
 */
const keepMs = 45_000

/** A form run of the caller's own; undefined if there is none. */
export type FormRunFactsOf = (caller: Caller, formRunGuid: string) => Promise<FormRunFacts | undefined>

/** The learner is where the ledger has them by now: a save says that they have moved where this process believes them elsewhere. */
export const seeIn = async (
  { formRunFacts }: { readonly formRunFacts: FormRunFactsOf },
  caller: Caller,
  { run, time }: { readonly run: Pick<FormRunTable, 'form_run_guid'>; readonly time: Pick<ExamTime, 'partId'> },
): Promise<void> => {
  const facts = await formRunFacts(caller, run.form_run_guid)
  if (facts) facts.seenIn = time.partId ?? null
}

/** A learner's own form runs by guid, kept for a while: every save, time and log would ask for the same row again. */
export const createFormRunFacts = (database: Database, clock: Clock): FormRunFactsOf => {
  const cached = new Map<string, { until: number; userGuid: string; facts: FormRunFacts }>()
  return async (caller, formRunGuid) => {
    const found = cached.get(formRunGuid)
    const isTheirs = found?.userGuid === caller.userGuid && found.facts.org_id === caller.orgId
    if (found && isTheirs && found.until > clock.nowMs()) return found.facts
    const run = await selectFormRun(database, caller, formRunGuid)
    if (!run) return undefined
    if (cached.size > 50_000) cached.clear()
    const { org_id, form_run_guid, schedule_guid, exam_guid, version, part_id } = run
    const facts = { org_id, form_run_guid, schedule_guid, exam_guid, version, seenIn: part_id, seenRead: new Set<string>() }
    cached.set(formRunGuid, { until: clock.nowMs() + keepMs, userGuid: caller.userGuid, facts })
    return facts
  }
}
