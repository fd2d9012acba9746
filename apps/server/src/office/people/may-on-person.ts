import { type MayOnPerson, type Permission, roles } from '@sitwell/contract'
import { type ActionTarget, type Grant, wholeOrganisation } from '../../roles/grant.ts'
import { isOpen, mayDo, mayGrant, mayManage, mayWithdraw } from '../../roles/may.ts'

/** Whom something is done to, and by whom. */
export interface OnPerson {
  /** The caller's grants. */
  readonly actor: readonly Grant[]
  /** The person's grants, of any state. */
  readonly target: readonly Grant[]
  /** Where the person is: in their groups. */
  readonly place: ActionTarget
  /** The caller is the person. */
  readonly isSelf: boolean
  readonly isSuspended: boolean
}

/**
 * What a caller may do to a person. Nobody does to others what takes more than they may do themselves (`mayManage`), so that no change, link or
 * reset makes anybody more than they are. Nobody changes their own ways in here, or suspends themselves: whoever finds an office open would
 * keep what they take by it. `change` alone is left to people for themselves.
 */
export const mayOnPersonOf = ({ actor, target, place, isSelf, isSuspended }: OnPerson, nowMs: number): MayOnPerson => {
  const isBelow = mayManage(actor, target, nowMs)
  const may = (permission: Permission) => isBelow && mayDo(actor, permission, place, nowMs)
  const mayToOthers = (permission: Permission) => !isSelf && may(permission)
  // What is known of somebody is from all of the organisation, so a permission in a part of it isn't enough.
  const toAll = (permission: Permission) => mayToOthers(permission) && mayDo(actor, permission, {}, nowMs)
  const credentials = mayToOthers('people.credentials')
  const wanted = (role: (typeof roles)[number]) => ({ role, scope: wholeOrganisation, untilMs: null })
  const held = new Set(target.filter((grant) => isOpen(grant, nowMs)).map(({ role }) => role))
  return {
    change: may('people.write'),
    changeContact: mayToOthers('people.write') && credentials,
    suspend: mayToOthers('people.suspend') && !isSuspended,
    resume: mayToOthers('people.suspend') && isSuspended,
    invite: credentials && !isSuspended,
    resetPassword: credentials && !isSuspended,
    resetSecondStep: credentials,
    endSessions: credentials,
    export: toAll('people.export'),
    erase: toAll('people.erase'),
    grant: roles.filter((role) => mayGrant(actor, wanted(role), nowMs)),
    withdraw: roles.filter((role) => held.has(role) && mayWithdraw(actor, wanted(role), target, nowMs)),
  }
}
