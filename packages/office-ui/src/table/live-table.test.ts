import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLiveTable, leastBetweenMs } from './live-table.ts'

interface Row {
  readonly id: string
  readonly rank: number
}

/** A clock that a test moves on. */
const heldClock = () => {
  let nowMs = 0
  let due: { atMs: number; call: () => void }[] = []
  return {
    now: () => nowMs,
    after: (ms: number, call: () => void) => {
      const one = { atMs: nowMs + ms, call }
      due.push(one)
      return () => {
        due = due.filter((other) => other !== one)
      }
    },
    pass(ms: number) {
      const endMs = nowMs + ms
      for (;;) {
        const [next] = due.filter(({ atMs }) => atMs <= endMs).sort((a, b) => a.atMs - b.atMs)
        if (!next) break
        nowMs = next.atMs
        due = due.filter((one) => one !== next)
        next.call()
      }
      nowMs = endMs
    },
  }
}

const open = (rows: readonly Row[] = []) => {
  const clock = heldClock()
  const table = createLiveTable<Row>({ keyOf: ({ id }) => id, compare: (a, b) => a.rank - b.rank, clock, rows })
  return { clock, table }
}

const step = fc.oneof(
  fc.record({ id: fc.constantFrom(...'abcdef'), rank: fc.integer({ min: 0, max: 99 }) }),
  fc.record({ pass: fc.integer({ min: 0, max: 400 }) }),
)

test('updates are shown at most four times a second, none later than a quarter of a second, and the last one counts', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const { clock, table } = open()
      const shownAt: number[] = []
      const last = new Map<string, number>()
      let oldestWaiting: number | undefined
      table.subscribe(() => {
        shownAt.push(clock.now())
        if (oldestWaiting !== undefined) expect(clock.now() - oldestWaiting).toBeLessThanOrEqual(leastBetweenMs)
        oldestWaiting = undefined
      })
      for (const one of steps) {
        if ('pass' in one) clock.pass(one.pass)
        else {
          last.set(one.id, one.rank)
          oldestWaiting ??= clock.now()
          table.update({ changed: [one] })
        }
      }
      clock.pass(leastBetweenMs)
      for (const [place, atMs] of shownAt.entries())
        if (place > 0) expect(atMs - (shownAt[place - 1] ?? 0)).toBeGreaterThanOrEqual(leastBetweenMs)
      expect(new Map(table.rows().rows.map(({ id, rank }) => [id, rank]))).toEqual(last)
      const ranks = table.rows().rows.map(({ rank }) => rank)
      expect(ranks).toEqual([...ranks].sort((a, b) => a - b))
    }),
  )
})

test('a held table shows new values at their old places, and what is gone until it is released', () => {
  const { clock, table } = open([
    { id: 'a', rank: 1 },
    { id: 'b', rank: 2 },
    { id: 'c', rank: 3 },
  ])
  table.hold(true)
  table.update({ changed: [{ id: 'c', rank: 0 }], removed: ['b'] })
  clock.pass(leastBetweenMs)
  table.update({ changed: [{ id: 'd', rank: -1 }] })
  clock.pass(leastBetweenMs)
  expect(table.rows().rows.map(({ id, rank }) => `${id}${rank}`)).toEqual(['a1', 'b2', 'c0', 'd-1'])
  expect([...table.rows().gone]).toEqual(['b'])
  expect(table.rows().isHeld).toBe(true)
  table.hold(false)
  expect(table.rows()).toMatchObject({ keys: ['d', 'c', 'a'], moves: 0, isHeld: false })
  expect(table.rows().gone.size).toBe(0)
})

test('a person can have the rows put in order while the table is held', () => {
  const { clock, table } = open([
    { id: 'a', rank: 1 },
    { id: 'b', rank: 2 },
  ])
  table.hold(true)
  table.update({ changed: [{ id: 'b', rank: 0 }] })
  expect(table.rows()).toMatchObject({ keys: ['a', 'b'], moves: 2 })
  table.rearrange()
  expect(table.rows()).toMatchObject({ keys: ['b', 'a'], moves: 0, isHeld: true })
  table.update({ changed: [{ id: 'a', rank: -1 }] })
  clock.pass(leastBetweenMs)
  expect(table.rows().keys).toEqual(['b', 'a'])
})

test('a row that left and came back while the table was held stays', () => {
  const { clock, table } = open([{ id: 'a', rank: 1 }])
  table.hold(true)
  table.update({ removed: ['a'] })
  clock.pass(leastBetweenMs)
  table.update({ changed: [{ id: 'a', rank: 7 }] })
  clock.pass(leastBetweenMs)
  table.hold(false)
  expect(table.rows().rows).toEqual([{ id: 'a', rank: 7 }])
})

test('of 2,000 rows, those that did not change are the same objects after an update', () => {
  const rows = Array.from({ length: 2000 }, (_, rank) => ({ id: `r${rank}`, rank }))
  const { table } = open(rows)
  table.update({ changed: [{ id: 'r7', rank: 7 }] })
  const changed = table.rows().rows.filter((row, at) => row !== rows[at])
  expect(changed).toEqual([{ id: 'r7', rank: 7 }])
})

test('a table that is stopped shows nothing more', () => {
  const { clock, table } = open()
  let told = 0
  table.subscribe(() => {
    told += 1
  })
  table.update({ changed: [{ id: 'a', rank: 1 }] })
  table.update({ changed: [{ id: 'b', rank: 1 }] })
  table.stop()
  clock.pass(10_000)
  expect(told).toBe(1)
})
