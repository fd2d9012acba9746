import type { Database } from '../db/database.ts'
import { isSetOn, organisationSetting } from '../security/organisation/organisation-setting.ts'

/** The names of the settings in the organisation's file (`organisation/settings/rules.ts`). */
export const ownGroupSetting = 'MarkOwnGroup'
export const ownDecisionSetting = 'DecideOwnMark'

/** What an organisation lets people do besides; both are off unless it says otherwise. */
export interface MarkingRules {
  /** Somebody may mark responses of people with whom they are in a group. */
  readonly marksOwnGroup: boolean
  /** Somebody may decide about a response that they have marked themselves. */
  readonly decidesOwnMark: boolean
}

export const readMarkingRules = async (database: Database, orgId: number): Promise<MarkingRules> => {
  const [group, decision] = await Promise.all(
    [ownGroupSetting, ownDecisionSetting].map((name) => organisationSetting(database, orgId, name)),
  )
  return { marksOwnGroup: isSetOn(group ?? null), decidesOwnMark: isSetOn(decision ?? null) }
}
