import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { type QueryValues, readQuery, writeQuery } from './address-query.ts'
import { useAddress, useNavigate } from './navigation.tsx'

interface ChangeOptions {
  /** False: as a new entry of the browser's history, so that Back leads to what was before. In place unless said so. */
  readonly replace?: boolean
}

/**
 * What a page keeps in the query of its address, such as filters, order and selection, so that the view can be shared as a link and survives a
 * reload; and how to change some of it. `fields` are made once, outside of the component.
 */
export const useAddressQuery = <Fields extends object>(
  fields: Fields,
): readonly [
  values: QueryValues<Fields>,
  change: (part: Partial<QueryValues<Fields>>, options?: ChangeOptions) => Promise<boolean>,
] => {
  const { parts, search } = useAddress()
  const navigate = useNavigate()
  const values = useMemo(() => readQuery(fields, search), [fields, search])
  const path = `/${parts.map(encodeURIComponent).join('/')}`
  // Two changes may come before the first of them shows: the second is of what the first has made.
  const latest = useRef(search)
  useLayoutEffect(() => {
    latest.current = search
  }, [search])
  const change = useCallback(
    (part: Partial<QueryValues<Fields>>, { replace = true }: ChangeOptions = {}) => {
      latest.current = writeQuery(fields, latest.current, part)
      return navigate({ to: `${path}${latest.current}`, replace, resetScroll: false })
    },
    [navigate, fields, path],
  )
  return [values, change]
}
