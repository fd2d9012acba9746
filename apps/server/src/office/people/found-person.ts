import type { MayOnPerson } from '@sitwell/contract'
import type { PersonTable } from '../../db/schema.ts'
import type { Caller } from '../../http/caller.ts'
import { type RefusedOutcome, refuse } from '../../http/refusal.ts'
import type { ActionTarget, Grant } from '../../roles/grant.ts'
import { placeOfPerson } from '../../roles/place-queries.ts'
import { grantsOfCaller, selectGrants } from '../../roles/queries.ts'
import { erasedSearchName } from '../../search-name.ts'
import { selectPersonByUserId } from '../../security/people/queries.ts'
import type { SecurityContext } from '../../security/security-context.ts'
import { mayOnPersonOf } from './may-on-person.ts'

export const nobody = refuse('NOT_FOUND', 'There is nobody with this id in the organisation.')
export const beyond = refuse('NOT_ALLOWED', 'The roles of the caller do not allow this of this person.')

interface FoundPerson {
  readonly ok: true
  readonly person: PersonTable
  readonly grants: readonly Grant[]
  /** The caller's grants. */
  readonly actor: readonly Grant[]
  /** Where the person is, as far as scopes are concerned. */
  readonly place: ActionTarget
  readonly isSelf: boolean
  readonly may: MayOnPerson
}

/** Whether all that was known of the person with this number was erased. */
export const isErased = async (
  { kysely }: Pick<SecurityContext['database'], 'kysely'>,
  orgId: number,
  userId: number,
): Promise<boolean> => {
  const row = await kysely
    .selectFrom('person')
    .select('user_guid')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('search_name', '=', erasedSearchName)
    .executeTakeFirst()
  return row !== undefined
}

/** A person of the caller's organisation, with what the caller may do to them. One who was erased is not there. */
export const findPerson = async (
  { database, clock }: Pick<SecurityContext, 'clock' | 'database'>,
  caller: Caller,
  userId: number,
): Promise<FoundPerson | RefusedOutcome<'NOT_FOUND'>> => {
  const person = await selectPersonByUserId(database, caller.orgId, userId)
  if (!person || person.search_name === erasedSearchName) return nobody
  const [grants, actor, place] = await Promise.all([
    selectGrants(database, person),
    grantsOfCaller(database, caller),
    placeOfPerson(database.kysely, caller.orgId, person.user_guid),
  ])
  const isSelf = person.user_guid === caller.userGuid
  const on = { actor, target: grants, place, isSelf, isSuspended: person.suspended === 1 }
  return { ok: true, person, grants, actor, place, isSelf, may: mayOnPersonOf(on, clock.nowMs()) }
}

/** The same for an act, which is refused unless the caller may do it. */
export const findForAct = async (
  context: Pick<SecurityContext, 'clock' | 'database'>,
  caller: Caller,
  userId: number,
  isAllowed: (may: MayOnPerson) => boolean,
): Promise<FoundPerson | RefusedOutcome<'NOT_FOUND' | 'NOT_ALLOWED'>> => {
  const found = await findPerson(context, caller, userId)
  return found.ok && !isAllowed(found.may) ? beyond : found
}
