import type { MembersPreview, memberActions } from '@sitwell/contract'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/database.ts'
import { isOneOf } from '../../db/one-of.ts'
import type { PeopleGroupTable, Schema } from '../../db/schema.ts'
import type { Grant } from '../../roles/grant.ts'
import { mayAddTo, mayDo } from '../../roles/may.ts'
import { placesOfPeople } from '../../roles/place-queries.ts'
import { sha256 } from '../../sha256.ts'
import { readState } from './group-state.ts'
import { type Candidate, judgeMembers, totalsOf } from './judge-members.ts'
import { type NamedPerson, selectHolders, selectNamed } from './member-queries.ts'

export interface MembersAsked {
  readonly action: (typeof memberActions)[number]
  readonly userIDs: readonly number[]
}

interface Asking {
  readonly userGuid: string
  /** The caller's grants. */
  readonly actor: readonly Grant[]
  readonly nowMs: number
}

interface Reading {
  /** Also a transaction. */
  readonly kysely: Kysely<Schema>
  readonly dialect: Database['dialect']
}

/** Which of these people are in a group. */
const selectMemberGuids = async ({ kysely, dialect }: Reading, group: PeopleGroupTable, people: readonly NamedPerson[]) => {
  const rows = await kysely
    .selectFrom('people_group_member')
    .select('user_guid')
    .where('org_id', '=', group.org_id)
    .where('group_id', '=', group.group_id)
    .where(isOneOf(dialect, 'user_guid', people, ({ user_guid }) => user_guid))
    .execute()
  return new Set(rows.map(({ user_guid }) => user_guid))
}

/** What a change of members would do, with the people whom it would change. */
export const previewMembers = async (
  reading: Reading,
  group: PeopleGroupTable,
  { action, userIDs }: MembersAsked,
  { userGuid, actor, nowMs }: Asking,
): Promise<{ readonly preview: MembersPreview; readonly changed: readonly NamedPerson[] }> => {
  const people = await selectNamed(reading, group.org_id, userIDs)
  const members = people.length === 0 ? new Set<string>() : await selectMemberGuids(reading, group, people)
  const places = await placesOfPeople(
    reading,
    group.org_id,
    people.map(({ user_guid }) => user_guid),
  )
  const holders = await selectHolders(reading, group)
  const inGroup = holders.flatMap(({ person, grants }) =>
    grants
      .filter(({ scope }) => scope.kind === 'group' && scope.id === group.group_id)
      .map((grant) => ({ grant, isOwn: person.user_guid === userGuid })),
  )
  const candidateOf = (person: NamedPerson): Candidate => {
    const place = places.get(person.user_guid) ?? {}
    return {
      ...{ username: person.username, firstName: person.first_name, lastName: person.last_name },
      isMember: members.has(person.user_guid),
      isVisible: mayDo(actor, 'people.read', place, nowMs),
      mayAdd: mayAddTo(actor, inGroup, place, nowMs),
    }
  }
  const judged = judgeMembers(action, userIDs, new Map(people.map((person) => [person.user_id, candidateOf(person)])))
  const outcomes = judged.map(({ userID, becomes, reason }) => [userID, becomes, reason])
  const hash = sha256(JSON.stringify([group.group_id, group.version, action, outcomes]))
  const changes = new Set(
    judged.filter(({ becomes }) => becomes === 'added' || becomes === 'removed').map(({ userID }) => userID),
  )
  return {
    preview: { group: await readState(reading, group), people: judged, totals: totalsOf(judged), canUndo: true, hash },
    changed: people.filter(({ user_id }) => changes.has(user_id)),
  }
}
