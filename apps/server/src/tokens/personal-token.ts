import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { PersonalTokenTable, Schema } from '../db/schema.ts'
import { deletePersonalTokensOf, insertPersonalToken, selectPersonalToken, takeStoredToken } from './personal-token-queries.ts'
import { hashOfToken } from './refresh-token.ts'

type Purpose = PersonalTokenTable['purpose']
type Holder = { readonly org_id: number; readonly user_guid: string }
/** `isRepeated`: the same request has used it before. */
type Reader = Holder & { readonly isRepeated: boolean }

const repeatOf = (nowMs: number, requestId: string | undefined) => ({
  usedBy: requestId === undefined ? null : hashOfToken(requestId),
  usedSince: nowMs - repeatedWithinMs,
})

/** The organisation that a token names, real or not; 0 if it names none. */
export const orgOfToken = (token: string): number => orgIdOf(token) ?? 0

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
    used_at: null,
    used_by: null,
  })
  return token
}

/** How long, in milliseconds, a request whose reply was lost may be sent again. */
const repeatedWithinMs = 2 * 60_000

/** Whose token this is, while it holds; it isn't used up. One that was is still that of the request that did, for a while. */
export const readPersonalToken = async (
  kysely: Kysely<Schema>,
  nowMs: number,
  purpose: Purpose,
  token: string,
  requestId?: string,
): Promise<Reader | undefined> => {
  const orgId = orgIdOf(token)
  if (orgId === undefined) return undefined
  const found = await selectPersonalToken(kysely, {
    ...repeatOf(nowMs, requestId),
    orgId,
    hash: hashOfToken(token),
    purpose,
    nowMs,
  })
  return found && { ...found, isRepeated: found.used_at !== null }
}

/**
 * Uses a token up. Answers whose it was; undefined if it doesn't hold, or isn't that of the person who has to have it. The request
 * that used it may use it again for a while: its reply may have been lost. Nobody else has its id.
 */
export const takePersonalToken = async (
  kysely: Kysely<Schema>,
  nowMs: number,
  purpose: Purpose,
  token: string,
  whose: Holder,
  requestId?: string,
): Promise<Holder | undefined> => {
  const orgId = orgIdOf(token)
  if (orgId === undefined || whose.org_id !== orgId) return undefined
  const wanted = { orgId, hash: hashOfToken(token), purpose, nowMs, userGuid: whose.user_guid }
  return takeStoredToken(kysely, { ...wanted, ...repeatOf(nowMs, requestId) })
}
