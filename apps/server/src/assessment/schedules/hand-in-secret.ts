import type { ScheduleTable } from '../../db/schema.ts'
import type { Keys } from '../../keys.ts'

/**
 * What the learner's browser seals the file with in which it hands in answers that can't be sent. It goes out with the exam, before there
 * is a form run, so that it names the schedule, of which a form run is the only one. It follows from the server's secret and is stored
 * nowhere: so it is known also of a form run that the database has lost.
 */
export const handInSecretOf = (
  keys: Pick<Keys, 'fingerprint'>,
  { org_id, user_guid, schedule_guid }: Pick<ScheduleTable, 'org_id' | 'user_guid' | 'schedule_guid'>,
): string => keys.fingerprint('hand-in', JSON.stringify([org_id, user_guid, schedule_guid]))
