import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Keys } from '../../keys.ts'
import { giveToken, isOver, type SessionOfCourse, selectSession, selectSessionOfFetch } from './queries.ts'

/** Longer than anybody is in an AU at a stretch. */
export const longestSessionMs = 24 * 3_600_000

const hashOf = (keys: Keys, secret: string) => keys.fingerprint('cmi5 token', secret)

/** As the standard words its errors: 1 for a launch that is used or over, 2 for what is none. */
type Fetched = { readonly 'auth-token': string } | { readonly 'error-code': '1' | '2'; readonly 'error-text': string }

const isStale = ({ launched_at }: SessionOfCourse, nowMs: number) => nowMs - launched_at > longestSessionMs

/** Gives out the token of a launch, once. It is what comes after `Basic`: organisation and session, and a secret. */
export const fetchToken = async (kysely: Kysely<Schema>, keys: Keys, secret: string, nowMs: number): Promise<Fetched> => {
  const session = await selectSessionOfFetch(kysely, keys.fingerprint('cmi5 fetch', secret))
  if (!session) return { 'error-code': '2', 'error-text': 'This is the address of no launch.' }
  const used = { 'error-code': '1', 'error-text': 'The token was given out before, or the launch is over.' } as const
  if (isOver(session) || isStale(session, nowMs)) return used
  const token = randomBytes(32).toString('base64url')
  if (!(await giveToken(kysely, session, hashOf(keys, token), nowMs))) return used
  return { 'auth-token': Buffer.from(`${session.org_id}.${session.session_guid}:${token}`).toString('base64') }
}

/** The launch that a request is of; undefined where it shows no token of one that still is. */
export const sessionOfToken = async (
  kysely: Kysely<Schema>,
  keys: Keys,
  authorization: string | undefined,
  nowMs: number,
): Promise<SessionOfCourse | undefined> => {
  const given = /^basic ([\w+/=-]{20,400})$/i.exec(authorization?.trim() ?? '')?.[1]
  const [, org, guid, secret] =
    /^(\d{1,15})\.([\da-f-]{36}):([\w-]{20,100})$/.exec(Buffer.from(given ?? '', 'base64').toString()) ?? []
  if (org === undefined || guid === undefined || secret === undefined) return undefined
  const session = await selectSession(kysely, Number(org), guid)
  // Fingerprints are compared, which tell nothing by how long it takes.
  return session?.token_hash === hashOf(keys, secret) && !isStale(session, nowMs) ? session : undefined
}
