import { calls } from '@sitwell/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { nextFormRunId } from '../assessment/sittings/index.ts'
import { changeSchedules } from '../organisation/delivery-schedules.ts'
import { bothDatabases } from '../testing/databases.ts'
import { arrangeDeliveries, type DeliveryDesk } from '../testing/delivery-desk.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { countOrganisations } from '../testing/test-world.ts'
import { deriveAgain } from './derive-again.ts'

describe.each(bothDatabases)('a sitting that begins while a delivery changes on %s', (database) => {
  const at = { nowMs: 0 }
  const beforeMs = Date.parse('2026-12-03T08:00:00Z')
  const opensMs = Date.parse('2026-12-03T09:30:00Z')
  let server: TestServer
  let desk: DeliveryDesk
  let orgId: number
  let deliveryID: string
  let change: number
  const nextOrgId = countOrganisations()

  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => at.nowMs }, config: { logLevel: 'fatal' } })
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    at.nowMs = beforeMs
    orgId = nextOrgId()
    desk = await arrangeDeliveries(server, orgId)
    await desk.applied({ entries: [{ userID: 3 }] })
    at.nowMs = opensMs
    await desk.begin(3)
    at.nowMs = beforeMs
    const applied = await desk.applied({ entries: [{ userID: 1 }, { userID: 2 }] })
    deliveryID = applied.deliveryID
    change = applied.change ?? 0
  })

  const schedules = () =>
    server.db.kysely
      .selectFrom('schedule')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('delivery_id', '=', deliveryID)
      .orderBy('user_guid')
      .execute()

  /** Resolves when another connection waits for a lock. SQLite runs one transaction after another, so it needs no wait. */
  const isWaiting = async () => {
    if (database === 'sqlite') return
    await vi.waitFor(async () => {
      const { rows } = await sql`select 1 from pg_locks where not granted and pid in (
        select pid from pg_stat_activity where datname = current_database())`.execute(server.db.kysely)
      expect(rows).not.toHaveLength(0)
    })
  }

  /** Begins the first learner's sitting, and commits it only when the act waits for it or is done. */
  const beginDuring = async <T>(act: () => Promise<T>): Promise<T> => {
    const [first] = await schedules()
    const { kysely } = server.db
    const like = await kysely.selectFrom('form_run').selectAll().where('org_id', '=', orgId).executeTakeFirstOrThrow()
    let acting: Promise<T> | undefined
    await kysely.transaction().execute(async (transaction) => {
      const { schedule_guid = '', user_guid = '' } = first ?? {}
      const form_run_id = await nextFormRunId(transaction, orgId)
      await transaction
        .insertInto('form_run')
        .values({ ...like, schedule_guid, user_guid, form_run_id, form_run_guid: `begun-${orgId}` })
        .execute()
      acting = act()
      await Promise.race([acting, isWaiting()])
    })
    if (!acting) throw new Error('nothing was done')
    return acting
  }

  test('keeps its values although a statement names it', async () => {
    const before = await schedules()
    const changes = before.map(({ schedule_guid }) => ({ guid: schedule_guid, change: { start_at: 1, version: 9 } }))
    await beginDuring(async () => undefined)
    await changeSchedules(server.db, orgId, changes)
    expect(await schedules()).toEqual([before[0], { ...before[1], start_at: 1, version: 9 }])
  })

  test('makes an undo fail, and nobody’s schedule becomes void', async () => {
    const before = await schedules()
    const refused = await beginDuring(() => desk.officer.refused(calls.officeUndoDelivery, { body: { deliveryID, change } }))
    expect(refused.code).toBe('IN_USE')
    expect(await schedules()).toEqual(before)
  })

  test('makes an apply show who has begun by now, and change nothing', async () => {
    await desk.change(deliveryID, {
      entries: [{ userID: 1 }, { userID: 2 }],
      window: { opens: '2026-12-03T10:30', closes: '2026-12-03T13:00' },
    })
    const before = await schedules()
    const { hash, totals } = await desk.officer.doIt(calls.officePreviewDelivery, { body: { deliveryID } })
    expect(totals.changed).toBe(2)
    const refused = await beginDuring(() => desk.officer.refused(calls.officeApplyDelivery, { body: { deliveryID, hash } }))
    expect(refused).toMatchObject({ code: 'CHANGED_MEANWHILE', current: { totals: { changed: 1 } } })
    expect(await schedules()).toEqual(before)
  })

  test('keeps its window when moments are derived again, and the change does not count its learner', async () => {
    const hourMs = 3_600_000
    const { kysely } = server.db
    const of = kysely.selectFrom('delivery').select('derived').where('delivery_id', '=', deliveryID)
    const derived = JSON.parse((await of.executeTakeFirstOrThrow()).derived ?? 'null')
    const { startMs, endMs } = derived.usual
    const usual = { ...derived.usual, startMs: startMs + hourMs, endMs: endMs + hourMs }
    await kysely
      .updateTable('delivery')
      .set({ derived: JSON.stringify({ ...derived, rules: '2000a', usual }) })
      .where('delivery_id', '=', deliveryID)
      .execute()
    await kysely
      .updateTable('schedule')
      .set({ start_at: usual.startMs, complete_at: usual.endMs })
      .where('delivery_id', '=', deliveryID)
      .execute()
    await beginDuring(() => deriveAgain({ database: server.db, clock: server.clock }))
    expect((await schedules()).map(({ start_at }) => start_at)).toEqual([startMs + hourMs, startMs])
    expect((await desk.show(deliveryID)).changes[0]).toMatchObject({ act: 'zone-moved', people: 1 })
  })
})
