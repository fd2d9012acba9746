import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { PersonalTokenTable, Schema } from '../db/schema.ts'
import {
  deletePersonalToken,
  deletePersonalTokensOf,
  insertPersonalToken,
  selectPersonalToken,
} from './personal-token-queries.ts'
import { hashOfToken } from './refresh-token.ts'

type Purpose = PersonalTokenTable['purpose']
type Holder = { readonly org_id: number; readonly user_guid: string }

/** `{orgId}.{secret}`: the organisation is told by the token, because every key begins with it. */
const orgIdOf = (token: string): number | undefined => {
  const orgId = /^(\d{1,15})\.[\w-]{20,200}$/.exec(token)?.[1]
  return orgId === undefined ? undefined : Number(orgId)
}

/** Makes a token that works once until it expires. The one that the person had for the same purpose works no more. */
export const makePersonalToken = async (
  kysely: Kysely<Schema>,
  person: Holder,
  { purpose, expiresAt, madeBy = null }: { purpose: Purpose; expiresAt: number; madeBy?: string | null },
): Promise<string> => {
  const token = `${person.org_id}.${randomBytes(32).toString('base64url')}`
  await deletePersonalTokensOf(kysely, person, purpose)
  await insertPersonalToken(kysely, {
    org_id: person.org_id,
    token_hash: hashOfToken(token),
    user_guid: person.user_guid,
    purpose,
    expires_at: expiresAt,
    made_by: madeBy,
  })
  return token
}

/** Whose token this is, while it holds; it isn't used up. */
export const readPersonalToken = async (
  kysely: Kysely<Schema>,
  nowMs: number,
  purpose: Purpose,
  token: string,
): Promise<Holder | undefined> => {
  const orgId = orgIdOf(token)
  return orgId === undefined ? undefined : selectPersonalToken(kysely, { orgId, hash: hashOfToken(token), purpose, nowMs })
}

/** Uses a token up. Answers whose it was; undefined where it doesn't hold, or isn't that of the person who has to have it. */
export const takePersonalToken = async (
  kysely: Kysely<Schema>,
  nowMs: number,
  purpose: Purpose,
  token: string,
  whose?: Holder,
): Promise<Holder | undefined> => {
  const orgId = orgIdOf(token)
  if (orgId === undefined || (whose && whose.org_id !== orgId)) return undefined
  return deletePersonalToken(kysely, { orgId, hash: hashOfToken(token), purpose, nowMs, userGuid: whose?.user_guid })
}
