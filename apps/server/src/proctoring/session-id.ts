import type { ScheduleTable } from '../db/schema.ts'
import type { Keys } from '../keys.ts'

/**
 * The name of a schedule's session after so many that have begun: the learner's list tells it before there is one, and nothing is
 * written for whoever only reads the list.
 */
export const sessionIdAfter = (
  keys: Pick<Keys, 'fingerprint'>,
  { org_id, schedule_guid }: Pick<ScheduleTable, 'org_id' | 'schedule_guid'>,
  begun: number,
): string => keys.fingerprint('proctored-session', `${org_id}/${schedule_guid}/${begun}`).slice(0, 32)
