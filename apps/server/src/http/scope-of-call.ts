import { type Call, isStaffAccess, type ScopeField, type StaffAccess } from '@sitwell/contract'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { isFoundBy, isPermittedAt } from '../roles/place-queries.ts'
import { holdsAnywhere } from '../roles/places.ts'
import { grantsOfCaller, isPermitted } from '../roles/queries.ts'
import type { Caller } from './caller.ts'
import { type RefusedOutcome, refuse } from './refusal.ts'

interface Context {
  readonly database: Database
  readonly clock: Clock
}

/** A request as its call's schemas have read it. */
interface ReadRequest {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** Whether a role in a part of the organisation may open a call: its request names that part, or it lists what is of the caller's parts. */
const isOfParts = (scope: StaffAccess['scope']): boolean =>
  scope === 'places' || (scope !== 'organisation' && scope.every(isFoundBy))

/**
 * Whether a caller may make a call of staff at all, before its body is read: in the whole organisation; or anywhere, if the request itself is to name where,
 * which `denialAt` asks once it is read.
 */
export const isAdmitted = async (
  { database, clock }: Context,
  caller: Caller,
  { permission, scope }: StaffAccess,
): Promise<boolean> => {
  if (!isOfParts(scope)) return isPermitted(database, caller, permission, clock.nowMs())
  return holdsAnywhere(await grantsOfCaller(database, caller), permission, clock.nowMs())
}

const fieldsOf = (part: unknown): Readonly<Record<string, unknown>> => ({ ...Object(part) })

/** The fields of a call's scope that a request gives, with their values. */
const givenFields = (scope: readonly ScopeField[], { params, query, body }: ReadRequest) => {
  const given = [params, query, body].map(fieldsOf)
  return scope.flatMap((field) => given.flatMap((part) => (part[field] === undefined ? [] : [[field, part[field]] as const])))
}

/** Why a caller may not make a call for what the request names. What the organisation doesn't have is refused to them like what is elsewhere. */
export const denialAt = async (
  { database, clock }: Context,
  { access }: Pick<Call, 'access'>,
  caller: Caller | undefined,
  read: ReadRequest,
): Promise<RefusedOutcome<'NOT_ALLOWED'> | undefined> => {
  if (!caller || !isStaffAccess(access)) return undefined
  const { permission, scope } = access
  if (scope === 'organisation' || scope === 'places' || !isOfParts(scope)) return undefined
  const at = { fields: givenFields(scope, read), nowMs: clock.nowMs() }
  if (await isPermittedAt(database, caller, permission, at)) return undefined
  return refuse('NOT_ALLOWED', `Only people with a role that has the permission ${permission} there may do this.`)
}
