import type { Permission } from '@sitwell/contract'
import { type Grant, permissionsOf } from './grant.ts'
import { isInForce } from './may.ts'

/** The parts of an organisation in which somebody may do something: lists show them what is of these. */
export interface Places {
  readonly isEverywhere: boolean
  /** Ids of groups; a person of one is in these places. */
  readonly groups: readonly string[]
  readonly centres: readonly string[]
  readonly rooms: readonly string[]
}

const everywhere: Places = { isEverywhere: true, groups: [], centres: [], rooms: [] }

/** Where the grants that are in force give a permission. What they give in exams and deliveries is of no list of people or places. */
export const placesIn = (grants: readonly Grant[], permission: Permission, nowMs: number): Places => {
  const scopes = grants
    .filter((grant) => isInForce(grant, nowMs) && permissionsOf(grant.role).includes(permission))
    .map(({ scope }) => scope)
  if (scopes.some(({ kind }) => kind === 'organisation')) return everywhere
  const idsOf = (wanted: 'group' | 'centre' | 'room') => [
    ...new Set(scopes.flatMap((scope) => (scope.kind === wanted ? [scope.id] : []))),
  ]
  return { isEverywhere: false, groups: idsOf('group'), centres: idsOf('centre'), rooms: idsOf('room') }
}

/** Whether the grants that are in force give a permission anywhere. */
export const holdsAnywhere = (grants: readonly Grant[], permission: Permission, nowMs: number): boolean =>
  grants.some((grant) => isInForce(grant, nowMs) && permissionsOf(grant.role).includes(permission))
