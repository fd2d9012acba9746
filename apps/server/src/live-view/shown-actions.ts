import type { LiveAction, LiveActionPerson, LiveRow } from '@sitwell/contract'
import { type ActionOfPerson, actOf, reasonOf } from './action-queries.ts'
import { iso } from './viewer.ts'

/** A person of an action, with their name as the viewer sees it. */
export interface NamedOfAction {
  readonly person: ActionOfPerson
  readonly row: Pick<LiveRow, 'firstName' | 'lastName' | 'rowID'>
}

/** The last of the moments that are known. */
const lastOf = (people: readonly NamedOfAction[], column: 'acknowledged_at' | 'delivered_at'): string | undefined => {
  const moments = people.flatMap(({ person }) => person[column] ?? [])
  return moments.length === 0 ? undefined : iso(Math.max(...moments))
}

const countOf = (people: readonly NamedOfAction[], isMeant: (person: ActionOfPerson) => boolean) =>
  people.filter(({ person }) => isMeant(person)).length

/** An action with what became of it, for those of its people whom the viewer may see. There is at least one. */
export const shownAction = (
  people: readonly NamedOfAction[],
  { userGuid, nameOf }: { readonly userGuid: string; nameOf(guid: string): string },
): LiveAction | undefined => {
  const [first] = people
  if (!first) return undefined
  const { person: action, row } = first
  const [deliveredAt, acknowledgedAt] = [lastOf(people, 'delivered_at'), lastOf(people, 'acknowledged_at')]
  const is = (outcome: ActionOfPerson['outcome']) => countOf(people, (person) => person.outcome === outcome)
  return {
    ...{ actionID: action.action_id, act: actOf(action), at: iso(action.at) },
    ...{ by: nameOf(action.author), isMine: action.author === userGuid },
    counts: {
      people: people.length,
      ...{ pending: is('pending'), applied: is('applied'), unchanged: is('unchanged'), refused: is('refused') },
      expected: countOf(people, ({ is_expected }) => is_expected === 1),
      delivered: countOf(people, ({ delivered_at }) => delivered_at !== null),
      acknowledged: countOf(people, ({ acknowledged_at }) => acknowledged_at !== null),
    },
    ...(deliveredAt !== undefined && { deliveredAt }),
    ...(acknowledgedAt !== undefined && { acknowledgedAt }),
    ...(people.length === 1 && { person: { rowID: row.rowID, firstName: row.firstName, lastName: row.lastName } }),
  }
}

/** What became of an action for one person, without their name. */
export const becameOf = (person: ActionOfPerson) => {
  const reason = reasonOf(person)
  return {
    outcome: person.outcome,
    ...(reason !== undefined && { reason }),
    ...(person.applied_at !== null && { appliedAt: iso(person.applied_at) }),
    ...(person.delivered_at !== null && { deliveredAt: iso(person.delivered_at) }),
    ...(person.acknowledged_at !== null && { acknowledgedAt: iso(person.acknowledged_at) }),
  }
}

export const shownPerson = ({ person, row }: NamedOfAction): LiveActionPerson => ({
  ...{ rowID: row.rowID, firstName: row.firstName, lastName: row.lastName },
  ...becameOf(person),
})
