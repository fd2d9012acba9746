import type { PersonRow } from '@sitwell/contract'
import type { Column, NameColumn } from '@sitwell/office-ui/data-table.tsx'
import type { OfficeText } from '../office-context.tsx'
import { officeHref } from '../shell/office-link.tsx'
import { nameOf } from './person-name.ts'

/** The page of a person within the office. */
export const personPath = (userID: number): string => `/people/${userID}`

export const nameColumn = (text: OfficeText): NameColumn<PersonRow> => ({
  id: 'name',
  title: text('people.name'),
  widthRem: 13,
  isSortable: true,
  name: nameOf,
  href: ({ userID }) => officeHref(personPath(userID)),
})

const stateOf = ({ isSuspended, lastSignInAt }: PersonRow) => {
  if (isSuspended) return { tone: 'bad', id: 'people.state.suspended' } as const
  if (lastSignInAt === undefined) return { tone: 'idle', id: 'people.state.new' } as const
  return { tone: 'good', id: 'people.state.active' } as const
}

/** The columns beside the name, in the order of the screen; what is least needed leaves a narrow window first. */
export const columns = (text: OfficeText): readonly Column<PersonRow>[] => [
  {
    ...{ kind: 'text', id: 'username', title: text('people.username'), widthRem: 9, isSortable: true },
    text: ({ username }) => username,
  },
  {
    ...{ kind: 'text', id: 'identifier', title: text('people.identifier'), widthRem: 7.5, isSortable: true },
    text: ({ identifier }) => identifier ?? '',
  },
  {
    ...{ kind: 'status', id: 'state', title: text('people.state'), widthRem: 9.5, priority: 1 },
    status: (row) => {
      const { tone, id } = stateOf(row)
      return { tone, text: text(id) }
    },
  },
  {
    ...{ kind: 'text', id: 'roles', title: text('people.roles'), widthRem: 10, grows: true },
    text: ({ roles }) => roles.map((role) => text(`role.${role}`)).join(', '),
  },
  {
    ...{ kind: 'text', id: 'groups', title: text('people.groups'), widthRem: 9, grows: true, priority: 3 },
    text: ({ groups = [] }) => groups.map(({ name }) => name).join(', '),
  },
  {
    ...{ kind: 'text', id: 'email', title: text('people.email'), widthRem: 12, priority: 3 },
    text: ({ email }) => email ?? '',
  },
  {
    ...{ kind: 'dateTime', id: 'lastSignIn', title: text('people.lastSignIn'), widthRem: 10.5, isSortable: true },
    // That there was none is the state.
    atMs: ({ lastSignInAt }) => (lastSignInAt === undefined ? undefined : Date.parse(lastSignInAt)),
  },
]
