import type { Api } from '@sitwell/client/api'
import { result } from '@sitwell/contract'
import { answersChecksum, type ReceiptAnswer } from '@sitwell/exam/answers/receipt'
import { ExamFailure, failedCall } from '../../content/exam-failure.ts'
import { toExamResult } from './exam-result.ts'
import type { Fetched } from './outro-steps.ts'

/** The organisation shows the results of the exam no longer. */
export class ResultsOver extends ExamFailure {}

/** Answers as this browser has them, to be compared with the receipt; undefined if it keeps none any more. */
export type LocalAnswers = () => Promise<readonly ReceiptAnswer[] | undefined>

/**
 * The result of a form run, its receipt compared with what this browser holds. Nothing is compared on a page that came without
 * encryption: browsers keep Web Crypto from it.
 */
export const fetchResult = async (api: Pick<Api, 'call'>, formRunGuid: string, answers: LocalAnswers): Promise<Fetched> => {
  const outcome = await api.call(result, { query: { formRunGuid } })
  if (!outcome.ok && outcome.kind === 'refused' && outcome.code === 'RESULTS_OVER') throw new ResultsOver(outcome.message)
  if (!outcome.ok) throw failedCall('The result could not be fetched', outcome)
  // Boundary: the types say that it is always there.
  const digester = globalThis.crypto.subtle as SubtleCrypto | undefined
  const local = await answers()
  const checksum = digester && local && (await answersChecksum(formRunGuid, local, digester))
  return { kind: 'result', result: toExamResult(outcome.value, checksum) }
}
