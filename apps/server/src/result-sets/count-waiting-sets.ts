import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** For how many deliveries of an organisation the newest result set waits for a signature, and for how many it is confirmed and nobody has said when it is released. */
export const countWaitingSets = async (
  { kysely }: Pick<Database, 'kysely'>,
  orgId: number,
): Promise<{ readonly toConfirm: number; readonly toRelease: number }> => {
  const waiting = await kysely
    .selectFrom('result_set')
    .select(({ fn }) => ['state', fn.countAll<number>().as('n')])
    .where('org_id', '=', orgId)
    .where(({ or, and, eb }) =>
      or([eb('state', '=', 'computed'), and([eb('state', '=', 'confirmed'), eb('release_at', 'is', null)])]),
    )
    .where(
      sql<boolean>`not exists (select 1 from result_set as newer where newer.org_id = result_set.org_id
        and newer.delivery_id = result_set.delivery_id and newer.set_number > result_set.set_number)`,
    )
    .groupBy('state')
    .execute()
  const of = (wanted: string) => Number(waiting.find(({ state }) => state === wanted)?.n ?? 0)
  return { toConfirm: of('computed'), toRelease: of('confirmed') }
}
