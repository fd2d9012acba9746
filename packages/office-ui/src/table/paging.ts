/** What is asked of the server. Only the reply to the newest request counts. */
export interface PageRequest {
  readonly id: number
  /** Names the filters and the sort order. */
  readonly query: string
  /** Where the page begins, as the page before it said; undefined: the first page. */
  readonly cursor: string | undefined
}

/** What the server replies: rows, and the cursor of the page after them, if there is one. */
export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly next: string | undefined
  /** How many rows there are on all pages, if the server counts them. */
  readonly total?: number | undefined
  /** When the rows were read, by the server's clock (Unix ms). */
  readonly asOfMs: number
}

/**
 * A list that the server gives in pages, each by the cursor that the page before it ended with. Rows never come by a number of rows to
 * skip: if one is added or removed meanwhile, all that follow move, and one would be missed or shown twice.
 */
export interface Pages<Row> {
  /** The query that the rows belong to; undefined before the first page. */
  readonly query: string | undefined
  readonly rows: readonly Row[]
  readonly next: string | undefined
  readonly total: number | undefined
  /** When the oldest of the rows was read (Unix ms); undefined before the first page. */
  readonly asOfMs: number | undefined
  /** Under way. */
  readonly request: PageRequest | undefined
  /** Failed, and can be sent again. */
  readonly failed: PageRequest | undefined
  readonly lastId: number
}

export type PagingEvent<Row> =
  | { readonly kind: 'asked'; readonly query: string }
  | { readonly kind: 'more' }
  | { readonly kind: 'again' }
  | { readonly kind: 'loaded'; readonly id: number; readonly page: Page<Row> }
  | { readonly kind: 'failed'; readonly id: number }

export const noPages: Pages<never> = {
  query: undefined,
  rows: [],
  next: undefined,
  total: undefined,
  asOfMs: undefined,
  request: undefined,
  failed: undefined,
  lastId: 0,
}

const ask = <Row>(pages: Pages<Row>, query: string, cursor: string | undefined): Pages<Row> => {
  const id = pages.lastId + 1
  return { ...pages, request: { id, query, cursor }, failed: undefined, lastId: id }
}

const take = <Row>(pages: Pages<Row>, request: PageRequest, page: Page<Row>, keyOf: (row: Row) => string): Pages<Row> => {
  const { rows, next, total, asOfMs } = page
  const done = { ...pages, query: request.query, next, request: undefined }
  if (request.cursor === undefined) return { ...done, rows, total, asOfMs }
  // A row that moved over the edge between two pages comes on both. The newer reading of it counts, at the older place.
  const newer = new Map(rows.map((row) => [keyOf(row), row]))
  const kept = pages.rows.map((row) => newer.get(keyOf(row)) ?? row)
  const known = new Set(pages.rows.map(keyOf))
  return {
    ...done,
    rows: [...kept, ...rows.filter((row) => !known.has(keyOf(row)))],
    total: total ?? pages.total,
    asOfMs: Math.min(pages.asOfMs ?? asOfMs, asOfMs),
  }
}

/**
 * What the list is after an event. A request that it makes is `request`; whoever sees a new one there sends it. The rows stay until others
 * replace them, whatever fails meanwhile.
 */
export const pagingStep = <Row>(pages: Pages<Row>, event: PagingEvent<Row>, keyOf: (row: Row) => string): Pages<Row> => {
  const { request, failed, next, query } = pages
  switch (event.kind) {
    case 'asked':
      return ask(pages, event.query, undefined)
    case 'more':
      return request || query === undefined || next === undefined ? pages : ask(pages, query, next)
    case 'again':
      return failed ? ask(pages, failed.query, failed.cursor) : pages
    case 'loaded':
      return request?.id === event.id ? take(pages, request, event.page, keyOf) : pages
    case 'failed':
      return request?.id === event.id ? { ...pages, request: undefined, failed: request } : pages
  }
}
