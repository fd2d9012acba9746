import type { GivableRoles, NamedScope, Role, RoleScope } from '@sitwell/contract'
import type { ChosenScope } from './scope-field.tsx'

type GivableRole = GivableRoles['roles'][number]

/** A part of the organisation that a call can name. */
type Part = NamedScope & { readonly kind: 'centre' | 'group' | 'room' }

const isPart = (scope: NamedScope | undefined): scope is Part =>
  scope !== undefined && ['centre', 'group', 'room'].includes(scope.kind)

/** Whether roles may be given in the whole organisation, and so in every part of it that is chosen. */
export const isGivableEverywhere = (mayGive: readonly GivableRoles[]): boolean =>
  mayGive.some(({ scope }) => scope === undefined)

/** The parts in which alone roles may be given. */
export const givableParts = (mayGive: readonly GivableRoles[]): readonly Part[] =>
  mayGive.flatMap(({ scope }) => (isPart(scope) ? [scope] : []))

/** Whether anything may be given that a call can name. */
export const isAnythingGivable = (mayGive: readonly GivableRoles[]): boolean =>
  isGivableEverywhere(mayGive) || givableParts(mayGive).length > 0

/** A part as the field for it holds it. */
export const chosenOf = ({ kind, id, name = '', centre = '' }: Part): ChosenScope => {
  if (kind === 'group') return { kind, group: { id, title: name } }
  return kind === 'centre'
    ? { kind, centre: { id, title: name } }
    : { kind: 'centre', centre: { id: '', title: centre }, room: { id, title: name } }
}

/** The later of two ends (ISO 8601); none is later than all. */
const later = (one: string | undefined, other: string | undefined) => {
  if (one === undefined || other === undefined) return undefined
  return Date.parse(one) > Date.parse(other) ? one : other
}

/** The roles that may be given in a scope, each with the latest end that it may have. Undefined: it isn't chosen yet. */
export const givableAt = (mayGive: readonly GivableRoles[], at: RoleScope | undefined): readonly GivableRole[] => {
  const isHere = ({ scope }: GivableRoles) =>
    scope === undefined || (at !== undefined && 'id' in at && at.kind === scope.kind && at.id === scope.id)
  const byRole = new Map<Role, GivableRole>()
  for (const { role, until } of mayGive.filter(isHere).flatMap(({ roles }) => roles)) {
    const known = byRole.get(role)
    const end = known === undefined ? until : later(known.until, until)
    byRole.set(role, { role, ...(end !== undefined && { until: end }) })
  }
  return [...byRole.values()]
}
