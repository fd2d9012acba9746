import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Behind, behindOf, byNewest, type Placed, pageOf, sources } from './timeline-order.ts'

const entry = fc.record({
  at: fc.integer({ min: 0, max: 5 }),
  source: fc.constantFrom(...sources),
  id: fc.string({ maxLength: 2 }),
})
const entries = fc.uniqueArray(entry, { selector: ({ at, source, id }) => `${at} ${source} ${id}`, maxLength: 60 })

/** What a source gives, as its query does. */
const given = (all: readonly Placed[], behind: Behind | undefined, most: number) =>
  all
    .filter(({ at, id }) => {
      if (!behind || at < behind.at) return true
      return at === behind.at && (behind.idBelow === undefined || id < behind.idBelow)
    })
    .sort(byNewest)
    .slice(0, most)

test('pages of several sources have every entry once, the newest first, also at one moment', () => {
  fc.assert(
    fc.property(entries, fc.integer({ min: 1, max: 7 }), (all, limit) => {
      const read: Placed[] = []
      let last: Placed | undefined
      do {
        const from = last
        const found = sources.flatMap((source) =>
          given(
            all.filter((one) => one.source === source),
            from && behindOf(source, from),
            limit + 1,
          ),
        )
        const next = pageOf(found, limit)
        read.push(...next.page)
        last = next.last
      } while (last)
      expect(read).toEqual([...all].sort(byNewest))
    }),
  )
})
