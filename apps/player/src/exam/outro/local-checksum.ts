import { answersChecksum, type Digester } from '@sitwell/exam/receipt'
import type { FormRun } from '../../sync/form-run.ts'

/**
 * The checksum over the answers as this browser has them. Undefined where the page may not work one out: browsers keep Web Crypto
 * from pages that came without encryption.
 */
export const localChecksum = async (
  formRun: Pick<FormRun, 'formRunGuid' | 'answers'>,
  questionIds: Iterable<string>,
  digester: Digester | undefined,
): Promise<string | undefined> => {
  if (!digester) return undefined
  const answers = [...questionIds].map((questionId) => {
    const { answer, workings } = formRun.answers.get(questionId)
    return { questionId, answer, workings }
  })
  return answersChecksum(formRun.formRunGuid, answers, digester)
}
