import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noPages, type Page, type PageRequest, type Pages, pagingStep } from './paging.ts'

interface Row {
  readonly id: string
  readonly version: number
}
const keyOf = ({ id }: Row) => id
const step = (pages: Pages<Row>, event: Parameters<typeof pagingStep<Row>>[1]) => pagingStep(pages, event, keyOf)
const start: Pages<Row> = noPages
const rowsOf = (...ids: string[]): Row[] => ids.map((id) => ({ id, version: 1 }))

const ids = Array.from({ length: 60 }, (_, at) => `p${String(at).padStart(2, '0')}`)

/** A server whose rows may come and go between two pages. The cursor is the last key of the page before. */
const pageOf = (rows: readonly string[], size: number, { cursor = '' }: PageRequest, version: number): Page<Row> => {
  const page = rows.filter((id) => id > cursor).slice(0, size)
  const last = page.at(-1)
  const isEnd = last === undefined || last === rows.at(-1)
  return { rows: page.map((id) => ({ id, version })), next: isEnd ? undefined : last, asOfMs: version }
}

test('page after page, each row that stays comes once, whichever others come and go meanwhile', () => {
  const change = fc.record({ key: fc.constantFrom(...ids), size: fc.integer({ min: 1, max: 9 }) })
  fc.assert(
    fc.property(fc.subarray(ids), fc.array(change, { minLength: 80, maxLength: 80 }), (first, changes) => {
      let there = new Set(first)
      const touched = new Set<string>()
      let pages = step(start, { kind: 'asked', query: 'all' })
      for (const [version, { key, size }] of changes.entries()) {
        const { request } = pages
        if (request === undefined) break
        const page = pageOf([...there].sort(), size, request, version)
        pages = step(step(pages, { kind: 'loaded', id: request.id, page }), { kind: 'more' })
        there = new Set(there.has(key) ? [...there].filter((one) => one !== key) : [...there, key])
        touched.add(key)
      }
      const shown = pages.rows.map(keyOf)
      expect(new Set(shown).size).toBe(shown.length)
      for (const id of first) if (!touched.has(id)) expect(shown).toContain(id)
      expect(pages.next).toBeUndefined()
    }),
  )
})

test('only the reply to the newest request counts', () => {
  const first = step(start, { kind: 'asked', query: 'name' })
  const second = step(first, { kind: 'asked', query: '-name' })
  const late = step(second, { kind: 'loaded', id: 1, page: { rows: rowsOf('a'), next: undefined, asOfMs: 1 } })
  expect(late).toEqual(second)
  expect(step(second, { kind: 'failed', id: 1 })).toEqual(second)
  const loaded = step(late, { kind: 'loaded', id: 2, page: { rows: rowsOf('b'), next: 'b', asOfMs: 2 } })
  expect(loaded).toMatchObject({ query: '-name', rows: rowsOf('b'), next: 'b', asOfMs: 2, request: undefined })
})

test('what fails keeps the rows, and is sent again as it was', () => {
  let pages = step(start, { kind: 'asked', query: 'all' })
  pages = step(pages, { kind: 'loaded', id: 1, page: { rows: rowsOf('a', 'b'), next: 'b', total: 3, asOfMs: 1 } })
  pages = step(pages, { kind: 'more' })
  const failed = step(pages, { kind: 'failed', id: 2 })
  expect(failed).toMatchObject({ rows: rowsOf('a', 'b'), failed: { cursor: 'b' }, request: undefined })
  const again = step(failed, { kind: 'again' })
  expect(again).toMatchObject({ request: { id: 3, cursor: 'b', query: 'all' }, failed: undefined })
  const page = { rows: [{ id: 'b', version: 2 }, ...rowsOf('c')], next: undefined, asOfMs: 9 }
  expect(step(again, { kind: 'loaded', id: 3, page })).toMatchObject({
    rows: [...rowsOf('a'), { id: 'b', version: 2 }, ...rowsOf('c')],
    total: 3,
    // The age is that of the oldest rows: a view is never shown as fresher than it is.
    asOfMs: 1,
  })
})

test('rows stay until those of another query replace them', () => {
  let pages = step(start, { kind: 'asked', query: 'all' })
  pages = step(pages, { kind: 'loaded', id: 1, page: { rows: rowsOf('a', 'b'), next: 'b', asOfMs: 1 } })
  const asked = step(pages, { kind: 'asked', query: 'group' })
  expect(asked).toMatchObject({ query: 'all', rows: rowsOf('a', 'b'), request: { query: 'group', cursor: undefined } })
  // More of the old list is asked for no longer.
  expect(step(asked, { kind: 'more' })).toBe(asked)
  const page = { rows: [], next: undefined, total: 0, asOfMs: 5 }
  expect(step(asked, { kind: 'loaded', id: 2, page })).toMatchObject({ query: 'group', rows: [], total: 0, asOfMs: 5 })
})

test('nothing is asked where there is nothing more, and nothing again where nothing failed', () => {
  expect(step(start, { kind: 'more' })).toBe(start)
  expect(step(start, { kind: 'again' })).toBe(start)
  let pages = step(start, { kind: 'asked', query: 'all' })
  pages = step(pages, { kind: 'loaded', id: 1, page: { rows: rowsOf('a'), next: undefined, asOfMs: 1 } })
  expect(step(pages, { kind: 'more' })).toBe(pages)
})
