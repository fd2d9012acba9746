import { randomUUID } from 'node:crypto'
import { officeAddOrganisation, officeInviteFirstOwner } from '@sitwell/contract'
import { appPaths } from '@sitwell/contract/app-paths'
import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { bucketOf, countAttempt } from '../http/limits/attempts.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { giveWayIn } from '../office/people/way-in.ts'
import { type CreatedOrganisation, createFurther } from '../organisation/create-organisation.ts'
import { grantRole } from '../roles/change-grants.ts'
import { wholeOrganisation } from '../roles/grant.ts'
import { originOf } from '../security/organisation/link-address.ts'
import { insertPerson, type NewPerson } from '../security/people/write-person.ts'
import type { SecurityContext } from '../security/security-context.ts'
import { sha256 } from '../sha256.ts'
import { waitingOwner } from './first-owner.ts'
import { readOrganisation } from './new-organisation.ts'

/** Organisations that one person creates at once, and one more every three minutes. */
const creating = { capacity: 20, leakMs: 180_000 }

/** What acts in an organisation for somebody who isn't of it. */
const author = 'installation'

/** The guid of the first owner whom a request creates an organisation for: the same one if the same caller sends the same request again. */
const guidOf = ({ orgId, userGuid }: Caller, requestId: string | undefined): string =>
  requestId === undefined ? randomUUID() : `p-${sha256(JSON.stringify(['created', orgId, userGuid, requestId])).slice(0, 32)}`

interface Wanted {
  readonly fields: ReturnType<typeof readOrganisation>['fields']
  readonly languageId: number
  readonly firstOwner: string
  readonly passwordHash: string
  readonly nowMs: number
}

const ownerOf = ({ fields: { owner }, languageId, passwordHash }: Wanted): Omit<NewPerson, 'user_guid'> => {
  const { username = '', first_name = '', last_name = '', email = null } = owner
  return {
    ...{ username, first_name, last_name, email, learner_identifier: null, date_of_birth: null, phone: null },
    ...{ language_id: languageId, suspended: 0, passwordHash },
  }
}

/** The organisation and its owner, in a transaction of the caller's. */
const store = async (transaction: Kysely<Schema>, wanted: Wanted) => {
  const { fields, languageId, firstOwner, nowMs } = wanted
  const { name, urlToken, host } = fields
  const created = await createFurther(transaction, { name, urlToken, host, languageId, firstOwner, nowMs })
  if ('taken' in created || !created.isNew) return created
  const added = await insertPerson(transaction, { org_id: created.orgId, user_guid: firstOwner }, ownerOf(wanted))
  if (!added) throw new Error('The organisation is new, and has the user name already')
  const role = { role: 'owner', scope: wholeOrganisation, fromMs: null, untilMs: null } as const
  await grantRole(transaction, added.person, role, { author, nowMs })
  return created
}

const noteCreated = (
  { securityLog }: Pick<SecurityContext, 'securityLog'>,
  caller: Caller,
  { orgId, firstOwner, address }: { readonly orgId: number; readonly firstOwner: string; readonly address: string },
) => {
  const ofCaller = { orgId: caller.orgId, author: caller.userGuid, address }
  securityLog.note({ kind: 'organisation-created', ...ofCaller, target: { organisation: orgId } })
  // Of the other organisation's people nothing but that they are none of it.
  securityLog.note({ kind: 'organisation-created', orgId, author })
  securityLog.note({ kind: 'person-added', orgId, userGuid: firstOwner, author })
  securityLog.note({ kind: 'role-granted', orgId, userGuid: firstOwner, author, target: { role: 'owner' } })
}

const shown = (config: SecurityContext['config'], { orgId, name, urlToken, details }: CreatedOrganisation) => ({
  ...{ organisationID: orgId, name, urlToken },
  signInAddress: `${originOf(config, details)}${appPaths.office}/login?${encodeURIComponent(urlToken)}`,
})

/** Creates an organisation with its first owner, in one transaction. Whoever creates it gets nothing in it. */
export const officeAddOrganisationRoute = (context: SecurityContext) =>
  route(officeAddOrganisation, async ({ caller, body, request }) => {
    const { config, database, clock, passwords, servedPlace } = context
    const { fields, problems, reserved } = readOrganisation(body, { config, leadsHere: servedPlace.leadsHere })
    if (problems.length > 0)
      return refuse('INVALID_REQUEST', 'The organisation can not be created like this.', { details: problems })
    if (reserved.length > 0) return refuse('NAME_TAKEN', 'The server needs this name itself.', { details: reserved })
    const wait = await countAttempt(
      context,
      bucketOf(context, caller.orgId, 'create-organisation', [caller.userGuid], creating),
    )
    if (wait) return wait
    const firstOwner = guidOf(caller, body.requestId)
    const wanted: Wanted = {
      ...{ fields, languageId: body.languageID, firstOwner, nowMs: clock.nowMs() },
      passwordHash: await passwords.hash(randomUUID()),
    }
    const created = await database.kysely.transaction().execute((transaction) => store(transaction, wanted))
    if ('taken' in created)
      return refuse('NAME_TAKEN', 'Another organisation has this name or address.', {
        details: [{ path: `body.${created.taken}`, message: 'taken' }],
      })
    if (created.isNew) noteCreated(context, caller, { orgId: created.orgId, firstOwner, address: request.ip })
    const person = await waitingOwner(database, created.orgId)
    const organisation = shown(config, created)
    if (!person) return { ok: true, value: { organisation } }
    const way = await giveWayIn(context, person, { kind: 'INVITE', author, address: request.ip })
    return way.ok ? { ok: true, value: { organisation, access: way.access } } : way
  })

const gone = refuse('NOT_FOUND', 'There is no such organisation here.')
const opened = refuse('IN_USE', 'Somebody has signed in there already, or was added: who has a role there helps the others.')

/** Makes another link for the first owner of an organisation in which nobody has signed in. */
export const officeInviteFirstOwnerRoute = (context: SecurityContext) =>
  route(officeInviteFirstOwner, async ({ caller, body, request }) => {
    const { database, moved, securityLog } = context
    const orgId = body.organisationID
    const there = await database.kysely
      .selectFrom('organisation')
      .select('org_id')
      .where('org_id', '=', orgId)
      .executeTakeFirst()
    if (!there || moved.has(orgId)) return gone
    const person = await waitingOwner(database, orgId)
    if (!person) return opened
    const way = await giveWayIn(context, person, { kind: 'INVITE', author, address: request.ip, isHandedOver: true })
    if (!way.ok) return way
    const about = { orgId: caller.orgId, author: caller.userGuid, address: request.ip }
    securityLog.note({ kind: 'password-link-sent', ...about, what: 'first owner', target: { organisation: orgId } })
    return { ok: true, value: { access: way.access } }
  })
