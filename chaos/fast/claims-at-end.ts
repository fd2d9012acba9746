import type { ExamResult } from '../../apps/player/src/exam/screens/outro/exam-result.ts'
import { type AnswersStatus, hasAll } from '../../apps/player/src/exam/screens/outro/follow-answers.ts'
import type { Claim } from '../look.ts'

interface End {
  /** The result is waited for. */
  readonly isFetching: boolean
  /** The last page shows. */
  readonly isComplete: boolean
  readonly status: AnswersStatus
  readonly receipt: ExamResult['receipt'] | undefined
}

/** What the pages after an exam say of answers on the server, as `look.ts` reads it from a screen. */
export const claimsAtEnd = ({ isFetching, isComplete, status, receipt }: End): readonly Claim[] => {
  if (isFetching && !isComplete && hasAll(status)) return [{ says: 'all there', where: 'waiting page' }]
  if (!isComplete || typeof status !== 'object') return []
  const count = Math.max(receipt?.onServer ?? 0, status.onServer)
  const isQuiet = status.onlyHere.length === 0 && !status.isChecking && count > 0
  const claims: Claim[] = []
  if (isQuiet) claims.push({ says: 'all there', where: 'last page' }, { says: 'on the server', count })
  if (receipt?.isConfirmed && hasAll(status)) claims.push({ says: 'all there', where: 'receipt' })
  return claims
}
