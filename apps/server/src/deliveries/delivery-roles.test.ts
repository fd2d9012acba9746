import { calls } from '@sitwell/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bothDatabases } from '../testing/databases.ts'
import { arrangeDeliveries, type DeliveryDesk } from '../testing/delivery-desk.ts'
import type { OfficeBrowser } from '../testing/office-browser.ts'
import { openOffice } from '../testing/open-office.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { countOrganisations } from '../testing/test-world.ts'

describe.each(bothDatabases)('who changes deliveries on %s', (database) => {
  const at = { nowMs: 0 }
  let server: TestServer
  let orgId: number
  let desk: DeliveryDesk
  const nextOrgId = countOrganisations()

  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => at.nowMs }, config: { logLevel: 'fatal' } })
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    at.nowMs = Date.parse('2026-12-03T09:20:00Z')
    orgId = nextOrgId()
    desk = await arrangeDeliveries(server, orgId)
  })

  test('nobody of another organisation sees or changes one, or offers its exam, groups, people or rooms', async () => {
    const { deliveryID, change } = await desk.applied()
    const other = await arrangeDeliveries(server, nextOrgId())
    const { officer } = other
    const refused = await Promise.all([
      officer.refused(calls.officeDelivery, { query: { deliveryID } }),
      officer.refused(calls.officeDeliveryPeople, { query: { deliveryID } }),
      officer.refused(calls.officeDeliveryReadiness, { query: { deliveryID } }),
      officer.refused(calls.officePreviewDelivery, { body: { deliveryID } }),
      officer.refused(calls.officeApplyDelivery, { body: { deliveryID, hash: 'x' } }),
      officer.refused(calls.officeUndoDelivery, { body: { deliveryID, change } }),
      officer.refused(calls.officeCancelDelivery, { body: { deliveryID, version: 1, notStarted: 3, reason: 'x' } }),
      officer.refused(calls.officeAddToDelivery, { body: { deliveryID, userID: 1 } }),
      officer.refused(calls.officeChangeDelivery, { body: { ...other.fields(), deliveryID, version: 1 } }),
    ])
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['NOT_FOUND']))
    const foreign = [
      { examGuid: desk.exam.examGuid },
      { entries: [{ groupID: desk.groups.pair }] },
      { rooms: [{ roomID: desk.rooms.hall.roomID }] },
    ]
    for (const more of foreign)
      expect((await officer.refused(calls.officeAddDelivery, { body: other.fields(more) })).details?.[0]?.message).toBe(
        'not found',
      )
    expect((await officer.doIt(calls.officeDeliveries, { query: {} })).deliveries).toEqual([])
  })

  test('a role in a group offers exams to that group alone, and sees of a delivery its own people', async () => {
    const { deliveryID } = await desk.applied()
    const narrow = await desk.narrow('exams-officer', { kind: 'group', id: desk.groups.pair })
    const shown = await desk.show(deliveryID, narrow)
    expect([shown.mayChange, shown.entries.length]).toEqual([false, 1])
    const seen = (await desk.people(deliveryID, {}, narrow)).people
    expect(seen.map(({ userID, pin }) => [userID, pin])).toEqual([
      [2, undefined],
      [1, undefined],
    ])
    expect((await desk.readiness(deliveryID, narrow)).people).toBe(2)
    // The third person is in no group of theirs, so that the whole is not theirs to change.
    for (const refused of [
      narrow.refused(calls.officePreviewDelivery, { body: { deliveryID } }),
      narrow.refused(calls.officeCancelDelivery, { body: { deliveryID, version: 1, notStarted: 3, reason: 'x' } }),
      narrow.refused(calls.officeAddToDelivery, { body: { deliveryID, userID: 1 } }),
      narrow.refused(calls.officeChangeDelivery, { body: { ...desk.fields(), deliveryID, version: 1 } }),
    ])
      expect((await refused).code).toBe('NOT_ALLOWED')
    const ofOther = desk.fields({ entries: [{ groupID: desk.groups.single }] })
    expect((await narrow.refused(calls.officeAddDelivery, { body: ofOther })).details).toEqual([
      { path: 'body.entries[0]', message: 'not found' },
    ])
    expect((await narrow.refused(calls.officeAddDelivery, { body: desk.fields({ entries: [] }) })).code).toBe('NOT_ALLOWED')
    await desk.officer.doIt(calls.officeCancelDelivery, { body: { deliveryID, version: 1, notStarted: 3, reason: 'x' } })
    const own = await desk.add({ entries: [{ groupID: desk.groups.pair }] }, narrow)
    expect((await desk.apply(own.deliveryID, narrow)).totals.changed).toBe(2)
  })

  test('a role in a centre sees the deliveries of its rooms alone', async () => {
    const [hall, saal] = [desk.rooms.hall, desk.rooms.saal]
    const inHall = await desk.applied({ rooms: [{ roomID: hall.roomID }], entries: [{ userID: 1, roomID: hall.roomID }] })
    const inSaal = await desk.applied({ rooms: [{ roomID: saal.roomID }], entries: [{ userID: 2, roomID: saal.roomID }] })
    const narrow = await desk.narrow('exams-officer', { kind: 'centre', id: hall.centreID })
    const { deliveries } = await narrow.doIt(calls.officeDeliveries, { query: {} })
    expect(deliveries.map(({ deliveryID }) => deliveryID)).toEqual([inHall.deliveryID])
    expect((await narrow.refused(calls.officeDelivery, { query: { deliveryID: inSaal.deliveryID } })).code).toBe('NOT_FOUND')
    expect((await desk.people(inHall.deliveryID, {}, narrow)).people.map(({ userID }) => userID)).toEqual([1])
    expect((await desk.show(inHall.deliveryID, narrow)).mayChange).toBe(true)
    // People are none of a centre's: whoever has a role there adds nobody.
    expect((await narrow.refused(calls.officeAddToDelivery, { body: { deliveryID: inHall.deliveryID, userID: 3 } })).code).toBe(
      'NOT_FOUND',
    )
  })

  test('whoever plans in a part is shown the names of exams to offer, and nothing of the library; who only reads is not', async () => {
    const exams = (one: OfficeBrowser, query: object = {}) => one.doIt(calls.officeDeliveryExams, { query })
    const offered = { examGuid: desk.exam.examGuid, name: desk.exam.name, versions: [desk.exam.version] }
    const narrow = await desk.narrow('exams-officer', { kind: 'group', id: desk.groups.pair })
    expect((await exams(narrow)).exams).toEqual([offered])
    expect((await exams(narrow, { search: desk.exam.name.toUpperCase() })).exams).toEqual([offered])
    expect((await exams(narrow, { search: 'nothing of this name' })).exams).toEqual([])
    expect((await narrow.refused(calls.officeExams, { query: {} })).code).toBe('NOT_ALLOWED')
    const auditor = await openOffice(server, orgId, 'auditor')
    expect((await auditor.refused(calls.officeDeliveryExams, { query: {} })).code).toBe('NOT_ALLOWED')
    const other = await arrangeDeliveries(server, nextOrgId())
    expect((await exams(other.officer)).exams.map(({ examGuid }) => examGuid)).toEqual([other.exam.examGuid])
    // Of the rooms and groups in the form, they have their own ones.
    const { groups } = await narrow.doIt(calls.officeGroups, { query: {} })
    expect(groups.map(({ groupID }) => groupID)).toEqual([desk.groups.pair])
    expect((await narrow.doIt(calls.officeCentres, { query: {} })).centres).toEqual([])
    const { deliveryID } = await desk.add({ entries: [{ groupID: desk.groups.pair }] }, narrow)
    await desk.apply(deliveryID, narrow)
    expect((await desk.people(deliveryID, {}, narrow)).total).toBe(2)
  })

  test('a role in a centre plans its own rooms, for whom others name', async () => {
    const [hall, saal] = [desk.rooms.hall, desk.rooms.saal]
    const narrow = await desk.narrow('exams-officer', { kind: 'centre', id: hall.centreID })
    const { centres } = await narrow.doIt(calls.officeCentres, { query: {} })
    expect(centres.flatMap(({ rooms }) => rooms.map(({ roomID }) => roomID))).toEqual([hall.roomID])
    const own = await desk.add({ rooms: [{ roomID: hall.roomID }], entries: [] }, narrow)
    expect(own.mayChange).toBe(true)
    const beyond = { body: desk.fields({ rooms: [{ roomID: saal.roomID }], entries: [] }) }
    expect((await narrow.refused(calls.officeAddDelivery, beyond)).details).toEqual([
      { path: 'body.rooms[0]', message: 'not found' },
    ])
    const { deliveryID, version } = own
    const fields = desk.fields({ rooms: [{ roomID: hall.roomID }], entries: [{ userID: 1, roomID: hall.roomID }] })
    const changed = await desk.officer.doIt(calls.officeChangeDelivery, { body: { ...fields, deliveryID, version } })
    expect(changed.delivery.entries).toHaveLength(1)
    await desk.apply(deliveryID, narrow)
    expect((await desk.people(deliveryID, {}, narrow)).total).toBe(1)
  })

  test('a room that a delivery has is closed and not removed, and stays in that delivery', async () => {
    const { roomID } = desk.rooms.hall
    const { deliveryID, version } = await desk.add({ rooms: [{ roomID }] })
    const room = { body: { roomID, version: 1 } }
    expect((await desk.officer.refused(calls.officeRemoveRoom, room)).code).toBe('IN_USE')
    await desk.officer.doIt(calls.officeCloseRoom, { body: { ...room.body, isClosed: true } })
    expect(
      (await desk.officer.refused(calls.officeAddDelivery, { body: desk.fields({ rooms: [{ roomID }] }) })).details,
    ).toEqual([{ path: 'body.rooms[0]', message: 'closed' }])
    const body = { ...desk.fields({ rooms: [{ roomID }] }), deliveryID, version }
    expect((await desk.officer.doIt(calls.officeChangeDelivery, { body })).delivery.rooms).toHaveLength(1)
  })

  test('whoever only reads changes nothing, and learners see nothing', async () => {
    const { deliveryID } = await desk.applied()
    const auditor = await openOffice(server, orgId, 'auditor')
    expect((await desk.show(deliveryID, auditor)).mayChange).toBe(false)
    const body = { deliveryID }
    expect((await auditor.refused(calls.officePreviewDelivery, { body })).code).toBe('NOT_ALLOWED')
    expect((await auditor.refused(calls.officeAddDelivery, { body: desk.fields() })).code).toBe('NOT_ALLOWED')
  })

  test('the hash of another preview applies nothing, and neither does one that is outdated', async () => {
    const [one, two] = [await desk.add(), await desk.add({ name: 'Other', entries: [{ userID: 4 }] })]
    const { hash } = await desk.preview(two.deliveryID)
    const wrong = { body: { deliveryID: one.deliveryID, hash } }
    expect((await desk.officer.refused(calls.officeApplyDelivery, wrong)).code).toBe('CHANGED_MEANWHILE')
    const before = await desk.preview(one.deliveryID)
    await desk.change(one.deliveryID, { entries: [{ userID: 4 }] })
    const outdated = { body: { deliveryID: one.deliveryID, hash: before.hash } }
    expect((await desk.officer.refused(calls.officeApplyDelivery, outdated)).code).toBe('CHANGED_MEANWHILE')
    expect((await desk.schedulesOf(1)).list).toEqual([])
  })

  test('of six that apply the same preview at once, one schedules everybody once', async () => {
    const { deliveryID } = await desk.add()
    const { hash } = await desk.preview(deliveryID)
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => desk.officer.tryIt(calls.officeApplyDelivery, { body: { deliveryID, hash } })),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    expect((await desk.people(deliveryID)).total).toBe(3)
  })

  test('a preview from before somebody began does not hold any more', async () => {
    const { deliveryID } = await desk.applied()
    await desk.change(deliveryID, { window: { opens: '2026-12-03T09:35', closes: '2026-12-03T12:00' } })
    at.nowMs = Date.parse('2026-12-03T09:31:00Z')
    const { hash } = await desk.preview(deliveryID)
    expect((await desk.begin(1)).status).toBe(200)
    const stale = await desk.officer.refused(calls.officeApplyDelivery, { body: { deliveryID, hash } })
    expect(stale.code).toBe('CHANGED_MEANWHILE')
    expect(
      (stale.current as { people: { userID: number; reason?: string }[] }).people.find(({ userID }) => userID === 1)?.reason,
    ).toBe('started')
    expect((await desk.people(deliveryID)).people.map(({ startsAt }) => startsAt)).toEqual(
      Array(3).fill('2026-12-03T09:30:00.000Z'),
    )
  })
})
