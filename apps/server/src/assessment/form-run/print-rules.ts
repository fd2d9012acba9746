import type { Database } from '../../db/database.ts'
import type { AuthoredExam } from '../../import/authored-exam.ts'
import { isSetOn, organisationSetting } from '../../security/organisation/organisation-setting.ts'

/**
 * What an exam says in `printQuestions`, and where it says nothing its organisation in the setting `PrintQuestions`. Undefined where
 * neither says anything.
 */
export const printQuestionsOf = async (
  database: Database,
  orgId: number,
  { settings }: Pick<AuthoredExam, 'settings'>,
): Promise<boolean | undefined> => {
  if (settings.printQuestions !== undefined) return settings.printQuestions
  // Only what an exam itself says forbids static text where its organisation may print that.
  return isSetOn(await organisationSetting(database, orgId, 'PrintQuestions')) ? true : undefined
}
