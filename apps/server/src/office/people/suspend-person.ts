import { officeSuspendPerson } from '@sitwell/contract'
import type { Kysely } from 'kysely'
import type { PersonTable, Schema } from '../../db/schema.ts'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import { leavesAnInstallationOwner } from '../../roles/installation-grants.ts'
import { keepsAnOwner } from '../../roles/may.ts'
import { lockOwners } from '../../roles/queries.ts'
import { holdPersonRow, updatePerson } from '../../security/people/write-person.ts'
import type { SecurityContext } from '../../security/security-context.ts'
import { endAllSessions } from '../../security/sessions/end-all-sessions.ts'
import { sessionsEnded } from '../../security/sessions/end-sessions.ts'
import { changedMeanwhile } from './change-person.ts'
import { findForAct, nobody } from './found-person.ts'
import { personStateOf } from './person-state.ts'

const lastOwner = refuse(
  'LAST_OWNER',
  'This is the last owner of the organisation or of the installation: make somebody else an owner first.',
)

interface Ended {
  readonly ofPlayer: readonly string[]
  readonly ofOffice: readonly string[]
}

const none: Ended = { ofPlayer: [], ofOffice: [] }

type Outcome =
  | { readonly is: 'done'; readonly person: PersonTable; readonly ended: Ended }
  | { readonly is: 'same' | 'stale'; readonly person: PersonTable }
  | { readonly is: 'gone' }
  | { readonly is: 'last owner' }

/** Whether an owner is left without this person, of the organisation and of the installation. The owners' grants are held until the transaction ends. */
const leavesAnOwner = async (transaction: Kysely<Schema>, whom: PersonTable, nowMs: number) => {
  const { org_id, user_guid } = whom
  if (!(await leavesAnInstallationOwner(transaction, whom, nowMs))) return false
  const owners = await lockOwners(transaction, org_id)
  const rows = await transaction
    .selectFrom('role_grant')
    .select('grant_id')
    .where('org_id', '=', org_id)
    .where('user_guid', '=', user_guid)
    .execute()
  return keepsAnOwner(owners, new Set(rows.map(({ grant_id }) => grant_id)), nowMs)
}

interface Suspension {
  readonly whom: PersonTable
  readonly version: number
  readonly isSuspended: boolean
  readonly nowMs: number
}

const suspend = async (transaction: Kysely<Schema>, { whom, version, isSuspended, nowMs }: Suspension): Promise<Outcome> => {
  // Owners before people, as whoever withdraws a role does: of two who wait for each other neither would end.
  const isSafe = !isSuspended || (await leavesAnOwner(transaction, whom, nowMs))
  const held = await holdPersonRow(transaction, whom)
  if (!held) return { is: 'gone' }
  if ((held.suspended === 1) === isSuspended) return { is: 'same', person: held }
  if (held.version !== version) return { is: 'stale', person: held }
  if (!isSafe) return { is: 'last owner' }
  const person = await updatePerson(transaction, held, { suspended: isSuspended ? 1 : 0 })
  if (!person) return { is: 'gone' }
  const place = { orgId: whom.org_id, userGuid: whom.user_guid }
  const ended = isSuspended ? await endAllSessions(transaction, place, { reason: 'ended-by-staff', nowMs }) : none
  return { is: 'done', person, ended }
}

interface Asked {
  /** The version of the person that it is based on. */
  readonly version: number
  readonly isSuspended: boolean
  readonly reason: string
  /** Guid of who does it. */
  readonly author: string
  /** The caller's network address. */
  readonly address: string
}

type Context = Pick<SecurityContext, 'clock' | 'database' | 'live' | 'securityLog' | 'sessions'>

/** Suspends a person or lets them in again, ends their sessions, and writes it into the log. That the caller may is asked before. */
export const suspendPerson = async (
  context: Context,
  whom: PersonTable,
  { version, isSuspended, reason, author, address }: Asked,
): Promise<Outcome> => {
  const { database, clock, securityLog } = context
  const wanted = { whom, version, isSuspended, nowMs: clock.nowMs() }
  const outcome = await database.kysely.transaction().execute((transaction) => suspend(transaction, wanted))
  if (outcome.is !== 'done') return outcome
  sessionsEnded(context, outcome.ended.ofPlayer)
  const about = { orgId: whom.org_id, userGuid: whom.user_guid, author, address }
  securityLog.note({ kind: isSuspended ? 'person-suspended' : 'person-resumed', ...about, target: { reason } })
  return outcome
}

/**
 * Suspends a person, which ends their sessions in the same transaction, or lets them in again. What they answered stays, and what they send later is
 * kept as of anybody whose session has ended. The same again, whose reply was lost, finds nothing to do.
 */
export const officeSuspendPersonRoute = (context: Context) =>
  route(officeSuspendPerson, async ({ caller, body, request }) => {
    const { isSuspended, reason, version } = body
    const found = await findForAct(context, caller, body.userID, (may) => may.suspend || may.resume)
    if (!found.ok) return found
    const asked = { version, isSuspended, reason, author: caller.userGuid, address: request.ip }
    const outcome = await suspendPerson(context, found.person, asked)
    if (outcome.is === 'gone') return nobody
    if (outcome.is === 'last owner') return lastOwner
    if (outcome.is === 'stale') return changedMeanwhile(outcome.person)
    const { ofPlayer, ofOffice } = outcome.is === 'done' ? outcome.ended : none
    const ended = { player: ofPlayer.length, office: ofOffice.length }
    return { ok: true, value: { person: personStateOf(outcome.person), ended } }
  })
