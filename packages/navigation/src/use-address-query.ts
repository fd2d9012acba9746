import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { changedAddress, newestSearch } from './address-changes.ts'
import { type QueryValues, readQuery } from './address-query.ts'
import { useAddress, usePageHistory } from './navigation.tsx'

interface ChangeOptions {
  /** False: as a new entry of the browser's history, so that Back leads to what was before. In place unless said so. */
  readonly replace?: boolean
}

/**
 * Keeps the state of a page in the query of its address, such as filters, order and selection, so that a view can be shared as
 * a link and survives a reload. Returns the values and a function that changes some of them. Make `fields` once, outside of the
 * component. The values are always the newest, even if the page of a new address is drawn later: a second press continues from
 * the first choice.
 */
export const useAddressQuery = <Fields extends object>(
  fields: Fields,
): readonly [
  values: QueryValues<Fields>,
  change: (part: Partial<QueryValues<Fields>>, options?: ChangeOptions) => Promise<boolean>,
] => {
  const drawn = useAddress()
  const history = usePageHistory()
  const search = useSyncExternalStore(history.follow, () => newestSearch(history, drawn))
  const values = useMemo(() => readQuery(fields, search), [fields, search])
  const change = useCallback(
    (part: Partial<QueryValues<Fields>>, { replace = true }: ChangeOptions = {}) =>
      history.navigate(changedAddress(history, drawn, fields, part), { replace, resetScroll: false }),
    [history, drawn, fields],
  )
  return [values, change]
}
