import {
  type InstallationOwnerRow,
  officeAddInstallationOwner,
  officeInstallationOwners,
  officeWithdrawInstallationOwner,
} from '@sitwell/contract'
import type { Caller } from '../http/caller.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { namesOf } from '../office/people/names-of.ts'
import {
  giveInstallation,
  type ListedInstallationGrant,
  listInstallationGrants,
  withdrawInstallation,
} from '../roles/installation-grants.ts'
import { mayGiveInstallation } from '../roles/may.ts'
import { grantsOfCaller } from '../roles/queries.ts'
import { selectPersonByUsername } from '../security/people/queries.ts'
import type { SecurityContext } from '../security/security-context.ts'

type Context = Pick<SecurityContext, 'clock' | 'database' | 'securityLog'>

/** An installation has few owners. */
const mostShown = 200

const iso = (ms: number) => new Date(ms).toISOString()

const isOpen = ({ withdrawn_at, valid_until }: ListedInstallationGrant, nowMs: number) =>
  withdrawn_at === null && (valid_until === null || valid_until > nowMs)

/** The names of who gave the installation, who are of the same organisation as whom they gave it. */
const giversOf = async (database: Context['database'], rows: readonly ListedInstallationGrant[]) => {
  const byOrganisation = Map.groupBy(rows, ({ org_id }) => org_id)
  const names = [...byOrganisation].map(async ([orgId, own]) => {
    const givers = own.map(({ granted_by }) => granted_by)
    return [orgId, await namesOf(database, orgId, givers)] as const
  })
  const known = new Map(await Promise.all(names))
  return ({ org_id, granted_by }: ListedInstallationGrant) => known.get(org_id)?.(granted_by) ?? granted_by
}

const rowOf = (
  row: ListedInstallationGrant,
  caller: Caller,
  { nowMs, grantedBy }: { readonly nowMs: number; readonly grantedBy: string },
): InstallationOwnerRow => ({
  ...{ grantID: row.grant_id, username: row.username, firstName: row.first_name, lastName: row.last_name },
  ...{ organisationID: row.org_id, organisation: row.organisation },
  ...(row.valid_from !== null && { from: iso(row.valid_from) }),
  ...(row.valid_until !== null && { until: iso(row.valid_until) }),
  isInForce: row.suspended === 0 && (row.valid_from ?? 0) <= nowMs,
  isSuspended: row.suspended === 1,
  isSelf: row.org_id === caller.orgId && row.user_guid === caller.userGuid,
  grantedBy,
  grantedAt: iso(row.granted_at),
})

/** Who owns the installation, now and soon. */
export const officeInstallationOwnersRoute = ({ database, clock }: Pick<Context, 'clock' | 'database'>) =>
  route(officeInstallationOwners, async ({ caller }) => {
    const nowMs = clock.nowMs()
    const rows = (await listInstallationGrants(database.kysely)).filter((row) => isOpen(row, nowMs)).slice(0, mostShown)
    const giverOf = await giversOf(database, rows)
    const owners = rows.map((row) => rowOf(row, caller, { nowMs, grantedBy: giverOf(row) }))
    return { ok: true, value: { owners, asOf: iso(nowMs) } }
  })

const nobody = refuse('NOT_FOUND', 'Nobody in the organisation signs in by this name.', {
  details: [{ path: 'body.username', message: 'nobody' }],
})
const suspended = refuse('ACCOUNT_SUSPENDED', 'This person is suspended: they can not act.')
const longer = refuse('NOT_ALLOWED', 'Nobody gives the installation for longer than they own it.')

const momentOf = (given: string | undefined): number | null => (given === undefined ? null : Date.parse(given))

/** The problems with the moments between which somebody is to own the installation. */
const wrongTimes = (fromMs: number | null, untilMs: number | null, nowMs: number) => {
  if (Number.isNaN(fromMs)) return { path: 'body.from', message: 'not a moment as 2026-11-21T09:30+01:00' }
  if (Number.isNaN(untilMs)) return { path: 'body.until', message: 'not a moment as 2026-11-21T09:30+01:00' }
  const isOver = untilMs !== null && untilMs <= Math.max(fromMs ?? nowMs, nowMs)
  return isOver ? { path: 'body.until', message: 'not later than body.from, or than now' } : undefined
}

/** Makes somebody of the caller's organisation an owner of the installation. */
export const officeAddInstallationOwnerRoute = ({ database, clock, securityLog }: Context) =>
  route(officeAddInstallationOwner, async ({ caller, body, request }) => {
    const nowMs = clock.nowMs()
    const { orgId, userGuid: author } = caller
    const { from, until } = body
    const [fromMs, untilMs] = [momentOf(from), momentOf(until)]
    const wrong = wrongTimes(fromMs, untilMs, nowMs)
    if (wrong) return refuse('INVALID_REQUEST', 'Nobody can own it between these moments.', { details: [wrong] })
    const person = await selectPersonByUsername(database, orgId, body.username)
    if (!person) return nobody
    if (person.suspended === 1) return suspended
    if (!mayGiveInstallation(await grantsOfCaller(database, caller), untilMs, nowMs)) return longer
    const id = await database.kysely
      .transaction()
      .execute((transaction) => giveInstallation(transaction, person, { fromMs, untilMs }, { author, nowMs }))
    if (id !== undefined)
      securityLog.note({
        kind: 'installation-granted',
        ...{ orgId, userGuid: person.user_guid, author, address: request.ip },
        target: { grant: id, ...(from && { from }), ...(until && { until }) },
      })
    return { ok: true, value: { isNew: id !== undefined } }
  })

const notThere = refuse('NOT_FOUND', 'There is no such grant any more.')
const lastOwner = refuse('LAST_OWNER', 'This is the last owner of the installation: make somebody else one first.')

/** In the log of the caller's organisation; and in that of the owner's, which doesn't know the caller, if it is another one. */
const noteWithdrawn = (
  securityLog: Context['securityLog'],
  caller: Caller,
  { row, address }: { readonly row: ListedInstallationGrant; readonly address: string },
) => {
  const kind = 'installation-withdrawn'
  const target = { grant: row.grant_id, organisation: row.org_id }
  const isOwn = row.org_id === caller.orgId
  const whom = { orgId: row.org_id, userGuid: row.user_guid }
  securityLog.note({
    ...{ kind, orgId: caller.orgId, author: caller.userGuid, address, target },
    ...(isOwn && { userGuid: row.user_guid }),
  })
  if (!isOwn) securityLog.note({ kind, ...whom, author: 'installation', target })
}

/** Withdraws the installation from one of its owners. */
export const officeWithdrawInstallationOwnerRoute = ({ database, clock, securityLog }: Context) =>
  route(officeWithdrawInstallationOwner, async ({ caller, body, request }) => {
    const nowMs = clock.nowMs()
    const row = (await listInstallationGrants(database.kysely)).find(({ grant_id }) => grant_id === body.grantID)
    if (!row || !isOpen(row, nowMs)) return notThere
    const acting = { author: caller.userGuid, nowMs, reason: body.reason }
    const outcome = await database.kysely
      .transaction()
      .execute((transaction) => withdrawInstallation(transaction, ({ grant_id }) => grant_id === body.grantID, acting))
    if (outcome === 'not there') return notThere
    if (outcome === 'last owner') return lastOwner
    noteWithdrawn(securityLog, caller, { row, address: request.ip })
    return { ok: true, value: {} }
  })
