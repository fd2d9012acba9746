import { calls } from '@sitwell/contract'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../apps/server/src/clock.ts'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { bothDatabases } from '../apps/server/src/testing/databases.ts'
import { arrange, doCall, saveOf, sitExam } from '../apps/server/src/testing/test-world.ts'
import { openPlace, type Place, type PlaceWishes } from './place.ts'
import { type Acknowledged, replyIn, type SystemCall, syncBefore } from './system-calls.ts'
import { traceProcesses, whyNoTrace } from './trace.ts'

const noTrace = await whyNoTrace()
if (noTrace) console.warn(`Not shown here, that the sync comes before the acknowledgement: ${noTrace}`)

const learners = 8
const savesEach = 4

/** A header of PostgreSQL's log, which stands every 8192 bytes of it, can fall into the middle of one of them, but of no other. */
const copies = 3

/** What a database writes before it calls a commit done. */
const logs = { sqlite: /\/sitwell\.sqlite-wal$/, postgres: /\/pg_wal\/[0-9A-F]{24}$/ }

const sitAll = async (place: Place) => {
  const db = openDatabase(place.config)
  const numbers = Array.from({ length: learners }, (_, index) => index + 1)
  const worlds = await Promise.all(numbers.map((orgId) => arrange({ db, clock: systemClock }, { orgId })))
  await db.close()
  return Promise.all(worlds.map(async (world) => ({ world, ...(await sitExam(place, world)) })))
}

/** All save at once, each one answer after another, and one of them completes; what was acknowledged, and the trace of it. */
const savesTraced = async (place: Place) => {
  const sittings = await sitAll(place)
  const trace = await traceProcesses(await place.processes())
  const saved: Acknowledged[] = []
  const saveAll = async ({ world, token, formRunGuid }: (typeof sittings)[number], index: number) => {
    for (let time = 1; time <= savesEach; time += 1) {
      const sequence = (index + 1) * 1000 + time
      const persisted = `the text of save ${sequence}`
      const answerText = Array(copies).fill(persisted).join(', ')
      const body = saveOf(world, formRunGuid, { sequence, answerText, options: [], questionVersionId: `${world.prefix}-q3` })
      await doCall(place, calls.saveAnswer, { body }, token)
      saved.push({ reply: `"saved":true,"applied":true,"sequence":${sequence}}`, persisted })
    }
  }
  await Promise.all(sittings.map(saveAll))
  const [{ token, formRunGuid } = { token: '', formRunGuid: '' }] = sittings
  await doCall(place, calls.complete, { body: { formRunGuid, timeRemaining: 1, elapsedTime: 2 } }, token)
  // Once the server answers again, the trace has the end of the write before: it tells of no call that it was stopped in.
  await doCall(place, calls.ping, {}, token)
  return { saved, completed: { reply: '"completed":true', persisted: formRunGuid }, traced: await trace.stop() }
}

const withPlace = async (wishes: PlaceWishes, use: (place: Place) => Promise<void>) => {
  const place = await openPlace(wishes)
  await use(place).finally(place.stop)
}

/** The part of the trace in which nothing but the completion was asked of the server. */
const afterSaves = (traced: readonly SystemCall[], saved: readonly Acknowledged[]) => {
  const last = Math.max(...saved.map(({ reply }) => replyIn(traced, reply).ended))
  return traced.filter((call) => call.began > last)
}

/** Node's SQLite without its syncs, as a preloaded module. */
const withoutSync = `data:text/javascript,${encodeURIComponent(`
  import { DatabaseSync } from 'node:sqlite'
  const { exec } = DatabaseSync.prototype
  DatabaseSync.prototype.exec = function (sql) { return exec.call(this, sql.replace('synchronous = full', 'synchronous = off')) }
`)}`

describe.skipIf(noTrace !== undefined).each(bothDatabases)(
  'by the system calls of a server and its database on %s',
  (database) => {
    const log = logs[database]

    test('what is acknowledged was synced to the disk before the first byte of its reply, also where saves come together', () =>
      withPlace({ database }, async (place) => {
        const { saved, completed, traced } = await savesTraced(place)
        const syncs = saved.map((one) => syncBefore(traced, log, one))
        expect(saved).toHaveLength(learners * savesEach)
        expect(saved.filter((_, index) => !syncs[index])).toEqual([])
        expect(new Set(syncs).size).toBeLessThan(saved.length)
        expect(syncBefore(afterSaves(traced, saved), log, completed)).toBeDefined()
      }))

    test('a database that acknowledges without a sync is found out', () =>
      withPlace({ database, preload: [withoutSync], postgresSettings: { fsync: 'off' } }, async (place) => {
        const { saved, completed, traced } = await savesTraced(place)
        expect(saved.filter((one) => syncBefore(traced, log, one))).toEqual([])
        expect(syncBefore(afterSaves(traced, saved), log, completed)).toBeUndefined()
      }))
  },
)
