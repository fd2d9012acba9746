import type { Database } from '../db/database.ts'
import { isSetOn, organisationSetting } from '../security/organisation/organisation-setting.ts'

/** The name of the setting in the organisation's file (`organisation/settings/rules.ts`). */
export const twoPeopleSetting = 'ResultsNeedTwoPeople'

/** Whether two different people have to sign a result set: so it is unless the organisation says otherwise. */
export const needsTwoPeople = async (database: Database, orgId: number): Promise<boolean> =>
  isSetOn((await organisationSetting(database, orgId, twoPeopleSetting)) ?? 'on')
