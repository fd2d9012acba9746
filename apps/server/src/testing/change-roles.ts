import type { Role } from '@sitwell/contract'
import { grantRole, withdrawRoles } from '../roles/change-grants.ts'
import { type Scope, wholeOrganisation } from '../roles/grant.ts'
import { giveInstallation } from '../roles/installation-grants.ts'
import type { TestServer } from './start-test-server.ts'

type At = Pick<TestServer, 'db' | 'clock'>

interface Whom {
  readonly orgId: number
  readonly userGuid: string
}

interface Period {
  readonly fromMs: number | null
  readonly untilMs: number | null
}

const personOf = ({ orgId, userGuid }: Whom) => ({ org_id: orgId, user_guid: userGuid, admin: 0, invigilator: 0 })

/** Gives somebody a role, in their whole organisation unless a scope is given, from now on and without an end. */
export const giveRole = ({ db, clock }: At, whom: Whom, role: Role, scope: Scope = wholeOrganisation) =>
  db.kysely.transaction().execute((transaction) => {
    const wanted = { role, scope, fromMs: null, untilMs: null }
    return grantRole(transaction, personOf(whom), wanted, { author: 'test', nowMs: clock.nowMs() })
  })

/** Withdraws every role of somebody. */
export const withdrawAllRoles = ({ db, clock }: At, whom: Whom) =>
  db.kysely.transaction().execute((transaction) => {
    const acting = { author: 'test', nowMs: clock.nowMs(), reason: 'test' }
    return withdrawRoles(transaction, personOf(whom), () => true, acting)
  })

/** Makes somebody an owner of the installation, from now on and without an end unless told otherwise. */
export const giveOwnInstallation = ({ db, clock }: At, whom: Whom, { fromMs = null, untilMs = null }: Partial<Period> = {}) =>
  db.kysely
    .transaction()
    .execute((transaction) =>
      giveInstallation(transaction, personOf(whom), { fromMs, untilMs }, { author: 'test', nowMs: clock.nowMs() }),
    )
