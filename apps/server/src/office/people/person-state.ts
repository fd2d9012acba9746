import type { PersonRow, PersonState, Role } from '@sitwell/contract'
import type { PersonTable } from '../../db/schema.ts'

export const iso = (ms: number): string => new Date(ms).toISOString()

type Shown = Pick<
  PersonTable,
  'user_id' | 'username' | 'first_name' | 'last_name' | 'email' | 'learner_identifier' | 'suspended' | 'last_sign_in_at'
>

const shownOf = (person: Shown) => ({
  userID: person.user_id,
  username: person.username,
  firstName: person.first_name,
  lastName: person.last_name,
  ...(person.email && { email: person.email }),
  ...(person.learner_identifier && { identifier: person.learner_identifier }),
  isSuspended: person.suspended === 1,
  ...(person.last_sign_in_at > 0 && { lastSignInAt: iso(person.last_sign_in_at) }),
})

/** A person as the office shows them. */
export const personStateOf = (person: PersonTable): PersonState => ({
  ...shownOf(person),
  version: person.version,
  languageID: person.language_id,
  ...(person.date_of_birth && { dateOfBirth: person.date_of_birth }),
  ...(person.phone && { phone: person.phone }),
})

/** The groups of a person; the field is missing if there are none. */
export const groupsOf = (rows: readonly { readonly group_id: string; readonly name: string }[]) =>
  rows.length === 0 ? {} : { groups: rows.map(({ group_id, name }) => ({ groupID: group_id, name })) }

/** A person as a line of the list, with the roles that they hold now and their groups. */
export const personRowOf = (
  person: Shown,
  roles: readonly Role[],
  groups: readonly { readonly group_id: string; readonly name: string }[],
): PersonRow => ({
  ...shownOf(person),
  roles: [...new Set(roles)],
  ...groupsOf(groups),
})
