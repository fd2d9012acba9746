import { type Role, roles } from '@sitwell/contract'
import { type ActionTarget, columnsOfScope, type Grant, permissionsOf, type Scope } from './grant.ts'
import { isInForce, isWithin, mayDo } from './may.ts'

/** A role that somebody may give. */
interface GivableRole {
  readonly role: Role
  /** The last moment at which it may end, Unix ms; null: it needs no end. */
  readonly untilMs: number | null
}

/** What somebody may give in one part of the organisation. */
interface Givable {
  readonly scope: Scope
  readonly roles: readonly GivableRole[]
}

const keyOf = (scope: Scope): string => Object.values(columnsOfScope(scope)).join(' ')

const earlier = (one: number | null, other: number | null) => {
  if (one === null || other === null) return one ?? other
  return Math.min(one, other)
}

const later = (one: number | null, other: number | null) => (one === null || other === null ? null : Math.max(one, other))

/** Until when the grants in force give something in all of a scope; undefined if they don't. */
const lastsUntil = (grants: readonly Grant[], gives: (role: Grant['role']) => boolean, scope: Scope, nowMs: number) =>
  grants
    .filter((grant) => isInForce(grant, nowMs) && gives(grant.role) && isWithin(scope, grant.scope))
    .map(({ untilMs }) => untilMs)
    .reduce<number | null | undefined>((last, one) => (last === undefined ? one : later(last, one)), undefined)

const givableIn = (actor: readonly Grant[], scope: Scope, nowMs: number): readonly GivableRole[] =>
  roles.flatMap((role) => {
    // An owner has the whole organisation.
    if (role === 'owner' && scope.kind !== 'organisation') return []
    let untilMs: number | null = null
    for (const permission of ['roles.grant' as const, ...permissionsOf(role)]) {
      const last = lastsUntil(actor, (held) => permissionsOf(held).includes(permission), scope, nowMs)
      if (last === undefined) return []
      untilMs = earlier(untilMs, last)
    }
    return [{ role, untilMs }]
  })

/**
 * What somebody with these grants may give to a person who is at a place: in each part of the organisation in which they may give anything themselves,
 * the widest first. `mayGrant` allows each of these roles there, up to its end, and no later; what is within a part may be chosen in its stead.
 */
export const givableTo = (actor: readonly Grant[], place: ActionTarget, nowMs: number): readonly Givable[] => {
  if (!mayDo(actor, 'roles.grant', place, nowMs)) return []
  const scopes = new Map(actor.filter((grant) => isInForce(grant, nowMs)).map(({ scope }) => [keyOf(scope), scope] as const))
  return [...scopes.values()]
    .map((scope) => ({ scope, roles: givableIn(actor, scope, nowMs) }))
    .filter((one) => one.roles.length > 0)
    .sort((one, other) => Number(other.scope.kind === 'organisation') - Number(one.scope.kind === 'organisation'))
}
