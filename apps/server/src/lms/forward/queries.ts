import type { Kysely } from 'kysely'
import { isServedHere } from '../../db/moved-organisations.ts'
import type { Schema, XapiForwardTable } from '../../db/schema.ts'

/** Longer than one batch takes: another server of this database continues where this one died. */
const leaseMs = 120_000

/** The organisations that have statements; each gets its line where it has none. */
export const noteOrganisations = async (kysely: Kysely<Schema>): Promise<void> => {
  const lacking = await kysely
    .selectFrom('organisation')
    .select('org_id')
    .where(isServedHere('organisation.org_id'))
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('xapi_statement').select('number').whereRef('xapi_statement.org_id', '=', 'organisation.org_id')),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('xapi_forward').select('sent_through').whereRef('xapi_forward.org_id', '=', 'organisation.org_id')),
      ),
    )
    .execute()
  for (const { org_id } of lacking)
    await kysely
      .insertInto('xapi_forward')
      .values({ org_id, sent_through: 0, tries: 0, next_at: 0, problem: null, failing_since: null })
      .onConflict((conflict) => conflict.column('org_id').doNothing())
      .execute()
}

/** Takes on organisations that somebody may try now and that have what to send; nobody else tries these until a while has gone by. */
export const claim = async (kysely: Kysely<Schema>, nowMs: number): Promise<XapiForwardTable[]> =>
  kysely
    .updateTable('xapi_forward')
    .set({ next_at: nowMs + leaseMs })
    .where('next_at', '<=', nowMs)
    .where(isServedHere('xapi_forward.org_id'))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('xapi_statement')
          .select('xapi_statement.number')
          .whereRef('xapi_statement.org_id', '=', 'xapi_forward.org_id')
          .whereRef('xapi_statement.number', '>', 'xapi_forward.sent_through'),
      ),
    )
    .returningAll()
    .execute()

/** Statements behind the last one that was sent, in their order. */
export const selectWaiting = (
  kysely: Kysely<Schema>,
  { org_id, sent_through }: Pick<XapiForwardTable, 'org_id' | 'sent_through'>,
  limit: number,
): Promise<{ number: number; statement: string }[]> =>
  kysely
    .selectFrom('xapi_statement')
    .select(['number', 'statement'])
    .where('org_id', '=', org_id)
    .where('number', '>', sent_through)
    .orderBy('number')
    .limit(limit)
    .execute()

export const updateForward = async (
  kysely: Kysely<Schema>,
  { org_id }: Pick<XapiForwardTable, 'org_id'>,
  fields: Partial<XapiForwardTable>,
): Promise<void> => {
  await kysely.updateTable('xapi_forward').set(fields).where('org_id', '=', org_id).execute()
}

export const insertSetAside = async (
  kysely: Kysely<Schema>,
  row: { org_id: number; number: number; reason: string; set_aside_at: number },
): Promise<void> => {
  await kysely
    .insertInto('xapi_set_aside')
    .values(row)
    .onConflict((conflict) => conflict.columns(['org_id', 'number']).doNothing())
    .execute()
}

/** Since when nothing can be handed on; undefined if nothing fails. */
export const selectFailingSince = async (kysely: Kysely<Schema>): Promise<number | undefined> => {
  const row = await kysely
    .selectFrom('xapi_forward')
    .select(({ fn }) => fn.min('failing_since').as('since'))
    .executeTakeFirst()
  return row?.since === null || row?.since === undefined ? undefined : Number(row.since)
}
