import { groupSorts } from '@sitwell/contract'
import { choiceField, flagField, textField } from '@sitwell/navigation/address-query.ts'
import type { Sort } from '@sitwell/office-ui/data-table.tsx'

/** How long a search is read; the server takes no longer one. */
const longestSearch = 200

/** What the address of the list holds: a link shows the same list to whoever may see it. */
export const groupListFields = {
  search: textField({ longest: longestSearch }),
  sort: choiceField(groupSorts),
  descending: flagField,
}

type GroupSort = (typeof groupSorts)[number]

interface Order {
  readonly sort: GroupSort
  readonly descending: boolean
}

/** The order as the table has it. */
export const sortOf = ({ sort, descending }: Order): Sort => ({
  column: sort,
  direction: descending ? 'descending' : 'ascending',
})

/** The order as the address has it; by name if the column can't be sorted by. */
export const orderOf = ({ column, direction }: Sort): Order => ({
  sort: groupSorts.find((one) => one === column) ?? 'name',
  descending: direction === 'descending',
})

/** Each order, for a list to choose from in windows too narrow for the headers. */
export const orders = ['name.up', 'name.down', 'members.up', 'members.down'] as const

export const orderId = ({ sort, descending }: Order) => `${sort}.${descending ? 'down' : 'up'}` as const

/** The order that an id of `orders` names. */
export const orderById = (id: string): Order => {
  const [column = '', direction] = id.split('.')
  return orderOf({ column, direction: direction === 'down' ? 'descending' : 'ascending' })
}
