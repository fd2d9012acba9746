import { millisecondsOf } from '@sitwell/exam/time/milliseconds'
import type { Database } from '../../db/database.ts'
import type { AuthoredExam } from '../../import/authored-exam.ts'
import { isSetOn, organisationSetting } from '../../security/organisation/organisation-setting.ts'
import { isRoutedExam } from './asked-parts.ts'

/** Whether the parts of an exam are given out sealed, and for how long before its entry a later part's key is given. */
export interface SealRules {
  readonly isSealed: boolean
  readonly aheadMs: number
}

/**
 * What an exam says in `sealParts` and `releaseAhead`, and where it says nothing its organisation in the settings `SealParts` and
 * `ReleaseAhead` (seconds). Off if neither does; on in any case where answers decide which parts are asked.
 */
export const sealRulesOf = async (
  database: Database,
  orgId: number,
  exam: Pick<AuthoredExam, 'settings' | 'sections'>,
): Promise<SealRules> => {
  const { settings } = exam
  const setting = (name: string) => organisationSetting(database, orgId, name)
  const isSealed = isRoutedExam(exam) || (settings.sealParts ?? isSetOn(await setting('SealParts')))
  if (!isSealed) return { isSealed, aheadMs: 0 }
  return {
    isSealed,
    aheadMs: millisecondsOf(settings.releaseAhead ?? Number.parseFloat((await setting('ReleaseAhead')) ?? '')),
  }
}
