import type { PersonGrant, RoleScope } from '@sitwell/contract'
import type { OfficeText } from '../office-context.tsx'
import { scopeText } from './scope-text.ts'

/** A role with where it is held: `Invigilator, centre: Leith`. */
export const roleText = ({ role, scope }: PersonGrant, text: OfficeText): string =>
  [text(`role.${role}`), ...(scope === undefined ? [] : [scopeText(scope, text)])].join(', ')

/** The scope that a withdrawal names. Undefined for one that no call names: then the role is withdrawn everywhere. */
export const scopeOfGrant = ({ scope }: PersonGrant): RoleScope | undefined => {
  if (scope === undefined) return { kind: 'organisation' }
  const { kind, id } = scope
  return kind === 'centre' || kind === 'room' || kind === 'group' ? { kind, id } : undefined
}
