import { answersChecksum, countGiven, type Receipt } from '@sitwell/exam/receipt'
import type { Database } from '../db/database.ts'
import type { AnswerTable, FormRunTable } from '../db/schema.ts'
import { selectAnswers } from './queries.ts'
import { shownAnswer } from './stored-answer.ts'

type StoredAnswer = Pick<AnswerTable, 'question_id' | 'answer' | 'workings'>
type CompletedRun = Pick<FormRunTable, 'form_run_guid'> & { readonly completed_at: number }

/** The receipt of a completed form run over these answers. */
export const receiptOver = async (
  { form_run_guid, completed_at }: CompletedRun,
  rows: readonly StoredAnswer[],
): Promise<Receipt> => {
  const answers = rows.map((row) => ({
    questionId: row.question_id,
    answer: shownAnswer(row.answer),
    workings: row.workings,
  }))
  return {
    formRunGuid: form_run_guid,
    completedAt: new Date(completed_at).toISOString(),
    answers: countGiven(answers),
    checksum: await answersChecksum(form_run_guid, answers, globalThis.crypto.subtle),
  }
}

/** The receipt of a form run, over the answers as they are held now; undefined while it isn't completed. */
export const receiptOf = async (
  database: Pick<Database, 'kysely'>,
  {
    org_id,
    form_run_guid,
    completed_at,
    ledger_hash,
  }: Pick<FormRunTable, 'org_id' | 'form_run_guid' | 'completed_at' | 'ledger_hash'>,
): Promise<Receipt | undefined> => {
  if (completed_at === null) return undefined
  const receipt = await receiptOver({ form_run_guid, completed_at }, await selectAnswers(database, org_id, form_run_guid))
  return ledger_hash === null ? receipt : { ...receipt, ledger: ledger_hash }
}
