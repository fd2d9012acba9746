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

/** Whether all that `inner` covers is covered by `outer`, as far as the scopes alone say so. */
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
 * Whether somebody may manage a person at all (reset, suspend, change, end sessions): only if they have all that the person has or will
 * have, wherever the person has it. The permission for the act itself is asked beside it.
 */
export const mayManage = (actor: readonly Grant[], target: readonly Grant[], nowMs: number): boolean =>
  target
    .filter((grant) => isOpen(grant, nowMs))
    .every((grant) => permissionsOf(grant.role).every((permission) => gives(actor, permission, forNow(grant, nowMs), nowMs)))

/**
 * Whether somebody may make another person an owner of the installation: whoever is one themselves, for at least as long. No role gives it, so that
 * no owner of an organisation comes to it by what they may grant.
 */
export const mayGiveInstallation = (actor: readonly Grant[], untilMs: number | null, nowMs: number): boolean =>
  gives(actor, 'installation.manage', { role: installationOwner, scope: wholeOrganisation, untilMs }, nowMs)

/** A role that somebody holds in a group; `isOwn`: it is of the one who acts. */
export interface GrantInGroup {
  readonly grant: Grant
  readonly isOwn: boolean
}

/**
 * Whether somebody may add a person to a group: whoever has a role in that group, now or soon, may do more to the person from then on, and nobody gives
 * that who may not do it to the person themselves. What they have in the group themselves they must have over the person for as long, so that they
 * gain nothing by it. `person` is where the person is before. That they may change the group at all is asked beside it.
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

/** Whether somebody may withdraw a grant of a person whose grants are `target`. */
export const mayWithdraw = (actor: readonly Grant[], grant: Wanted, target: readonly Grant[], nowMs: number): boolean =>
  gives(actor, 'roles.grant', forNow(grant, nowMs), nowMs) && mayManage(actor, target, nowMs)

/** Only people without any role, and without the installation, can be signed in as, now or soon. */
export const maySignInAs = (target: readonly Grant[], nowMs: number): boolean => !target.some((grant) => isOpen(grant, nowMs))

/** What an owner of an organisation, or of the installation, holds, with what else decides whether it counts. */
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
 * Whether an organisation that has a lasting owner still has one without the grants of these ids; or the installation, if the grants are of its owners.
 * What has none can't lose any.
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
