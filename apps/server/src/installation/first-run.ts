import { randomUUID } from 'node:crypto'
import { createFirstOrganisation, firstRun } from '@sitwell/contract'
import type { Database } from '../db/database.ts'
import { byAddress } from '../http/limits/counted-by.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import type { Keys } from '../keys.ts'
import { createFirst, hasOrganisations } from '../organisation/create-organisation.ts'
import { plainLine } from '../plain-line.ts'
import { grantRole } from '../roles/change-grants.ts'
import { wholeOrganisation } from '../roles/grant.ts'
import { giveInstallation } from '../roles/installation-grants.ts'
import { findingsOfFirstPassword } from '../security/passwords/password-demands.ts'
import { insertPerson } from '../security/people/write-person.ts'
import type { SecurityContext } from '../security/security-context.ts'
import type { ServerLog } from '../server-log.ts'
import { firstRunCode, isFirstRunCode } from './first-run-code.ts'

/** Writes the code of the first run into the log, as long as there is no organisation. */
export const announceFirstRun = async (database: Database, keys: Pick<Keys, 'secretFor'>, log: ServerLog): Promise<void> => {
  if (await hasOrganisations(database.kysely)) return
  log.warn(
    { event: 'first-run' },
    `there is no organisation yet; create the first one at /office/first-run with the code ${firstRunCode(keys)}`,
  )
}

export const firstRunRoute = ({ database }: Pick<SecurityContext, 'database'>) =>
  route(firstRun, async () => ({ ok: true, value: { isOpen: !(await hasOrganisations(database.kysely)) } }))

const isThere = refuse('NOT_FOUND', 'There is an organisation already.')

export const createFirstOrganisationRoute = (context: SecurityContext) =>
  route(
    createFirstOrganisation,
    async ({ body, request }) => {
      const { database, clock, keys, passwords, securityLog } = context
      if (await hasOrganisations(database.kysely)) return isThere
      if (!isFirstRunCode(keys, body.code)) {
        securityLog.note({ kind: 'access-refused', orgId: 0, address: request.ip, what: 'createFirstOrganisation' })
        return refuse('WRONG_CREDENTIALS', 'This is not the code in the log of the server.')
      }
      const { owner } = body
      const [name, username] = [plainLine(body.name), plainLine(owner.username)]
      const reasons = await findingsOfFirstPassword(context, { password: owner.password, username, organisationName: name })
      if (reasons.length > 0) return { ok: true, value: { reasons } }
      const passwordHash = await passwords.hash(owner.password)
      const userGuid = randomUUID()
      const organisation = await database.kysely.transaction().execute(async (transaction) => {
        const nowMs = clock.nowMs()
        const created = await createFirst(transaction, { name, host: request.hostname, nowMs })
        if (!created) return undefined
        const place = { org_id: created.orgId, user_guid: userGuid }
        const added = await insertPerson(transaction, place, {
          ...{ username, first_name: plainLine(owner.firstName), last_name: plainLine(owner.lastName) },
          ...{ email: owner.email || null, learner_identifier: null, date_of_birth: null, phone: null },
          ...{ language_id: 1, suspended: 0, passwordHash },
        })
        if (!added) throw new Error('The organisation is new, and has the user name already')
        const role = { role: 'owner', scope: wholeOrganisation, fromMs: null, untilMs: null } as const
        const acting = { author: 'first-run', nowMs }
        await grantRole(transaction, added.person, role, acting)
        // Whoever reads the log operates the server.
        await giveInstallation(transaction, added.person, { fromMs: null, untilMs: null }, acting)
        return created
      })
      if (!organisation) return isThere
      const { orgId, urlToken } = organisation
      const about = { orgId, userGuid, author: 'first-run', address: request.ip }
      securityLog.note({ kind: 'role-granted', ...about, target: { role: 'owner' } })
      securityLog.note({ kind: 'installation-granted', ...about })
      return { ok: true, value: { organisation: { orgId, urlToken } } }
    },
    { limited: byAddress },
  )
