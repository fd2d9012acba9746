import type { Database } from '../../db/database.ts'
import type { AuthoredExam } from '../../import/authored-exam.ts'
import { organisationSetting } from '../../security/organisation/organisation-setting.ts'

/** The sum of 1 (marks), 2 (grade) and 4 (percentage), or -1; undefined unless it is one of these. */
const maskOf = (value: string | null): number | undefined => {
  const mask = value === null || value.trim() === '' ? Number.NaN : Number(value)
  return Number.isInteger(mask) && mask >= -1 && mask <= 7 ? mask : undefined
}

/**
 * An exam with what the organisation shows of results (`ResultFeedbackMask`), if the exam itself says nothing of it. Asked each time, so that who shuts it
 * shuts it at once.
 */
export const withShownParts = async <Exam extends Pick<AuthoredExam, 'settings'>>(
  database: Database,
  orgId: number,
  exam: Exam,
): Promise<Exam> => {
  const { settings } = exam
  if (settings.resultFeedbackMask !== undefined) return exam
  const resultFeedbackMask = maskOf(await organisationSetting(database, orgId, 'ResultFeedbackMask'))
  return resultFeedbackMask === undefined ? exam : { ...exam, settings: { ...settings, resultFeedbackMask } }
}
