import { randomUUID } from 'node:crypto'
import type { FormRunTable } from '../../db/schema.ts'
import type { Keys } from '../../keys.ts'

type Place = Pick<FormRunTable, 'org_id' | 'schedule_guid'>

/** Of a guid's 36 letters those that chance decides; its last 12 digits follow from them. */
const chosen = 24

const signOf = (keys: Pick<Keys, 'fingerprint'>, { org_id, schedule_guid }: Place, chosenPart: string) =>
  keys.fingerprint('form run', JSON.stringify([org_id, schedule_guid, chosenPart])).slice(0, 36 - chosen)

/**
 * The guid of a form run that begins. It shows of itself whose it is, to a server with the same secret: a database that was set back to
 * before its start knows nothing else of it.
 */
export const newFormRunGuid = (keys: Pick<Keys, 'fingerprint'>, schedule: Place): string => {
  const chosenPart = randomUUID().slice(0, chosen)
  return chosenPart + signOf(keys, schedule, chosenPart)
}

/** Whether a form run of this schedule was begun with this guid. */
const isFormRunGuidOf = (keys: Pick<Keys, 'fingerprint'>, schedule: Place, guid: string): boolean =>
  guid.length === 36 && guid.slice(chosen) === signOf(keys, schedule, guid.slice(0, chosen))

/** Whether a form run of this schedule was begun with this guid, by any secret that this server accepts. */
export const isKnownGuid = ({ accepted }: Pick<Keys, 'accepted'>, schedule: Place, guid: string): boolean =>
  accepted.some((by) => isFormRunGuidOf(by, schedule, guid))
