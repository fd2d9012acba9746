import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'
import { sha256 } from '../../sha256.ts'
import type { Holder } from './queries.ts'

/** Without I, L, O and U, which are misread, or make words. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codesAtOnce = 10
const lettersOfCode = 16

const newCode = () =>
  Array.from({ length: lettersOfCode }, () => letters[randomInt(letters.length)])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-')

/** A code as it is compared: as it was made, however somebody types it. Undefined if it can't be one. */
const plainCode = (typed: string): string | undefined => {
  const plain = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  return plain.length === lettersOfCode ? plain : undefined
}

/** A plain hash keeps a secret of 80 bits; with its person, so that nobody looks for all codes at once. */
const hashOf = ({ org_id, user_guid }: Holder, plain: string) => sha256(`recovery ${org_id} ${user_guid} ${plain}`)

const deleteCodes = (kysely: Kysely<Schema>, { org_id, user_guid }: Holder) =>
  kysely.deleteFrom('recovery_code').where('org_id', '=', org_id).where('user_guid', '=', user_guid).execute()

/** Makes new recovery codes of a person in the place of all earlier ones. Only their hashes are stored. */
export const makeRecoveryCodes = async (kysely: Kysely<Schema>, holder: Holder, nowMs: number): Promise<string[]> => {
  const { org_id, user_guid } = holder
  const codes = Array.from({ length: codesAtOnce }, newCode)
  const rows = codes.map((code) => ({
    ...{ org_id, user_guid, made_at: nowMs, used_at: null },
    code_hash: hashOf(holder, plainCode(code) ?? ''),
  }))
  await deleteCodes(kysely, holder)
  await kysely.insertInto('recovery_code').values(rows).execute()
  return codes
}

/** Uses a recovery code up, in one statement: of two who send it at once, one passes. */
export const takeRecoveryCode = async (
  kysely: Kysely<Schema>,
  holder: Holder,
  typed: string,
  nowMs: number,
): Promise<boolean> => {
  const plain = plainCode(typed)
  if (plain === undefined) return false
  const rows = await kysely
    .updateTable('recovery_code')
    .set({ used_at: nowMs })
    .where('org_id', '=', holder.org_id)
    .where('user_guid', '=', holder.user_guid)
    .where('code_hash', '=', hashOf(holder, plain))
    .where('used_at', 'is', null)
    .returning('code_hash')
    .execute()
  return rows.length > 0
}

/** How many codes a person has: all that were made last, and those that are left. */
export const countRecoveryCodes = async ({ kysely }: Pick<Database, 'kysely'>, { org_id, user_guid }: Holder) => {
  const rows = await kysely
    .selectFrom('recovery_code')
    .select('used_at')
    .where('org_id', '=', org_id)
    .where('user_guid', '=', user_guid)
    .execute()
  return { made: rows.length, left: rows.filter(({ used_at }) => used_at === null).length }
}
