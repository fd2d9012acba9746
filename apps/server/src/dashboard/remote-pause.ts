import { policiesOf } from '@sitwell/exam/organisation/organisation-policies'
import type { Database } from '../db/database.ts'
import { refuse } from '../http/refusal.ts'
import { isSetOn, organisationSetting } from '../security/organisation/organisation-setting.ts'

/** `1` lets invigilators pause exams, `0` doesn't; if it isn't set, the organisation's policy says (spec 3 §4). */
export const remotePauseSetting = 'AllowRemotePause'

/**
 * Why an organisation's exams can't be paused from afar; undefined if they can. Resuming is always possible: what was paused
 * before a setting was changed must continue.
 */
export const pauseRefusal = async (database: Database, orgId: number) => {
  const setting = await organisationSetting(database, orgId, remotePauseSetting)
  const allows = setting === null ? policiesOf(orgId).allowsRemotePause : isSetOn(setting)
  return allows
    ? undefined
    : refuse(
        'CANNOT_CHANGE_TIME',
        `This organisation pauses no exams from afar; its setting ${remotePauseSetting} would allow it.`,
      )
}
