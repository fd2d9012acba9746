import type { Database } from '../../db/database.ts'
import { isOneOf } from '../../db/one-of.ts'
import { personColumns } from '../../db/plain-columns.ts'
import type { PersonTable } from '../../db/schema.ts'
import type { Caller } from '../../http/caller.ts'
import { grantsOf } from '../../roles/grant.ts'
import { selectInstallationGrantsOf } from '../../roles/installation-grants.ts'
import { mayDo } from '../../roles/may.ts'
import { placesOfPeople } from '../../roles/place-queries.ts'
import { grantsOfCaller } from '../../roles/queries.ts'
import { selectGrantRows } from '../people/list-queries.ts'
import { mayOnPersonOf } from '../people/may-on-person.ts'
import type { Candidate } from './judge-acts.ts'

interface Known {
  readonly people: ReadonlyMap<number, PersonTable>
  readonly candidates: ReadonlyMap<number, Candidate>
}

/** The people of these numbers, with what the caller may do to each. Those who were erased are not there. */
export const findCandidates = async (
  database: Database,
  caller: Caller,
  userIDs: readonly number[],
  nowMs: number,
): Promise<Known> => {
  const { orgId, userGuid } = caller
  const rows = await database.kysely
    .selectFrom('person')
    .select(personColumns)
    .where('org_id', '=', orgId)
    .where(isOneOf(database.dialect, 'user_id', [...new Set(userIDs)], (id) => id))
    .where((where) => where.or([where('search_name', 'is', null), where('search_name', '>', '')]))
    .execute()
  const guids = rows.map(({ user_guid }) => user_guid)
  const [actor, places, grantRows, ofInstallation] = await Promise.all([
    grantsOfCaller(database, caller),
    placesOfPeople(database, orgId, guids),
    guids.length === 0 ? [] : selectGrantRows(database, orgId, guids),
    selectInstallationGrantsOf(database, orgId, guids),
  ])
  const byPerson = Map.groupBy(grantRows, ({ user_guid }) => user_guid)
  const candidateOf = (person: PersonTable): Candidate => {
    const place = places.get(person.user_guid) ?? {}
    const roles = grantsOf(person, byPerson.get(person.user_guid) ?? [])
    const target = [...roles, ...(ofInstallation.get(person.user_guid) ?? [])]
    const [isSelf, isSuspended] = [person.user_guid === userGuid, person.suspended === 1]
    return {
      ...{ username: person.username, firstName: person.first_name, lastName: person.last_name },
      email: person.email || undefined,
      ...{ isSelf, isSuspended, hasSignedIn: person.last_sign_in_at > 0 },
      isVisible: mayDo(actor, 'people.read', place, nowMs),
      may: mayOnPersonOf({ actor, target, place, isSelf, isSuspended }, nowMs),
    }
  }
  return {
    people: new Map(rows.map((person) => [person.user_id, person])),
    candidates: new Map(rows.map((person) => [person.user_id, candidateOf(person)])),
  }
}
