import { setImmediate as soon } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { waitingSave as saveOf } from '../../testing/waiting-save.ts'
import { createSaveQueue } from './save-queue.ts'

/** A PostgreSQL that answers when it is told to, and what it was asked: form run and sequence of each save of a batch. */
const slowDatabase = () => {
  const asked: { saves: string[]; answer(): void }[] = []
  const runPlanned = (_: unknown, [, runs, , , sequences]: readonly unknown[]) =>
    new Promise<unknown[]>((resolve) => {
      // What the statement is given: arrays as PostgreSQL writes them, which JSON reads where they hold nothing odd.
      const [runsOf, sequencesOf] = [runs, sequences].map((given) => JSON.parse(`[${String(given).slice(1, -1)}]`))
      const saves: string[] = runsOf.map((run: string, index: number) => `${run}${sequencesOf[index]}`)
      asked.push({
        saves,
        answer: () => resolve(saves.map((_, index) => ({ place: index + 1, outcome: 'applied', sequence: 0 }))),
      })
    })
  // Nothing else of a database is used on this way.
  return { asked, database: { dialect: 'postgres', runPlanned } as unknown as Database }
}

/** A batch is gathered within a turn of the event loop, and one that waits for another's end a turn after it. A timer may come before either. */
const aRound = async () => {
  for (let turn = 0; turn < 2; turn += 1) await soon()
}

test('two saves of one form run are never written at the same moment, and keep their order', async () => {
  const { asked, database } = slowDatabase()
  const queue = createSaveQueue(database, 0)
  const all = [queue.save(saveOf('a', 1)), queue.save(saveOf('a', 2))]
  await aRound()
  all.push(queue.save(saveOf('a', 3)), queue.save(saveOf('b', 1)))
  await aRound()
  expect(asked.map((one) => one.saves)).toEqual([['a1'], ['b1']])
  asked[1]?.answer()
  await aRound()
  expect(asked).toHaveLength(2)
  asked[0]?.answer()
  await aRound()
  expect(asked[2]?.saves).toEqual(['a2'])
  asked[2]?.answer()
  await aRound()
  expect(asked[3]?.saves).toEqual(['a3'])
  asked[3]?.answer()
  expect(await Promise.all(all)).toEqual(Array(4).fill({ outcome: 'applied', sequence: 0 }))
})
