import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Keys } from '../keys.ts'

/** Whose files an address gives out, and until when. */
export interface CourseTicket {
  readonly orgId: number
  readonly contentGuid: string
  readonly untilMs: number
}

const hourMs = 3_600_000
/** Longer than anybody studies at a stretch: a page that is opened late must still load. */
const leastHours = 12

const signatureOf = (keys: Keys, body: string) =>
  createHmac('sha256', keys.secretFor('course files')).update(body).digest('base64url')

/**
 * A token for the address of a course's files. It ends with a half of a day and names a session by a fingerprint alone, so that a SCO
 * that is opened again within one sign-in finds its files in the browser's cache.
 */
export const signCourseToken = (
  keys: Keys,
  { orgId, contentGuid, sessionId }: { readonly orgId: number; readonly contentGuid: string; readonly sessionId: string },
  nowMs: number,
): string => {
  const until = (Math.floor(nowMs / (leastHours * hourMs)) + 2) * leastHours * hourMs
  const session = keys.fingerprint('course session', sessionId).slice(0, 16)
  const body = Buffer.from(JSON.stringify([orgId, contentGuid, session, until])).toString('base64url')
  return `${body}.${signatureOf(keys, body)}`
}

/** Undefined if the token is none of ours, or its time is over. */
export const readCourseToken = (keys: Keys, token: string, nowMs: number): CourseTicket | undefined => {
  const [body = '', signature = '', more] = token.split('.')
  // As text: the same bytes are written in more than one way.
  const given = Buffer.from(signature)
  const isOf = (by: Keys) => {
    const right = Buffer.from(signatureOf(by, body))
    return given.length === right.length && timingSafeEqual(given, right)
  }
  if (more !== undefined || !keys.accepted.some(isOf)) return undefined
  // Signed here, so it is what was written above.
  const [orgId, contentGuid, , untilMs] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [
    number,
    string,
    string,
    number,
  ]
  return nowMs < untilMs ? { orgId, contentGuid, untilMs } : undefined
}
