import type { TableActivity } from '@sitwell/office-ui/data-table.tsx'

/** The activity of a table that shows all rows of a query at once. */
export const activityOf = ({
  isFetching,
  isError,
}: {
  readonly isFetching: boolean
  readonly isError: boolean
}): TableActivity => {
  if (isFetching) return 'loading'
  return isError ? 'failed' : 'idle'
}
