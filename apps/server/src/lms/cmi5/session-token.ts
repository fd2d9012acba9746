import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Keys } from '../../keys.ts'
import type { LmsContext } from '../lms-context.ts'
import { fetchHash, longestSessionMs, paperOf, readPaper, sealPaper } from './launch-paper.ts'
import { giveToken, isOver, type SessionOfCourse, selectSession, selectSessionOfFetch } from './queries.ts'
import { restoreLaunch } from './restore-launch.ts'

const hashOf = (keys: Keys, secret: string) => keys.fingerprint('cmi5 token', secret)

/** As the standard words its errors: 1 for a launch that is used or over, 2 for what is none. */
type Fetched = { readonly 'auth-token': string } | { readonly 'error-code': '1' | '2'; readonly 'error-text': string }

type TokenContext = Pick<LmsContext, 'keys' | 'clock' | 'generation' | 'organisationOrigins'> & {
  readonly database: { readonly kysely: Kysely<Schema> }
}

const isStale = ({ launched_at }: SessionOfCourse, nowMs: number) => nowMs - launched_at > longestSessionMs

/**
 * Gives out the token of a launch, once. It is what comes after `Basic`: organisation and session, and a paper by which a database that
 * was set back knows the launch again.
 */
export const fetchToken = async (
  { database: { kysely }, keys, clock, generation, organisationOrigins }: TokenContext,
  secret: string,
): Promise<Fetched> => {
  const nowMs = clock.nowMs()
  const session = await selectSessionOfFetch(
    kysely,
    keys.accepted.map((by) => fetchHash(by, secret)),
  )
  if (!session) return { 'error-code': '2', 'error-text': 'This is the address of no launch.' }
  const used = { 'error-code': '1', 'error-text': 'The token was given out before, or the launch is over.' } as const
  if (isOver(session) || isStale(session, nowMs)) return used
  const token = sealPaper(
    keys,
    'cmi5 token',
    paperOf(session, generation.current(), await organisationOrigins.of(session.org_id)),
  )
  if (!(await giveToken(kysely, session, hashOf(keys, token), nowMs))) return used
  return { 'auth-token': Buffer.from(`${session.org_id}.${session.session_guid}:${token}`).toString('base64') }
}

/** The launch that a request is of; undefined if it shows no token of one that still is. */
export const sessionOfToken = async (
  { database: { kysely }, keys, clock, generation, organisationOrigins }: TokenContext,
  authorization: string | undefined,
  returnUrl: string,
): Promise<SessionOfCourse | undefined> => {
  const given = /^basic ([\w+/=-]{20,8000})$/i.exec(authorization?.trim() ?? '')?.[1]
  const [, org, guid, secret] =
    /^(\d{1,15})\.([\da-f-]{36}):([\w-]{20,6000})$/.exec(Buffer.from(given ?? '', 'base64').toString()) ?? []
  if (org === undefined || guid === undefined || secret === undefined) return undefined
  const nowMs = clock.nowMs()
  const session = await selectSession(kysely, Number(org), guid)
  const content = readPaper(keys, 'cmi5 token', secret)
  if (content?.paper.orgId !== Number(org) || content.paper.sessionGuid !== guid) return undefined
  if (content.paper.home !== (await organisationOrigins.of(Number(org)))) return undefined
  const isForgotten = content.paper.generation !== generation.current()
  if (session) return isStale(session, nowMs) ? undefined : { ...session, isForgotten }
  if (!(await restoreLaunch(kysely, keys, content, { returnUrl, nowMs }))) return undefined
  return selectSession(kysely, Number(org), guid)
}
