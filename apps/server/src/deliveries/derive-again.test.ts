import { calls } from '@sitwell/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bothDatabases } from '../testing/databases.ts'
import { arrangeDeliveries, type DeliveryDesk } from '../testing/delivery-desk.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { countOrganisations } from '../testing/test-world.ts'
import { deriveAgain } from './derive-again.ts'
import { type Derived, rulesHere } from './derived-moments.ts'

describe.each(bothDatabases)('new rules of time zones on %s', (database) => {
  const at = { nowMs: 0 }
  let server: TestServer
  let desk: DeliveryDesk
  const nextOrgId = countOrganisations()
  const hourMs = 3_600_000
  const opensMs = Date.parse('2026-12-03T09:30:00Z')

  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => at.nowMs }, config: { logLevel: 'fatal' } })
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    at.nowMs = Date.parse('2026-12-03T08:00:00Z')
    desk = await arrangeDeliveries(server, nextOrgId())
  })

  const run = () => deriveAgain({ database: server.db, clock: server.clock })
  const readDerived = async (deliveryID: string) => {
    const { derived } = await server.db.kysely
      .selectFrom('delivery')
      .select('derived')
      .where('delivery_id', '=', deliveryID)
      .executeTakeFirstOrThrow()
    return JSON.parse(derived ?? 'null') as Derived
  }
  /** As earlier rules, by which this zone was an hour behind, would have had it. */
  const setBack = async (deliveryID: string, rules = '2000a', everybody = true) => {
    const { kysely } = server.db
    const derived = await readDerived(deliveryID)
    const earlier = <T extends { startMs: number; endMs: number }>(of: T): T => ({
      ...of,
      startMs: of.startMs + hourMs,
      endMs: of.endMs + hourMs,
    })
    const rooms = Object.fromEntries(Object.entries(derived.rooms).map(([id, one]) => [id, earlier(one)]))
    await kysely
      .updateTable('delivery')
      .set({ derived: JSON.stringify({ rules, usual: earlier(derived.usual), rooms }) })
      .where('delivery_id', '=', deliveryID)
      .execute()
    if (everybody)
      await kysely
        .updateTable('schedule')
        .set((eb) => ({ start_at: eb('start_at', '+', hourMs), complete_at: eb('complete_at', '+', hourMs) }))
        .where('delivery_id', '=', deliveryID)
        .execute()
  }
  const starts = async (deliveryID: string) =>
    (await desk.people(deliveryID)).people.map(({ startsAt }) => Date.parse(startsAt ?? ''))

  // OFFICE-208
  test('move whoever has not begun to what the wall time means now, once, and readiness names them', async () => {
    const { deliveryID } = await desk.applied({
      rooms: [{ roomID: desk.rooms.hall.roomID }],
      entries: [{ userID: 1, roomID: desk.rooms.hall.roomID }, { userID: 2 }],
    })
    await setBack(deliveryID)
    expect(await starts(deliveryID)).toEqual([opensMs + hourMs, opensMs + hourMs])
    await run()
    expect(await starts(deliveryID)).toEqual([opensMs, opensMs])
    expect((await readDerived(deliveryID)).rules).toBe(rulesHere)
    const { causes } = await desk.readiness(deliveryID)
    const moved = causes.find(({ cause }) => cause === 'moved')
    expect(moved).toMatchObject({ isGrave: false, count: 2 })
    expect(moved?.people[0]).toMatchObject({
      wasAt: new Date(opensMs + hourMs).toISOString(),
      isAt: new Date(opensMs).toISOString(),
    })
    const { changes, canUndo } = await desk.show(deliveryID)
    expect(changes[0]).toMatchObject({ act: 'zone-moved', people: 2 })
    // The change that staff can undo is still the last one of theirs.
    expect(canUndo).toBe(changes[1]?.number)
    await run()
    expect((await desk.show(deliveryID)).changes).toHaveLength(2)
  })

  test('leave alone what somebody wants otherwise, what was begun, and what newer rules have derived', async () => {
    const { deliveryID } = await desk.applied({ entries: [{ userID: 1 }, { userID: 2 }] })
    // Their schedules stand as no rules have had them: a change of the window that is not applied yet.
    await setBack(deliveryID, '2000a', false)
    await run()
    expect(await starts(deliveryID)).toEqual([opensMs, opensMs])
    expect((await desk.show(deliveryID)).changes).toHaveLength(1)
    await setBack(deliveryID, '9999z')
    await run()
    expect(await starts(deliveryID)).toEqual([opensMs + hourMs, opensMs + hourMs])
  })

  test('know from the first turn on what a server of the previous version has derived', async () => {
    const { deliveryID } = await desk.applied({ entries: [{ userID: 1 }] })
    await server.db.kysely.updateTable('delivery').set({ derived: null }).where('delivery_id', '=', deliveryID).execute()
    await run()
    expect((await readDerived(deliveryID)).usual).toMatchObject({ zone: 'Europe/London', startMs: opensMs })
    expect(await starts(deliveryID)).toEqual([opensMs])
    await desk.officer.doIt(calls.officeCancelDelivery, { body: { deliveryID, version: 1, notStarted: 1, reason: 'x' } })
    await setBack(deliveryID)
    await run()
    expect((await readDerived(deliveryID)).rules).toBe('2000a')
  })
})
