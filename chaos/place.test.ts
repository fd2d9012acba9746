import { randomUUID } from 'node:crypto'
import { calls } from '@sitwell/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../apps/server/src/clock.ts'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { bothDatabases } from '../apps/server/src/testing/databases.ts'
import { arrange, doCall, refusalIn, saveOf, send, sitExam, tryCall } from '../apps/server/src/testing/test-world.ts'
import { type BuiltServer, buildServer } from './build-server.ts'
import { openPlace, type Place } from './place.ts'

/** Organisations of this file: each test has its own in a place that it shares. */
let organisations = 0
const arrangeIn = async (place: Place) => {
  const db = openDatabase(place.config)
  organisations += 1
  return arrange({ db, clock: systemClock }, { orgId: organisations }).finally(() => db.close())
}

const sequencesOf = async (place: Place, { formRunGuid }: Pick<Awaited<ReturnType<typeof sitExam>>, 'formRunGuid'>) => {
  const { kysely, close } = openDatabase(place.config)
  const events = kysely.selectFrom('answer_event').select('sequence').where('form_run_guid', '=', formRunGuid)
  const rows = await events.execute().finally(close)
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

// Starts of a server are what this file spends its time on: all its tests share one build, and those of a database one place.
let server: BuiltServer
beforeAll(async () => {
  server = await buildServer()
})
afterAll(() => server.remove())

describe.each(bothDatabases)('a place on %s', (database) => {
  let place: Place
  beforeAll(async () => {
    place = await openPlace({ database, server })
  })
  afterAll(() => place.stop())

  // First: on SQLite nobody may be in an exam yet.
  test('whose clock is turned has another time, and after a restart of its machine too', async () => {
    const aheadSeconds = async () => JSON.parse((await send(place, '/ping')).text).clock?.aheadSeconds ?? 0
    // With somebody in an exam the clock of PostgreSQL, on another machine, decides; on SQLite nothing would say how long it was off.
    if (database === 'postgres') await sitExam(place, await arrangeIn(place))
    for (const isRestarted of [false, true]) {
      await place.setClock(7_200_000, isRestarted)
      // A machine that comes back with nobody in an exam is believed.
      const seconds = isRestarted && database === 'sqlite' ? 0 : 7200
      await vi.waitFor(async () => expect(await aheadSeconds()).toBe(seconds), { timeout: 60_000 })
      // The server of SQLite believes the right time too once its machine comes back with it.
      await place.setClock(0, isRestarted)
    }
    await vi.waitFor(async () => expect(await aheadSeconds()).toBe(0), { timeout: 60_000 })
  })

  test('whose database is killed and comes back has all that was acknowledged, and saves go on by themselves', async () => {
    const world = await arrangeIn(place)
    const sitting = await sitExam(place, world)
    const saving = saver(place, world, sitting)
    const untilSavesGoOn = () => {
      const before = saving.acknowledged.length
      return saving.until(() => saving.acknowledged.length > before + 10)
    }
    // Each kill of PostgreSQL is seen by a server that stays; that of SQLite is the server's own.
    for (let times = database === 'postgres' ? 2 : 1; times > 0; times -= 1) {
      await untilSavesGoOn()
      const refusedBefore = saving.refused.length
      const unansweredBefore = saving.unanswered()
      await place.killDatabase()
      await saving.until(() => saving.refused.length > refusedBefore + 8 || saving.unanswered() > unansweredBefore + 4)
      if (database === 'postgres') expect((await send(place, '/ping')).status).toBe(503)
      await place.startDatabase()
    }
    await untilSavesGoOn()
    // PostgreSQL may be gone while its server stays, and says what is wrong; SQLite goes with its server.
    if (database === 'postgres') expect(saving.unanswered()).toBe(0)
    // A server that is killed while its database comes back, and is started again, befalls nobody in the middle of the other.
    await place.killDatabase()
    await Promise.all([place.startDatabase(), place.killServer(), place.startServer()])
    expect((await send(place, '/ping')).status).toBe(200)
    await untilSavesGoOn()
    // And one that comes back before its database waits for it, and keeps it away from nobody.
    await place.killServer()
    await place.killDatabase()
    await Promise.all([place.startServer(), place.startDatabase()])
    expect((await send(place, '/ping')).status).toBe(200)
    await untilSavesGoOn()
    await saving.stop()
    expect(await sequencesOf(place, sitting)).toEqual(expect.arrayContaining(saving.acknowledged))
    for (const refusal of saving.refused) expect(refusal).toMatchObject({ status: 503, code: 'CANNOT_SAVE' })
  })

  test('that is set back has what was there then, at the same address, as often as it is', async () => {
    const world = await arrangeIn(place)
    const sitting = await sitExam(place, world)
    await saveOne(place, world, sitting, 1)
    const backup = await place.backUp()
    for (const isQuiet of [false, true]) {
      await saveOne(place, world, sitting, 2)
      expect(await sequencesOf(place, sitting)).toEqual([1, 2])
      await place.setBack(backup, { isFailover: !isQuiet, isQuiet })
      expect(await sequencesOf(place, sitting)).toEqual([1])
    }
    await place.forget(backup)
  })

  test.runIf(database === 'sqlite').each(['file deleted', 'file replaced'] as const)(
    'whose %s says so at the next save, and has all that it acknowledged once that is mended',
    async (how) => {
      const world = await arrangeIn(place)
      const sitting = await sitExam(place, world)
      const backup = await place.backUp()
      await saveOne(place, world, sitting, 1)
      await place.spoilFile(how, backup)
      const body = saveOf(world, sitting.formRunGuid, { sequence: 2, requestId: randomUUID() })
      const answer = await tryCall(place, calls.saveAnswer, { body }, sitting.token).catch(() => undefined)
      expect(answer?.status).not.toBe(200)
      await place.mendFile(how, backup)
      expect(await sequencesOf(place, sitting)).toContain(1)
      await doCall(place, calls.saveAnswer, { body }, sitting.token)
      expect(await sequencesOf(place, sitting)).toEqual([1, 2])
    },
  )
})
