import { choiceField, flagField, textField } from '@sitwell/navigation/address-query.ts'
import type { Sort } from '@sitwell/office-ui/data-table.tsx'

/** How long a search is read; the server takes no longer one. */
const longestSearch = 200

/** Views of the list in the order of the bar: what is open, or what is closed too. */
export const centreViews = ['open', 'all'] as const

/** What the address of the list holds. */
export const centreListFields = {
  search: textField({ longest: longestSearch }),
  show: choiceField(centreViews),
  descending: flagField,
}

/** The order as the table has it: centres are sorted by name alone. */
export const sortOf = (descending: boolean): Sort => ({ column: 'name', direction: descending ? 'descending' : 'ascending' })
