import { setImmediate as soon } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBatches } from './batches.ts'

/** Batches of texts whose key is their first letter; `asked` has each with what ends it. */
const slowBatches = () => {
  const asked: { items: readonly string[]; answer(): void; fail(): void }[] = []
  const run = (items: readonly string[]) =>
    new Promise<string[]>((resolve, reject) => {
      asked.push({
        items,
        answer: () => resolve(items.map((item) => `${item} done`)),
        fail: () => reject(new Error(`${items.join()} failed`)),
      })
    })
  const put = createBatches({ atOnce: 2, most: 4, keyOf: (item: string) => item.charAt(0), run })
  return { asked, put, itemsAsked: () => asked.map((one) => one.items) }
}

/** A batch is gathered within a turn of the event loop, and one that waits for another's end a turn after it. A timer may come before either. */
const aRound = async () => {
  for (let turn = 0; turn < 2; turn += 1) await soon()
}

test('what comes together goes together, and as much that comes meanwhile goes beside it', async () => {
  const { asked, put, itemsAsked } = slowBatches()
  const first = ['a1', 'b1'].map(put)
  await aRound()
  const second = ['c1', 'd1'].map(put)
  await aRound()
  expect(itemsAsked()).toEqual([
    ['a1', 'b1'],
    ['c1', 'd1'],
  ])
  for (const one of asked) one.answer()
  expect(await Promise.all([...first, ...second])).toEqual(['a1 done', 'b1 done', 'c1 done', 'd1 done'])
})

test('less than half of what is under way waits until it is as much, or nothing is under way', async () => {
  const { asked, put, itemsAsked } = slowBatches()
  const all = ['a1', 'b1', 'c1'].map(put)
  await aRound()
  all.push(put('d1'))
  await aRound()
  expect(itemsAsked()).toEqual([['a1', 'b1', 'c1']])
  all.push(put('e1'))
  await aRound()
  expect(itemsAsked()[1]).toEqual(['d1', 'e1'])
  for (const one of asked) one.answer()
  await aRound()
  all.push(...['a2', 'b2', 'c2'].map(put))
  await aRound()
  all.push(put('d2'))
  await aRound()
  asked[2]?.answer()
  await aRound()
  expect(itemsAsked().slice(2)).toEqual([['a2', 'b2', 'c2'], ['d2']])
  asked[3]?.answer()
  expect(await Promise.all(all)).toHaveLength(9)
})

test('two of one key are never under way at once, and keep their order; no batch is larger than it may be', async () => {
  const { asked, put, itemsAsked } = slowBatches()
  const all = ['a1', 'a2', 'b1', 'c1', 'd1', 'e1'].map(put)
  await aRound()
  expect(itemsAsked()).toEqual([['a1', 'b1', 'c1', 'd1']])
  asked[0]?.answer()
  await aRound()
  expect(itemsAsked()[1]).toEqual(['a2', 'e1'])
  asked[1]?.answer()
  expect(await Promise.all(all)).toHaveLength(6)
})

test('where a batch fails each of its items is tried alone, and a bad one takes no other down', async () => {
  const { asked, put, itemsAsked } = slowBatches()
  const all = Promise.allSettled(['a1', 'b1', 'c1'].map(put))
  await aRound()
  asked[0]?.fail()
  await aRound()
  asked[1]?.answer()
  await aRound()
  asked[2]?.fail()
  await aRound()
  asked[3]?.answer()
  expect((await all).map((one) => one.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(itemsAsked().slice(1)).toEqual([['a1'], ['b1'], ['c1']])
})
