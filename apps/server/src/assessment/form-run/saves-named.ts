import type { Database } from '../../db/database.ts'
import type { AnswerEventTable } from '../../db/schema.ts'

type SaveHead = Pick<AnswerEventTable, 'request_id' | 'question_id' | 'sequence' | 'outcome' | 'number'>

interface Named {
  readonly questionIds: readonly string[]
  readonly sequences: readonly number[]
}

/**
 * Of the saves at some questions under some numbers those that `choose` takes, with their answers. Their answers are read last, and of no
 * others: whoever sends many under one number has nobody read them all.
 */
export const selectSavesNamed = async (
  { kysely }: Pick<Database, 'kysely'>,
  { orgId, formRunGuid }: { readonly orgId: number; readonly formRunGuid: string },
  { questionIds, sequences }: Named,
  choose: (saves: readonly SaveHead[]) => readonly SaveHead[],
): Promise<readonly (SaveHead & Pick<AnswerEventTable, 'answer'>)[]> => {
  if (questionIds.length === 0 || sequences.length === 0) return []
  const history = kysely.selectFrom('answer_event').where('org_id', '=', orgId).where('form_run_guid', '=', formRunGuid)
  const heads = await history
    .select(['request_id', 'question_id', 'sequence', 'outcome', 'number'])
    .where('question_id', 'in', questionIds)
    .where('sequence', 'in', sequences)
    .orderBy('received_at')
    .orderBy('sequence')
    .execute()
  const chosen = new Map(choose(heads).map((head) => [head.request_id, head]))
  if (chosen.size === 0) return []
  const answers = await history
    .select(['request_id', 'answer'])
    .where('request_id', 'in', [...chosen.keys()])
    .execute()
  return answers.flatMap(({ request_id, answer }) => {
    const head = chosen.get(request_id)
    return head ? [{ ...head, answer }] : []
  })
}
