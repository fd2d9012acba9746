import { type Permission, permissionsOfRole, type Role, roles } from '@sitwell/contract'
import type { PersonTable, RoleGrantTable } from '../db/schema.ts'

/** The part of an organisation in which a role is held. */
export type Scope =
  | { readonly kind: 'organisation' }
  | { readonly kind: 'centre' | 'room' | 'group' | 'exam' | 'delivery'; readonly id: string }
  | { readonly kind: 'delivery-room'; readonly delivery: string; readonly room: string }

/** The target of an action, as far as scopes need it. */
export interface ActionTarget {
  readonly centre?: string
  readonly room?: string
  readonly groups?: readonly string[]
  readonly exam?: string
  readonly delivery?: string
}

/**
 * The right of an owner of the installation. It is not a role of an organisation, so people who grant roles can't grant it
 * (decision 155).
 */
export const installationOwner = 'installation-owner'

/** A permission of a role, or that of the owners of the installation, which no role has. */
export type HeldPermission = Permission | 'installation.manage'

/** The operator's facts are of the whole server. */
const ofInstallation: readonly HeldPermission[] = ['installation.manage', 'system.read']

/** A role that somebody was given, or the installation. Moments are milliseconds since 1970. */
export interface Grant {
  readonly id: string
  readonly role: Role | typeof installationOwner
  readonly scope: Scope
  readonly fromMs: number | null
  /** The first moment at which it no longer holds. */
  readonly untilMs: number | null
  readonly isWithdrawn: boolean
}

/** A grant of a role, and not of the installation. */
export type RoleGrant = Grant & { readonly role: Role }

export const isOfRole = (grant: Grant): grant is RoleGrant => grant.role !== installationOwner

export const wholeOrganisation: Scope = { kind: 'organisation' }

export const permissionsOf = (role: Grant['role']): readonly HeldPermission[] =>
  role === installationOwner ? ofInstallation : permissionsOfRole[role]

export const isRole = (name: string): name is Role => roles.some((one) => one === name)

const scopeOf = ({ scope_kind: kind, scope_id: id, scope_room: room }: RoleGrantTable): Scope | undefined => {
  if (kind === 'organisation') return wholeOrganisation
  if (kind === 'delivery-room') return room === null ? undefined : { kind, delivery: id, room }
  const isKnown = kind === 'centre' || kind === 'room' || kind === 'group' || kind === 'exam' || kind === 'delivery'
  return isKnown ? { kind, id } : undefined
}

/** The columns of a scope, which `scopeOf` reads. */
export const columnsOfScope = (scope: Scope): Pick<RoleGrantTable, 'scope_kind' | 'scope_id' | 'scope_room'> => {
  if (scope.kind === 'organisation') return { scope_kind: scope.kind, scope_id: '', scope_room: null }
  if (scope.kind === 'delivery-room') return { scope_kind: scope.kind, scope_id: scope.delivery, scope_room: scope.room }
  return { scope_kind: scope.kind, scope_id: scope.id, scope_room: null }
}

/** Undefined if a newer version wrote the row, with a role or a scope that this one doesn't know: it grants nothing here. */
export const grantOfRow = (row: RoleGrantTable): RoleGrant | undefined => {
  const scope = scopeOf(row)
  if (!scope || !isRole(row.role)) return undefined
  const { grant_id: id, role, valid_from: fromMs, valid_until: untilMs, withdrawn_at } = row
  return { id, role, scope, fromMs, untilMs, isWithdrawn: withdrawn_at !== null }
}

/** The flags that nodes of 0.2.0 read and write. */
export type Flags = Pick<PersonTable, 'admin' | 'invigilator'>

/** The id of the grant that a flag becomes: the same on every node and in the migration. */
export const idOfFlag = (role: Role, userGuid: string): string => `${role}/${userGuid}`

/** The roles that the flags of a person mean if the person has no grant: an old node stored them (decision 137). */
export const rolesOfFlags = ({ admin, invigilator }: Flags): readonly Role[] => [
  ...(admin === 1 ? (['it-administrator'] as const) : []),
  ...(invigilator === 1 ? (['invigilator'] as const) : []),
]

/** The roles of a person: their grants, or the meaning of an old node's flags if the person never had a grant. */
export const grantsOf = (
  person: Flags & Pick<PersonTable, 'user_guid'>,
  rows: readonly RoleGrantTable[],
): readonly RoleGrant[] =>
  rows.length > 0
    ? rows.flatMap((row) => grantOfRow(row) ?? [])
    : rolesOfFlags(person).map((role) => ({
        id: idOfFlag(role, person.user_guid),
        role,
        scope: wholeOrganisation,
        fromMs: null,
        untilMs: null,
        isWithdrawn: false,
      }))
