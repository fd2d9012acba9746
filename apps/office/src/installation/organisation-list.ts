import { choiceField, textField } from '@sitwell/navigation/address-query.ts'
import type { Sort } from '@sitwell/office-ui/data-table.tsx'

/** How long a search is read; the server takes no longer one. */
const longestSearch = 200

/** Orders of the list, as a narrow window offers them. */
export const organisationOrders = ['name-up', 'name-down', 'created-down', 'created-up'] as const
export type OrganisationOrder = (typeof organisationOrders)[number]

/** What the address of the list holds. */
export const organisationListFields = {
  search: textField({ longest: longestSearch }),
  order: choiceField(organisationOrders),
}

/** The order as the table has it. */
export const sortOf = (order: OrganisationOrder): Sort => ({
  column: order.startsWith('name') ? 'name' : 'created',
  direction: order.endsWith('up') ? 'ascending' : 'descending',
})

/** The order that a column's header asks for. */
export const orderOf = ({ column, direction }: Sort): OrganisationOrder => {
  if (column === 'created') return direction === 'ascending' ? 'created-up' : 'created-down'
  return direction === 'ascending' ? 'name-up' : 'name-down'
}
