import { type Permission, permissions } from '@sitwell/contract'
import {
  type ActionTarget,
  type Flags,
  type Grant,
  type HeldPermission,
  installationOwner,
  permissionsOf,
  type Scope,
  wholeOrganisation,
} from './grant.ts'

/** Neither withdrawn nor over: it gives something now, or will. */
export const isOpen = ({ isWithdrawn, untilMs }: Grant, nowMs: number): boolean =>
  !isWithdrawn && (untilMs === null || nowMs < untilMs)

export const isInForce = (grant: Grant, nowMs: number): boolean =>
  isOpen(grant, nowMs) && (grant.fromMs === null || grant.fromMs <= nowMs)

/** Whether an action at a place is within a scope. */
export const covers = (scope: Scope, { centre, room, groups = [], exam, delivery }: ActionTarget): boolean => {
  switch (scope.kind) {
    case 'organisation':
      return true
    case 'group':
      return groups.includes(scope.id)
    case 'delivery-room':
      return scope.delivery === delivery && scope.room === room
    default:
      return scope.id === { centre, room, exam, delivery }[scope.kind]
  }
}

/** Whether `outer` covers everything that `inner` covers, judged by the scopes alone. */
export const isWithin = (inner: Scope, outer: Scope): boolean => {
  if (outer.kind === 'organisation') return true
  if (inner.kind === 'organisation') return false
  if (inner.kind !== 'delivery-room')
    return outer.kind !== 'delivery-room' && inner.kind === outer.kind && inner.id === outer.id
  if (outer.kind === 'delivery-room') return inner.delivery === outer.delivery && inner.room === outer.room
  return (outer.kind === 'delivery' && outer.id === inner.delivery) || (outer.kind === 'room' && outer.id === inner.room)
}

/** Whether somebody with these grants may do something at a place now. */
export const mayDo = (grants: readonly Grant[], permission: HeldPermission, place: ActionTarget, nowMs: number): boolean =>
  grants.some(
    (grant) => isInForce(grant, nowMs) && permissionsOf(grant.role).includes(permission) && covers(grant.scope, place),
  )

/** All that somebody with these grants may do at a place now. */
export const permissionsAt = (grants: readonly Grant[], place: ActionTarget, nowMs: number): readonly Permission[] =>
  permissions.filter((permission) => mayDo(grants, permission, place, nowMs))

/** A role that is to be granted, or withdrawn. */
export type Wanted = Pick<Grant, 'role' | 'scope' | 'untilMs'>

const endsNoLater = (one: number | null, other: number | null) => other === null || (one !== null && one <= other)

/** Whether the grants in force give a permission in all of a scope, for as long as what is wanted lasts. */
const gives = (grants: readonly Grant[], permission: HeldPermission, { scope, untilMs }: Wanted, nowMs: number) =>
  grants.some(
    (grant) =>
      isInForce(grant, nowMs) &&
      permissionsOf(grant.role).includes(permission) &&
      isWithin(scope, grant.scope) &&
      endsNoLater(untilMs, grant.untilMs),
  )

const forNow = (wanted: Wanted, nowMs: number): Wanted => ({ ...wanted, untilMs: nowMs })

/**
 * Nobody grants what they don't have themselves: each permission of the role, in all of its scope and for as long. Owners alone have
 * `owners.manage`, so nobody else makes an owner.
 */
export const mayGrant = (actor: readonly Grant[], wanted: Wanted, nowMs: number): boolean =>
  gives(actor, 'roles.grant', wanted, nowMs) &&
  permissionsOf(wanted.role).every((permission) => gives(actor, permission, wanted, nowMs))

/**
 * Whether a caller may manage a person at all (reset, suspend, change, end sessions): only if the caller has all rights that
 * the person has or will have, in the same places. The permission for the action itself is checked in addition.
 */
export const mayManage = (actor: readonly Grant[], target: readonly Grant[], nowMs: number): boolean =>
  target
    .filter((grant) => isOpen(grant, nowMs))
    .every((grant) => permissionsOf(grant.role).every((permission) => gives(actor, permission, forNow(grant, nowMs), nowMs)))

/**
 * Whether a caller may make another person an owner of the installation: only if the caller is one for at least as long. No
 * role gives this right, so owners of an organisation can't obtain it by granting roles.
 */
