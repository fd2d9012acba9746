import type { NamedScope } from '@sitwell/contract'
import type { OfficeText } from '../office-context.tsx'

/** What a part of the organisation is called; in words if it was removed. */
export const scopeName = ({ name, centre }: NamedScope, text: OfficeText): string => {
  if (name === undefined) return text('scope.gone')
  return centre === undefined ? name : text('scope.roomOf', { room: name, centre })
}

/** Where a role is held: `centre: Leith`. */
export const scopeText = (scope: NamedScope, text: OfficeText): string =>
  text(`scope.in.${scope.kind}`, { name: scopeName(scope, text) })
