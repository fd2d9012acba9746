import type { Database } from '../../apps/server/src/db/database.ts'
import type { SentSave } from './sit.ts'

/** What the database holds of an organisation's answers: each save that came, and what stands. */
export const storedSaves = async ({ kysely }: Pick<Database, 'kysely'>, orgId: number) => {
  const history = await kysely
    .selectFrom('answer_event')
    .select(['form_run_guid as formRunGuid', 'request_id as requestId', 'question_id as questionId', 'sequence'])
    .where('org_id', '=', orgId)
    .execute()
  const answers = await kysely
    .selectFrom('answer')
    .select(['form_run_guid as formRunGuid', 'question_id as questionId', 'sequence'])
    .where('org_id', '=', orgId)
    .execute()
  return { history, answers }
}

/** How long each save has waited for its acknowledgement so far, in milliseconds. */
export const waitsOf = (saves: readonly SentSave[]): number[] => {
  const now = performance.now()
  return saves.map(({ sentMs, acknowledgedMs }) => (acknowledgedMs ?? now) - sentMs)
}
