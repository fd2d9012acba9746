import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as soon } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from './database.ts'
import { readTogether } from './read-together.ts'

// databases: sqlite, because it tests when looks are shared; asked-together.test.ts tests the query

let folder: string
let database: Database
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitwell-read-'))
  database = openDatabase({ dialect: 'sqlite', path: join(folder, 'sitwell.sqlite') })
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

interface Row {
  readonly owner: string
  readonly value: number
}

/** Looks that continue until they are answered with rows, in the order in which they began. */
const heldLooks = () => {
  const looks: { asked: readonly string[]; answer(rows: readonly Row[]): void; fail(): void }[] = []
  const read = readTogether<string, Row>({
    keyOf: (owner) => owner,
    keyOfRow: ({ owner }) => owner,
    read: (_database, asked) =>
      new Promise((resolve, reject) => {
        looks.push({ asked, answer: resolve, fail: () => reject(new Error('The look failed.')) })
      }),
  })(database)
  return { looks, read }
}

/** A look is gathered within a turn of the event loop, and one that waits for another's end a turn after it. */
const aRound = async () => {
  for (let turn = 0; turn < 3; turn += 1) await soon()
}

test('what is asked at one moment is one look, each gets its own rows in their order, and what is not there is nothing', async () => {
  const { looks, read } = heldLooks()
  const asked = Promise.all(['ada', 'ben', 'ada', 'cid'].map(read))
  await aRound()
  expect(looks.map((look) => look.asked)).toEqual([['ada', 'ben', 'cid']])
  looks[0]?.answer([
    { owner: 'ben', value: 1 },
    { owner: 'ada', value: 3 },
    { owner: 'dee', value: 4 },
    { owner: 'ada', value: 2 },
  ])
  const values = (await asked).map((rows) => rows.map(({ value }) => value))
  expect(values).toEqual([[3, 2], [1], [3, 2], []])
})

test('nobody is answered by a look that had begun before they asked', async () => {
  const { looks, read } = heldLooks()
  const before = read('ada')
  await aRound()
  const after = read('ada')
  await aRound()
  looks[0]?.answer([{ owner: 'ada', value: 1 }])
  expect(await before).toEqual([{ owner: 'ada', value: 1 }])
  await aRound()
  looks[1]?.answer([{ owner: 'ada', value: 2 }])
  expect(await after).toEqual([{ owner: 'ada', value: 2 }])
  expect(looks).toHaveLength(2)
})

test('where a look fails each is looked for alone, and what fails then is told to whoever asked for it, and not kept', async () => {
  const { looks, read } = heldLooks()
  const ada = read('ada')
  const ben = read('ben').catch((error: Error) => error.message)
  await aRound()
  looks[0]?.fail()
  await aRound()
  expect(looks[1]?.asked).toEqual(['ada'])
  looks[1]?.answer([{ owner: 'ada', value: 1 }])
  await aRound()
  expect(looks[2]?.asked).toEqual(['ben'])
  looks[2]?.fail()
  expect([await ada, await ben]).toEqual([[{ owner: 'ada', value: 1 }], 'The look failed.'])
  await aRound()
  const again = read('ben')
  await aRound()
  looks[3]?.answer([{ owner: 'ben', value: 2 }])
  expect(await again).toEqual([{ owner: 'ben', value: 2 }])
})
