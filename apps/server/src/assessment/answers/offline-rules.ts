import type { LateRules, OfflineAnswers } from '@sitwell/exam/answers/late-answers'
import type { Database } from '../../db/database.ts'
import { organisationSetting } from '../../security/organisation/organisation-setting.ts'

const choices: readonly OfflineAnswers[] = ['count', 'review', 'refuse']
const hourMs = 3_600_000
const hoursUnlessSet = 24

/**
 * What an organisation wants done with answers that were given in time and arrived late: its settings `OfflineAnswers` and
 * `OfflineAnswersHours`. What can't be read is as if it were not set.
 */
export const offlineRules = async (database: Database, orgId: number): Promise<Omit<LateRules, 'graceMs'>> => {
  const wanted = await organisationSetting(database, orgId, 'OfflineAnswers')
  const hours = Number.parseFloat((await organisationSetting(database, orgId, 'OfflineAnswersHours')) ?? '')
  return {
    offline: choices.find((choice) => choice === wanted?.trim().toLowerCase()) ?? 'count',
    offlineMs: (Number.isFinite(hours) && hours >= 0 ? hours : hoursUnlessSet) * hourMs,
  }
}
