import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bothDatabases } from '../testing/databases.ts'
import { arrangeDeliveries } from '../testing/delivery-desk.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { countOrganisations } from '../testing/test-world.ts'
import { createBaseReader } from './base-reader.ts'
import { selectBaseRows } from './base-rows.ts'

describe.each(bothDatabases)('rows of a live view on %s', (database) => {
  const nowMs = Date.parse('2026-12-03T09:20:00Z')
  let server: TestServer
  const nextOrgId = countOrganisations()

  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => nowMs }, config: { logLevel: 'fatal' } })
  })
  afterAll(() => server.stop())

  test('are read again if any column changes, and are the same objects otherwise', async () => {
    const orgId = nextOrgId()
    const desk = await arrangeDeliveries(server, orgId)
    const people = [1, 2, 3, 4, 5].map((userID) => ({ userID }))
    const { deliveryID } = await desk.applied({ entries: people })
    const read = createBaseReader({ database: server.db })
    const looked = { orgId, key: { deliveryId: deliveryID }, nowMs }
    const first = await read(looked)
    expect(first).toHaveLength(5)
    const again = await read(looked)
    expect(again.every((row, place) => row === first[place])).toBe(true)

    const [one] = first
    const { kysely } = server.db
    const set = (change: { held_at?: number | null; extra_time_seconds?: number; room_id?: string | null }) =>
      kysely
        .updateTable('schedule')
        .set(change)
        .where('org_id', '=', orgId)
        .where('schedule_guid', '=', one?.schedule_guid ?? '')
        .execute()
    const changes = [{ held_at: nowMs }, { held_at: null }, { extra_time_seconds: 60 }, { room_id: desk.rooms.hall.roomID }]
    for (const change of changes) {
      await set(change)
      const after = await read(looked)
      const ofOne = after.find(({ schedule_guid }) => schedule_guid === one?.schedule_guid)
      expect(ofOne).toMatchObject(change)
      expect(after.filter((row) => first.includes(row))).toHaveLength(4)
      expect(after.toSorted(byGuid)).toEqual((await selectBaseRows(server.db, looked)).toSorted(byGuid))
    }
    const page = {
      waited_at: nowMs,
      reported_at: null,
      left_ms: null,
      off_ms: null,
      clock_off_ms: null,
      unsent: 0,
      build: null,
    }
    const said = { org_id: orgId, schedule_guid: one?.schedule_guid ?? '', user_guid: one?.user_guid ?? '' }
    await kysely
      .insertInto('live_page')
      .values({ ...said, ...page })
      .execute()
    expect((await read(looked)).find(({ waited_at }) => waited_at === nowMs)?.schedule_guid).toBe(one?.schedule_guid)
    await kysely
      .updateTable('schedule')
      .set({ voided_at: nowMs })
      .where('org_id', '=', orgId)
      .where('user_guid', '=', one?.user_guid ?? '')
      .execute()
    expect(await read(looked)).toHaveLength(4)
  })
})

const byGuid = (one: { readonly schedule_guid: string }, other: { readonly schedule_guid: string }) =>
  one.schedule_guid < other.schedule_guid ? -1 : 1
