import { heldRoleSorts, heldScopeKinds, roles, shownHeldRoles } from '@sitwell/contract'
import { choiceField, flagField, textField } from '@sitwell/navigation/address-query.ts'
import type { Sort } from '@sitwell/office-ui/data-table.tsx'

/** What the address of the list holds: a link shows the same list to whoever may see it. */
export const rolesFields = {
  search: textField(),
  show: choiceField(shownHeldRoles),
  role: choiceField(['all', ...roles]),
  scope: choiceField(heldScopeKinds),
  sort: choiceField(heldRoleSorts),
  descending: flagField,
}

type RolesSort = (typeof heldRoleSorts)[number]

interface Order {
  readonly sort: RolesSort
  readonly descending: boolean
}

/** The order as the table has it. */
export const sortOf = ({ sort, descending }: Order): Sort => ({
  column: sort,
  direction: descending ? 'descending' : 'ascending',
})

const known = (name: string | undefined): RolesSort => heldRoleSorts.find((one) => one === name) ?? 'name'

/** The order as the address has it; by name if the column can't be sorted by. */
export const orderOf = ({ column, direction }: Sort): Order => ({
  sort: known(column),
  descending: direction === 'descending',
})

/** Each order, for a list to choose from in windows too narrow for the headers: `name.up`. */
export const orders = heldRoleSorts.flatMap((sort) => [`${sort}.up`, `${sort}.down`] as const)

export const orderId = ({ sort, descending }: Order) => `${sort}.${descending ? 'down' : 'up'}` as const

/** The order that an id of `orders` names. */
export const orderById = (id: string): Order => {
  const [sort, direction] = id.split('.')
  return { sort: known(sort), descending: direction === 'down' }
}
