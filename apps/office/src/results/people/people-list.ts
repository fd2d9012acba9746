import { resultOutcomes } from '@sitwell/contract'
import { choiceField, flagField, type QueryField, textField } from '@sitwell/navigation/address-query.ts'
import type { Sort } from '@sitwell/office-ui/data-table.tsx'

/** What the table can be sorted by, as `officeDeliveryResultRows` takes it. */
const resultSorts = ['name', 'score', 'grade', 'outcome', 'handed-in'] as const
const only = ['withheld', 'waiting', 'differs', 'seen', 'unseen'] as const
/** What is shown of the list: everybody, one outcome, or those with something in common. */
export const resultViews = ['all', ...resultOutcomes, ...only] as const
export type ResultView = (typeof resultViews)[number]

/** The number of a set; empty for the results as they are now. */
const setField: QueryField<string> = {
  read: (text = '') => (/^[1-9]\d{0,8}$/.test(text) ? text : ''),
  write: (value) => (value === '' ? undefined : value),
}

/** What the address of the list holds. */
export const peopleFields = {
  set: setField,
  show: choiceField(resultViews),
  grade: textField({ longest: 200 }),
  search: textField({ longest: 200 }),
  sort: choiceField(resultSorts),
  descending: flagField,
}

/** What the call asks for by a view. */
export const askedBy = (view: ResultView): { readonly outcome: string; readonly only: string } => ({
  outcome: resultOutcomes.find((one) => one === view) ?? '',
  only: only.find((one) => one === view) ?? '',
})

type ResultSort = (typeof resultSorts)[number]

export const sortOf = (sort: ResultSort, descending: boolean): Sort => ({
  column: sort,
  direction: descending ? 'descending' : 'ascending',
})

export const orderOf = ({ column, direction }: Sort): { readonly sort: ResultSort; readonly descending: boolean } => ({
  sort: resultSorts.find((one) => one === column) ?? 'name',
  descending: direction === 'descending',
})

/** Each order, for a list to choose from in windows too narrow for the headers: `score.down`. */
export const orders = resultSorts.flatMap((sort) => [`${sort}.up`, `${sort}.down`] as const)

export const orderId = (sort: ResultSort, descending: boolean) => `${sort}.${descending ? 'down' : 'up'}` as const

/** The order that an id of `orders` names. */
export const orderById = (id: string) => {
  const [column = '', direction] = id.split('.')
  return orderOf({ column, direction: direction === 'down' ? 'descending' : 'ascending' })
}
