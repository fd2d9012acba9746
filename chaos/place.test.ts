import { calls } from '@sitwell/contract'
import { describe, expect, test, vi } from 'vitest'
import { systemClock } from '../apps/server/src/clock.ts'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { bothDatabases } from '../apps/server/src/testing/databases.ts'
import { arrange, doCall, refusalIn, saveOf, send, sitExam, tryCall } from '../apps/server/src/testing/test-world.ts'
import { openPlace, type Place } from './place.ts'

const arrangeIn = async (place: Place) => {
  const db = openDatabase(place.config)
  return arrange({ db, clock: systemClock }).finally(() => db.close())
}

const sequencesIn = async (place: Place) => {
  const { kysely, close } = openDatabase(place.config)
  const rows = await kysely.selectFrom('answer_event').select('sequence').execute().finally(close)
  return rows.map((row) => row.sequence)
}

/** Saves one answer; the server acknowledges it. */
const saveOne = (
  place: Place,
  world: Awaited<ReturnType<typeof arrangeIn>>,
  sitting: Awaited<ReturnType<typeof sitExam>>,
  sequence: number,
) => doCall(place, calls.saveAnswer, { body: saveOf(world, sitting.formRunGuid, { sequence }) }, sitting.token)

/** Saves on and on, four at a time, each answer of the server told; what can't be sent is told as undefined. */
const saver = (place: Place, world: Awaited<ReturnType<typeof arrangeIn>>, sitting: Awaited<ReturnType<typeof sitExam>>) => {
  const acknowledged: number[] = []
  const refused: ReturnType<typeof refusalIn>[] = []
  let unanswered = 0
  let isDone = false
  const waiting: { isMet(): boolean; resolve(): void }[] = []
  const saveFrom = async (first: number) => {
    for (let sequence = first; !isDone; sequence += 4) {
      const body = saveOf(world, sitting.formRunGuid, { sequence })
      const answer = await tryCall(place, calls.saveAnswer, { body }, sitting.token).catch(() => undefined)
      if (!answer) unanswered += 1
      else if (answer.status === 200) acknowledged.push(sequence)
      else refused.push(refusalIn(answer))
      for (const one of waiting) if (one.isMet()) one.resolve()
    }
  }
  const savers = [1, 2, 3, 4].map(saveFrom)
  return {
    acknowledged,
    refused,
    unanswered: () => unanswered,
    until: (isMet: () => boolean) => new Promise<void>((resolve) => waiting.push({ isMet, resolve })),
    stop: async () => {
      isDone = true
      await Promise.all(savers)
    },
  }
}

describe.each(bothDatabases)('a place on %s', (database) => {
  test('whose database is killed and comes back has all that was acknowledged, and saves go on by themselves', async () => {
    const place = await openPlace({ database })
    try {
      const world = await arrangeIn(place)
      const saving = saver(place, world, await sitExam(place, world))
      for (let times = 1; times <= 2; times += 1) {
        const before = saving.acknowledged.length
        await saving.until(() => saving.acknowledged.length > before + 10)
        const refusedBefore = saving.refused.length
        const unansweredBefore = saving.unanswered()
        await place.killDatabase()
        await saving.until(() => saving.refused.length > refusedBefore + 8 || saving.unanswered() > unansweredBefore + 4)
        if (database === 'postgres') expect((await send(place, '/ping')).status).toBe(503)
        await place.startDatabase()
      }
      const before = saving.acknowledged.length
      await saving.until(() => saving.acknowledged.length > before + 10)
      await saving.stop()
      expect(await sequencesIn(place)).toEqual(expect.arrayContaining(saving.acknowledged))
      // PostgreSQL may be gone while its server stays, and says what is wrong; SQLite goes with its server.
      if (database === 'postgres') expect(saving.unanswered()).toBe(0)
      for (const refusal of saving.refused) expect(refusal).toMatchObject({ status: 503, code: 'CANNOT_SAVE' })
      // A server that is killed while its database comes back, and is started again, befalls nobody in the middle of the other.
      await place.killDatabase()
      await Promise.all([place.startDatabase(), place.killServer(), place.startServer()])
      expect((await send(place, '/ping')).status).toBe(200)
      // And one that comes back before its database waits for it, and keeps it away from nobody.
      await place.killServer()
      await place.killDatabase()
      await Promise.all([place.startServer(), place.startDatabase()])
      expect((await send(place, '/ping')).status).toBe(200)
    } finally {
      await place.stop()
    }
  })

  test('that is set back has what was there then, at the same address, as often as it is', async () => {
    const place = await openPlace({ database })
    try {
      const world = await arrangeIn(place)
      const sitting = await sitExam(place, world)
      await saveOne(place, world, sitting, 1)
      const backup = await place.backUp()
      for (const isQuiet of [false, true]) {
        await saveOne(place, world, sitting, 2)
        expect(await sequencesIn(place)).toEqual([1, 2])
        await place.setBack(backup, { isFailover: !isQuiet, isQuiet })
        expect(await sequencesIn(place)).toEqual([1])
      }
      await place.forget(backup)
    } finally {
      await place.stop()
    }
  })

  test('whose clock is turned has another time, and after a restart of its machine too', async () => {
    const place = await openPlace({ database })
    const aheadSeconds = async () => JSON.parse((await send(place, '/ping')).text).clock?.aheadSeconds ?? 0
    try {
      for (const isRestarted of [false, true]) {
        await place.setClock(7_200_000, isRestarted)
        // A machine that comes back with nobody in an exam is believed, unless PostgreSQL on another one says otherwise.
        const seconds = isRestarted && database === 'sqlite' ? 0 : 7200
        await vi.waitFor(async () => expect(await aheadSeconds()).toBe(seconds), { timeout: 60_000 })
        await place.setClock(0, false)
      }
    } finally {
      await place.stop()
    }
  })
})

test.each(['file deleted', 'file replaced'] as const)(
  'a server that finds its %s says so, and has all that it acknowledged once that is mended',
  async (how) => {
    const place = await openPlace({ database: 'sqlite' })
    try {
      const world = await arrangeIn(place)
      const sitting = await sitExam(place, world)
      const backup = await place.backUp()
      await saveOne(place, world, sitting, 1)
      await place.spoilFile(how, backup)
      await place.mendFile(how, backup)
      expect(await sequencesIn(place)).toEqual([1])
      await saveOne(place, world, sitting, 2)
    } finally {
      await place.stop()
    }
  },
)
