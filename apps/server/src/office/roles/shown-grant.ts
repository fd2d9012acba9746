import type { PersonGrant } from '@sitwell/contract'
import type { Database } from '../../db/database.ts'
import type { RoleGrantTable } from '../../db/schema.ts'
import { type ActionTarget, type Grant, type RoleGrant, wholeOrganisation } from '../../roles/grant.ts'
import { isInForce, isOpen, mayDo, mayWithdraw } from '../../roles/may.ts'
import { namesOf } from '../people/names-of.ts'
import { iso } from '../people/person-state.ts'
import { namedScopes } from '../places/scopes.ts'

const stateOf = (grant: Grant, nowMs: number) => {
  if (grant.isWithdrawn) return 'withdrawn' as const
  return isOpen(grant, nowMs) ? ('open' as const) : ('over' as const)
}

/** A call names no scope of these kinds: such a role is withdrawn everywhere. */
const isNamed = ({ kind }: Grant['scope']) =>
  kind === 'organisation' || kind === 'centre' || kind === 'room' || kind === 'group'

/** Who asks, and about whose grants. */
interface Withdrawing {
  /** The caller's grants. */
  readonly actor: readonly Grant[]
  /** The person's grants, of any state. */
  readonly target: readonly Grant[]
  /** Where the person is. */
  readonly place: ActionTarget
}

/** Whether the caller may withdraw one of a person's grants now: as the call for it decides. */
const mayWithdrawGrant = ({ actor, target, place }: Withdrawing, grant: Grant, nowMs: number): boolean =>
  isOpen(grant, nowMs) &&
  mayDo(actor, 'roles.grant', place, nowMs) &&
  mayWithdraw(actor, isNamed(grant.scope) ? grant : { ...grant, scope: wholeOrganisation }, target, nowMs)

/** A grant, and its row; without one if it is the flag of an old node. */
interface GrantWithRow {
  readonly grant: RoleGrant
  readonly row: RoleGrantTable | undefined
}

/** Makes what staff are shown of these grants: reads the names of whoever gave and withdrew them, and of the parts in which they are held. */
export const showGrants = async (
  database: Database,
  orgId: number,
  grants: readonly GrantWithRow[],
  nowMs: number,
): Promise<(one: GrantWithRow, withdrawing: Withdrawing) => PersonGrant> => {
  const authors = grants.flatMap(({ row }) =>
    row ? [row.granted_by, ...(row.withdrawn_by === null ? [] : [row.withdrawn_by])] : [],
  )
  const [nameOf, scopeOf] = await Promise.all([
    namesOf(database, orgId, authors),
    namedScopes(
      database,
      orgId,
      grants.map(({ grant }) => grant.scope),
    ),
  ])
  return ({ grant, row }, withdrawing) => ({
    ...{ id: grant.id, role: grant.role, state: stateOf(grant, nowMs), isInForce: isInForce(grant, nowMs) },
    ...(grant.fromMs !== null && { from: iso(grant.fromMs) }),
    ...(grant.untilMs !== null && { until: iso(grant.untilMs) }),
    grantedBy: nameOf(row?.granted_by ?? 'migration'),
    // A flag that became a grant has no moment.
    ...(row && row.granted_at > 0 && { grantedAt: iso(row.granted_at) }),
    ...(row?.withdrawn_by != null && { withdrawnBy: nameOf(row.withdrawn_by) }),
    ...(row?.withdrawn_at != null && { withdrawnAt: iso(row.withdrawn_at) }),
    ...(row?.withdrawn_reason && { reason: row.withdrawn_reason }),
    ...(grant.scope.kind !== 'organisation' && { scope: scopeOf(grant.scope) }),
    mayWithdraw: mayWithdrawGrant(withdrawing, grant, nowMs),
  })
}
