import { calls } from '@sitwell/contract'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../apps/server/src/clock.ts'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { arrange, databases, refusalIn, saveOf, send, sitExam, tryCall } from '../apps/server/src/testing/test-world.ts'
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

describe.each(databases)('a place on %s', (database) => {
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
    } finally {
      await place.stop()
    }
  })
})
