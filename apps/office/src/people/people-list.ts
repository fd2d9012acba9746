import { peopleSorts, shownPeople } from '@sitwell/contract'
import { choiceField, flagField, type QueryField, textField } from '@sitwell/navigation/address-query.ts'
import type { Sort } from '@sitwell/office-ui/data-table.tsx'

/** How long a search is read; the server takes no longer one. */
const longestSearch = 200

const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The id of a group; empty unless the address has one. */
const groupField: QueryField<string> = {
  read: (text = '') => (guid.test(text) ? text : ''),
  write: (value) => (value === '' ? undefined : value),
}

/** What the address of a group's members holds. */
export const membersFields = {
  search: textField({ longest: longestSearch }),
  sort: choiceField(peopleSorts),
  descending: flagField,
}

/** What the address of the list holds: a link shows the same list to whoever may see it. */
export const listFields = {
  search: textField({ longest: longestSearch }),
  show: choiceField(shownPeople),
  group: groupField,
  sort: choiceField(peopleSorts),
  descending: flagField,
}

export type PeopleSort = (typeof peopleSorts)[number]

/** Views in the order of the bar. */
export const views = [
  'all',
  'learners',
  'staff',
  'never-signed-in',
  'suspended',
] as const satisfies readonly (typeof shownPeople)[number][]

/** The order as the table has it. */
export const sortOf = (sort: PeopleSort, descending: boolean): Sort => ({
  column: sort,
  direction: descending ? 'descending' : 'ascending',
})

/** The order as the address has it; by name if the column can't be sorted by. */
export const orderOf = ({ column, direction }: Sort): { readonly sort: PeopleSort; readonly descending: boolean } => ({
  sort: peopleSorts.find((one) => one === column) ?? 'name',
  descending: direction === 'descending',
})

/** Each order, for a list to choose from in windows too narrow for the headers: `name.up`. */
export const orders = peopleSorts.flatMap((sort) => [`${sort}.up`, `${sort}.down`] as const)

export const orderId = (sort: PeopleSort, descending: boolean) => `${sort}.${descending ? 'down' : 'up'}` as const

/** The order that an id of `orders` names. */
export const orderById = (id: string): { readonly sort: PeopleSort; readonly descending: boolean } => {
  const [sort, direction] = id.split('.')
  return { sort: peopleSorts.find((one) => one === sort) ?? 'name', descending: direction === 'down' }
}
