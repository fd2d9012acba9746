import { type DeliveryRules, deliveryRules } from '@sitwell/contract'
import type { DeliveryTable } from '../db/schema.ts'
import { fieldsOf } from '../organisation/schedule-wishes.ts'

/** The rules of a delivery. Those that were stored before there was a release policy leave it to the exam. */
export const rulesOf = ({ rules }: Pick<DeliveryTable, 'rules'>): DeliveryRules =>
  deliveryRules.parse({ release: 'exam', ...JSON.parse(rules) })

const word = (chosen: string) => (chosen === 'none' ? 'no' : chosen)

/** The rules of a delivery as the columns of a schedule have them: the same that `sitwell schedule set` writes. */
export const ruleColumns = async ({ proctoring, safeExamBrowser, supports, release }: DeliveryRules) => {
  const wished = { proctoring: word(proctoring), safeExamBrowser: word(safeExamBrowser), supports: word(supports), release }
  const {
    proctor_provider = null,
    safe_exam_browser = null,
    supports: offered = null,
    release_policy = null,
  } = await fieldsOf(wished, async (text) => text)
  return { proctor_provider, safe_exam_browser, supports: offered, release_policy }
}
