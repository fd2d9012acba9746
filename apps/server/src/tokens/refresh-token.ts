import { createHash } from 'node:crypto'
import type { Keys } from '../keys.ts'

/** What is in the database of a token: it is random and long, so a plain hash keeps it secret. */
export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('hex')

export interface TokenSession {
  readonly orgId: number
  readonly sessionId: string
}

export interface ReadRefreshToken extends TokenSession {
  /** Counts the tokens of a session from 1. */
  readonly generation: number
  /** Whether this server ever gave it, whatever became of it since. */
  readonly genuine: boolean
}

const sealOf = (keys: Keys, { orgId, sessionId }: TokenSession, generation: number) =>
  keys.fingerprint('refresh', `${orgId}.${sessionId}.${generation}`)

/**
 * `{orgId}.{sessionId}.{generation}.{seal}`. The next token of a session follows from its number alone, so two refreshes that
 * come together get the same one, and one from long ago is known for what it is.
 */
export const refreshTokenOf = (keys: Keys, place: TokenSession, generation: number) =>
  `${place.orgId}.${place.sessionId}.${generation}.${sealOf(keys, place, generation)}`

/** How many successors one token may get, each because the reply with the one before was lost. */
const mostSuccessors = 1000

/** The number of the successor of `token` that has this hash; undefined if none has. */
export const generationOf = (keys: Keys, token: ReadRefreshToken, hash: string): number | undefined => {
  for (let one = token.generation + 1; one <= token.generation + mostSuccessors; one += 1)
    if (keys.accepted.some((by) => hashOfToken(refreshTokenOf(by, token, one)) === hash)) return one
  return undefined
}

/** Undefined if the text is no refresh token. */
export const readRefreshToken = (keys: Keys, token: string): ReadRefreshToken | undefined => {
  const parts = /^(\d{1,15})\.([\w-]{1,64})\.(\d{1,9})\.([\w-]{32,128})$/.exec(token)
  if (!parts) return undefined
  const [, orgId = '', sessionId = '', number = ''] = parts
  const place = { orgId: Number(orgId), sessionId }
  const generation = Number(number)
  // Compared as hashes, which take the same time whatever differs.
  const isOf = (by: Keys) => hashOfToken(refreshTokenOf(by, place, generation)) === hashOfToken(token)
  return { ...place, generation, genuine: keys.accepted.some(isOf) }
}
