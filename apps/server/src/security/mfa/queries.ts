import type { Kysely } from 'kysely'
import type { Database } from '../../db/database.ts'
import { ownedRowsTogether } from '../../db/read-together.ts'
import type { MfaCodeTable, MfaDeviceTable, Schema } from '../../db/schema.ts'

export interface Holder {
  readonly org_id: number
  readonly user_guid: string
}

/** The sealed secret of a person's authenticator app. */
export const selectAppSecret = ({ kysely }: Database, { org_id, user_guid }: Holder) =>
  kysely.selectFrom('mfa').select('secret').where('org_id', '=', org_id).where('user_guid', '=', user_guid).executeTakeFirst()

const options = ownedRowsTogether({
  table: 'mfa',
  column: 'user_guid',
  read: ({ kysely }, isAsked) =>
    kysely.selectFrom('mfa').select(['org_id', 'user_guid', 'mfa_option']).where(isAsked).execute(),
})

/** 0 not set, 1 email, 2 text message, 3 app. */
export const selectMfaOption = async (database: Database, orgId: number, userGuid: string): Promise<number> =>
  (await options(database, orgId, userGuid))[0]?.mfa_option ?? 0

/** Keeps the secret of an app that is being set up, unless an option was set meanwhile. */
export const upsertSecret = ({ kysely }: Database, { org_id, user_guid }: Holder, secret: string) =>
  kysely
    .insertInto('mfa')
    .values({ org_id, user_guid, mfa_option: 0, secret, last_step: null })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'user_guid']).doUpdateSet({ secret, last_step: null }).where('mfa.mfa_option', '=', 0),
    )
    .execute()

/** Accepts a time step of the app once: false if it, or a later one, was accepted before. */
export const acceptStep = async (kysely: Kysely<Schema>, { org_id, user_guid }: Holder, secret: string, step: number) => {
  const rows = await kysely
    .updateTable('mfa')
    .set({ last_step: step })
    .where('org_id', '=', org_id)
    .where('user_guid', '=', user_guid)
    .where('secret', '=', secret)
    .where((where) => where.or([where('last_step', 'is', null), where('last_step', '<', step)]))
    .returning('last_step')
    .execute()
  return rows.length > 0
}

/** Sets the option if none was set; an option that is set stays. */
export const setOption = (kysely: Kysely<Schema>, { org_id, user_guid }: Holder, option: number) =>
  kysely
    .insertInto('mfa')
    .values({ org_id, user_guid, mfa_option: option, secret: null, last_step: null })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'user_guid']).doUpdateSet({ mfa_option: option }).where('mfa.mfa_option', '=', 0),
    )
    .execute()

/** Takes everything of the second step away: the option, codes under way, remembered devices, recovery codes. */
export const deleteMfa = async (kysely: Kysely<Schema>, { org_id, user_guid }: Holder) => {
  for (const table of ['mfa', 'mfa_code', 'mfa_device', 'recovery_code'] as const)
    await kysely.deleteFrom(table).where('org_id', '=', org_id).where('user_guid', '=', user_guid).execute()
}

export const deleteMfaDevices = (kysely: Kysely<Schema>, { org_id, user_guid }: Holder) =>
  kysely.deleteFrom('mfa_device').where('org_id', '=', org_id).where('user_guid', '=', user_guid).execute()

export const upsertCode = ({ kysely }: Database, row: MfaCodeTable) =>
  kysely
    .insertInto('mfa_code')
    .values(row)
    .onConflict((conflict) => conflict.columns(['org_id', 'user_guid', 'purpose']).doUpdateSet(row))
    .execute()

type CodePlace = Pick<MfaCodeTable, 'org_id' | 'user_guid' | 'purpose' | 'session_id'>

/** Counts a try of the code that was sent, and answers its hash; undefined if none holds, or it was tried too often. */
export const countTry = async (
  { kysely }: Database,
  place: CodePlace,
  { most, nowMs }: { most: number; nowMs: number },
): Promise<string | undefined> => {
  const [row] = await kysely
    .updateTable('mfa_code')
    .set((set) => ({ tries: set('tries', '+', 1) }))
    .where((where) => where.and({ ...place }))
    .where('tries', '<', most)
    .where('expires_at', '>', nowMs)
    .returning('code_hash')
    .execute()
  return row?.code_hash
}

/** Uses a code up, in one statement: of two who send it at once, one passes. */
export const takeCode = async (kysely: Kysely<Schema>, place: CodePlace, codeHash: string): Promise<boolean> => {
  const rows = await kysely
    .deleteFrom('mfa_code')
    .where((where) => where.and({ ...place }))
    .where('code_hash', '=', codeHash)
    .returning('tries')
    .execute()
  return rows.length > 0
}

export const insertDevice = ({ kysely }: Database, row: MfaDeviceTable) => kysely.insertInto('mfa_device').values(row).execute()

export const selectDevice = (
  { kysely }: Database,
  { org_id, user_guid }: Holder,
  { deviceHash, nowMs }: { deviceHash: string; nowMs: number },
) =>
  kysely
    .selectFrom('mfa_device')
    .select('device_hash')
    .where('org_id', '=', org_id)
    .where('device_hash', '=', deviceHash)
    .where('user_guid', '=', user_guid)
    .where('expires_at', '>', nowMs)
    .executeTakeFirst()

/** The second step of a session is done. */
export const passSession = (kysely: Kysely<Schema>, orgId: number, sessionId: string, nowMs: number) =>
  kysely
    .updateTable('session')
    .set({ mfa_pending: 0, mfa_passed_at: nowMs })
    .where('org_id', '=', orgId)
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute()

export const deleteExpired = async ({ kysely }: Database, nowMs: number) => {
  for (const table of ['mfa_code', 'mfa_device'] as const)
    await kysely.deleteFrom(table).where('expires_at', '<', nowMs).execute()
}