export const mayGiveInstallation = (actor: readonly Grant[], untilMs: number | null, nowMs: number): boolean =>
  gives(actor, 'installation.manage', { role: installationOwner, scope: wholeOrganisation, untilMs }, nowMs)

/** A role that somebody holds in a group; `isOwn`: it is of the one who acts. */
export interface GrantInGroup {
  readonly grant: Grant
  readonly isOwn: boolean
}

/**
 * Whether a caller may add a person to a group. Everyone with a role in that group, now or soon, gets rights over the person,
 * and a caller can't give others rights over a person that the caller lacks. The caller must hold their own rights in the group
 * over the person already, for as long, so they gain nothing. `person` is the person's current place. The permission to change
 * the group is checked in addition.
 */
export const mayAddTo = (
  actor: readonly Grant[],
  inGroup: readonly GrantInGroup[],
  person: ActionTarget,
  nowMs: number,
): boolean =>
  inGroup
    .filter(({ grant }) => isOpen(grant, nowMs) && !covers(grant.scope, person))
    .every(({ grant, isOwn }) =>
      permissionsOf(grant.role).every((permission) =>
        actor.some(
          (one) =>
            isInForce(one, nowMs) &&
            permissionsOf(one.role).includes(permission) &&
            covers(one.scope, person) &&
            (!isOwn || endsNoLater(grant.untilMs, one.untilMs)),
        ),
      ),
    )

/** Whether a caller may withdraw a grant of a person whose grants are `target`. */
export const mayWithdraw = (actor: readonly Grant[], grant: Wanted, target: readonly Grant[], nowMs: number): boolean =>
  gives(actor, 'roles.grant', forNow(grant, nowMs), nowMs) && mayManage(actor, target, nowMs)

/** Only people without any role, and without the installation, can be signed in as, now or soon. */
export const maySignInAs = (target: readonly Grant[], nowMs: number): boolean => !target.some((grant) => isOpen(grant, nowMs))

/** The grants of an owner of an organisation, or of the installation, with the conditions under which they count. */
export interface OwnerGrant extends Pick<Grant, 'id' | 'fromMs' | 'untilMs' | 'isWithdrawn' | 'role' | 'scope'> {
  readonly isSuspended: boolean
}

/** An owner of the whole organisation, or of the installation, who can act, and whose grant has no end. */
const isLasting = (grant: OwnerGrant, nowMs: number) =>
  !grant.isSuspended &&
  (grant.role === 'owner' || grant.role === installationOwner) &&
  grant.scope.kind === 'organisation' &&
  isInForce(grant, nowMs) &&
  grant.untilMs === null

/**
 * Whether an organisation (or the installation, if the grants are of its owners) with a permanent owner still has one without
 * the grants with these ids. Without such an owner before, the result is true.
 */
export const keepsAnOwner = (owners: readonly OwnerGrant[], without: ReadonlySet<string>, nowMs: number): boolean =>
  !owners.some((one) => isLasting(one, nowMs)) || owners.some((one) => !without.has(one.id) && isLasting(one, nowMs))

const invigilating: readonly HeldPermission[] = permissionsOf('invigilator')

/**
 * The flags that nodes of 0.2.0 read in the place of grants. They know neither ends nor scopes, so that a flag is set only for what holds
 * in the whole organisation and has no end: an old node allows less than this one, never more.
 */
export const flagsOf = (grants: readonly Grant[], nowMs: number): Flags => {
  const plain = grants.filter((grant) => isInForce(grant, nowMs) && grant.untilMs === null)
  const has = (permission: HeldPermission) => mayDo(plain, permission, {}, nowMs)
  return { admin: has('player.admin') ? 1 : 0, invigilator: invigilating.every(has) ? 1 : 0 }
}

/** Roles that a grant to a person would repeat: the same scope, open, and no shorter. */
export const hasAlready = (grants: readonly Grant[], { role, scope, untilMs }: Wanted, fromMs: number | null, nowMs: number) =>
  grants.some(
    (grant) =>
      isOpen(grant, nowMs) &&
      grant.role === role &&
      isWithin(scope, grant.scope) &&
      endsNoLater(untilMs, grant.untilMs) &&
      (grant.fromMs === null || grant.fromMs <= (fromMs ?? nowMs)),
  )
