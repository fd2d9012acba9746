import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'

/** The passwords of exams that were given in one sign-in are given in another one too. */
export const carryPasses = async (
  kysely: Kysely<Schema>,
  orgId: number,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> => {
  const passes = await kysely
    .selectFrom('schedule_pass')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('session_id', '=', from)
    .execute()
  if (passes.length === 0) return
  await kysely
    .insertInto('schedule_pass')
    .values(passes.map((pass) => ({ ...pass, session_id: to })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
