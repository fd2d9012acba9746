/** How many rows a page of a table may have (spec 3 §2). */
export const pageSizes = [5, 10, 25] as const
export type PageSize = (typeof pageSizes)[number]

/** How many a page of a table has at first. */
export const defaultPageSize: PageSize = 5
/** How many a page of the logs has at first. */
export const logsPageSize: PageSize = 10

/** One page of rows; a page that isn't there any more is the last that is. */
export const tablePage = <T>(rows: readonly T[], size: PageSize, asked: number) => {
  const lastPage = Math.max(0, Math.ceil(rows.length / size) - 1)
  const page = Math.min(Math.max(0, asked), lastPage)
  const shown = rows.slice(page * size, (page + 1) * size)
  return { page, lastPage, shown, first: shown.length === 0 ? 0 : page * size + 1, last: page * size + shown.length }
}
