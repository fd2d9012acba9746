import type { Question } from '@sitwell/contract'
import { heardOf } from '@sitwell/question-types/marking'
import type { Database } from '../../db/database.ts'
import { storedAnswer } from '../form-run/index.ts'

/**
 * What a learner has heard of the recordings of questions, as fields of those questions by their id: by every save that ever came, also
 * one that was outdone by another device's. A save can't give anything back therefore. Nothing before the exam has begun.
 */
export const usedUpIn = async (
  { kysely }: Pick<Database, 'kysely'>,
  run: { readonly org_id: number; readonly form_run_guid: string } | undefined,
  questions: readonly Question[],
): Promise<ReadonlyMap<string, { readonly heard: Readonly<Record<string, string>> }>> => {
  if (!run) return new Map()
  const counting = questions.flatMap((question) => {
    const heard = heardOf(question)
    return heard ? [{ id: question.id, heard }] : []
  })
  if (counting.length === 0) return new Map()
  const rows = await kysely
    .selectFrom('answer_event')
    .select(['question_id', 'answer'])
    .where('org_id', '=', run.org_id)
    .where('form_run_guid', '=', run.form_run_guid)
    .where(
      'question_id',
      'in',
      counting.map(({ id }) => id),
    )
    .execute()
  return new Map(
    counting.flatMap(({ id, heard }) => {
      const answers = rows.flatMap((row) => (row.question_id === id ? (storedAnswer(row.answer) ?? []) : []))
      const fields = heard(answers)
      return Object.keys(fields).length > 0 ? [[id, { heard: fields }] as const] : []
    }),
  )
}
