import { type QueryValues, writeQuery } from './address-query.ts'
import type { PageAddress } from './page-address.ts'
import type { PageHistory } from './page-history.ts'

/**
 * The query of the page that was drawn at an address: the newest one that was asked for. Pages are drawn in their own time, so the address that
 * was drawn may lack changes that were made since. While another page is on its way, the query is that of the address that was drawn.
 */
export const newestSearch = (history: Pick<PageHistory, 'latest'>, drawn: PageAddress): string => {
  const { pathname, search } = history.latest().address
  return pathname === drawn.pathname ? search : drawn.search
}

/** The address of that page with some values of its query changed, as `PageHistory.navigate` takes it. */
export const changedAddress = <Fields extends object>(
  history: Pick<PageHistory, 'latest'>,
  drawn: PageAddress,
  fields: Fields,
  part: Partial<QueryValues<Fields>>,
): string => `/${drawn.parts.map(encodeURIComponent).join('/')}${writeQuery(fields, newestSearch(history, drawn), part)}`
