import { givenParts } from '@sitwell/exam/parts/part-release'
import type { AssessmentContext } from '../assessment-context.ts'
import { type LoadedExam, type ScheduleRow, sealRulesOf, selectFormRunOfOrganisation } from '../form-run/index.ts'
import { isHeldAt, readLedger } from '../ledger/index.ts'
import { partKeyOf } from './seal-parts.ts'

interface Started {
  readonly schedule: ScheduleRow
  readonly loaded: LoadedExam
  readonly formRunGuid: string
}

/**
 * The part in which a sealed exam began, with its key: given with the start, which is the event of the ledger by which its time begins. Whoever
 * starts again gets it again, as of any part that was given and is open; in a pause nothing is given out.
 */
export const firstPartOf = async (
  context: Pick<AssessmentContext, 'clock' | 'database' | 'exams' | 'keys'>,
  { schedule, loaded, formRunGuid }: Started,
): Promise<{ partId: string; key: string } | undefined> => {
  const { org_id: orgId, schedule_guid: scheduleGuid } = schedule
  if (!(await sealRulesOf(context.database, orgId, loaded.exam)).isSealed) return undefined
  const run = await selectFormRunOfOrganisation(context.database, orgId, formRunGuid)
  if (!run || run.completed_at !== null) return undefined
  const { time, events, nowMs } = await readLedger(context, run)
  const [{ partId } = { partId: undefined }] = events.filter((event) => event.kind === 'start')
  if (partId === undefined || isHeldAt(run, nowMs) || !givenParts({ time, events }).has(partId)) return undefined
  return { partId, key: partKeyOf(context.keys, { orgId, scheduleGuid, partId }).toString('base64url') }
}
