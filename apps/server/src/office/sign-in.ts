import { randomBytes, randomUUID } from 'node:crypto'
import { officeSignIn } from '@sitwell/contract'
import type { PersonTable } from '../db/schema.ts'
import { givenCookie } from '../http/office/office-cookie.ts'
import { insertOfficeSession } from '../http/office/office-queries.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { isInForce } from '../roles/may.ts'
import { selectGrants } from '../roles/queries.ts'
import { judgePassword, noteRefused } from '../security/credentials/judge-password.ts'
import { mayTry, signInSucceeded } from '../security/credentials/sign-in-limits.ts'
import { noteSignIn, selectPersonByUsername } from '../security/people/queries.ts'
import type { SecurityContext } from '../security/security-context.ts'
import { sha256 } from '../sha256.ts'
import { secondStepOf } from './second-step-of.ts'

/** Characters of what a browser calls itself. */
const longestDevice = 400

/** A new secret for the cookie of a session: 256 bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

const openOfficeSession = async (
  { database, clock, keys }: Pick<SecurityContext, 'clock' | 'database' | 'keys'>,
  person: PersonTable,
  {
    address,
    device,
    isPending,
  }: { readonly address: string; readonly device: string | undefined; readonly isPending: boolean },
) => {
  const [sessionId, secret, nowMs] = [randomUUID(), newSecret(), clock.nowMs()]
  await insertOfficeSession(database.kysely, {
    ...{ org_id: person.org_id, session_id: sessionId, user_guid: person.user_guid, secret_hash: sha256(secret) },
    ...{ started_at: nowMs, used_at: nowMs, ended_at: null, end_reason: null, mfa_pending: isPending ? 1 : 0 },
    address: keys.fingerprint('address', address),
    place: keys.seal(address),
    device: device?.slice(0, longestDevice) ?? null,
  })
  return { orgId: person.org_id, sessionId, secret }
}

/**
 * Opens a session of the office for somebody who has a role. Whatever cookie the request carries is ignored, so that nobody can have
 * planted the session; no session ends by it, of the office or of the player.
 */
export const officeSignInRoute = (context: SecurityContext) =>
  route(
    officeSignIn,
    async ({ body, request }) => {
      const { database, clock, securityLog } = context
      const { orgId, username, password } = body
      const person = await selectPersonByUsername(database, orgId, username)
      const attempt = { orgId, username, address: request.ip }
      const wait = await mayTry(context, attempt, person?.user_guid)
      if (wait) return wait
      const judged = await judgePassword(context, attempt, person, password)
      if (!judged.ok) return judged
      const grants = await selectGrants(database, judged.person)
      if (!grants.some((grant) => isInForce(grant, clock.nowMs()))) {
        noteRefused(context, attempt, 'no-role', judged.person)
        return refuse('NOT_ALLOWED', 'The office is for people who have a role.')
      }
      await signInSucceeded(database.kysely, context, attempt)
      const secondStep = await secondStepOf(context, judged.person)
      const from = { address: request.ip, device: request.headers['user-agent'], isPending: secondStep.is !== 'none' }
      const opened = await openOfficeSession(context, judged.person, from)
      // Beside the reply: nobody waits for a list of people to know of it, and no sign-in fails by it.
      context.background.run('a sign-in to the office could not be noted', async () => {
        await noteSignIn(database.kysely, judged.person, clock.nowMs())
      })
      const what = secondStep.is === 'none' ? 'office' : 'office: second-step-pending'
      securityLog.note({ kind: 'sign-in', orgId, userGuid: judged.person.user_guid, address: request.ip, what })
      const setCookie = givenCookie(request.protocol, opened)
      return { ok: true, value: { sessionId: opened.sessionId, secondStep }, setCookie }
    },
    { limited: ({ orgId, username }) => ({ by: [orgId, username], shows: 'name' }) },
  )
