import { calls } from '@sitwell/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { storeExam } from '../organisation/store-exam.ts'
import { bothDatabases } from '../testing/databases.ts'
import { arrangeDeliveries, type DeliveryDesk } from '../testing/delivery-desk.ts'
import { openOffice } from '../testing/open-office.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { countOrganisations, examOf } from '../testing/test-world.ts'

describe.each(bothDatabases)('deliveries on %s', (database) => {
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

  const opensMs = Date.parse('2026-12-03T09:30:00Z')
  const linesOf = (people: readonly { userID: number; becomes: string; reason?: string | undefined }[]) =>
    people.map(({ userID, becomes, reason }) => [userID, becomes, reason])
  const counts = async (deliveryID: string) => Object.values((await desk.show(deliveryID)).counts)
  const newVersion = async (version: number) =>
    server.db.kysely
      .transaction()
      .execute((transaction) =>
        storeExam(
          transaction,
          orgId,
          { exam: examOf(desk.prefix, { version }), resources: [], schedules: [], leftOut: [] },
          at.nowMs,
        ),
      )

  // OFFICE-102 OFFICE-209
  test('schedule groups and people as a preview showed, once, and undo it while nobody has begun', async () => {
    const delivery = await desk.add()
    expect(delivery).toMatchObject({ state: 'draft', startsAt: '2026-12-03T09:30:00.000Z', mayChange: true, version: 1 })
    const { deliveryID } = delivery
    const preview = await desk.preview(deliveryID)
    // By name: Li, Lia, Müller.
    expect(linesOf(preview.people)).toEqual([
      ...[[2, 'new', undefined] as const, [3, 'new', undefined] as const, [1, 'new', undefined] as const],
    ])
    expect([preview.totals, preview.canUndo]).toEqual([{ changed: 3, unchanged: 0, refused: 0 }, true])
    expect((await desk.schedulesOf(1)).list).toEqual([])
    const body = { deliveryID, hash: preview.hash }
    const { change } = await desk.officer.doIt(calls.officeApplyDelivery, { body })
    expect(await counts(deliveryID)).toEqual([3, 0, 0])
    expect((await desk.schedulesOf(1)).list).toMatchObject([{ startDt: '2026-12-03T09:30:00.000Z', requiresPassword: false }])
    // The same hash once more means another change by now.
    expect((await desk.officer.refused(calls.officeApplyDelivery, { body })).code).toBe('CHANGED_MEANWHILE')
    expect(linesOf((await desk.preview(deliveryID)).people)).toEqual([2, 3, 1].map((id) => [id, 'unchanged', 'same']))
    expect(await desk.show(deliveryID)).toMatchObject({ state: 'upcoming', canUndo: change, changes: [{ people: 3 }] })
    const undo = { body: { deliveryID, change: change ?? 0 } }
    expect((await desk.officer.doIt(calls.officeUndoDelivery, undo)).people).toBe(3)
    expect([await counts(deliveryID), (await desk.schedulesOf(1)).list]).toEqual([[0, 0, 0], []])
    expect((await desk.officer.refused(calls.officeUndoDelivery, undo)).code).toBe('CHANGED_MEANWHILE')
    expect((await desk.apply(deliveryID)).totals.changed).toBe(3)
    expect(await counts(deliveryID)).toEqual([3, 0, 0])
  })

  // OFFICE-102 OFFICE-209
  test('change who has not begun as a preview showed, from and to, and leave alone who has', async () => {
    const { deliveryID } = await desk.applied()
    at.nowMs = opensMs + 60_000
    expect((await desk.begin(1)).status).toBe(200)
    await newVersion(4)
    const rules = {
      ...({ passwords: 'pin', proctoring: 'none', safeExamBrowser: 'exam', supports: 'all', release: 'confirmed' } as const),
    }
    const window = { opens: '2026-12-03T10:00', closes: '2026-12-03T13:00' }
    const entries = [{ groupID: desk.groups.pair }, { userID: 4 }, { userID: 6 }]
    await desk.change(deliveryID, { window, rules, entries, examVersion: 4 })
    const { people, totals } = await desk.preview(deliveryID)
    expect(linesOf(people)).toEqual([
      ...[
        [2, 'changed', undefined],
        [3, 'removed', undefined],
        [1, 'unchanged', 'started'],
      ],
      ...[
        [6, 'refused', 'suspended'],
        [4, 'new', undefined],
      ],
    ])
    expect(totals).toEqual({ changed: 3, unchanged: 1, refused: 1 })
    expect(people[0]).toMatchObject({
      from: { startsAt: '2026-12-03T09:30:00.000Z', examVersion: 3 },
      to: { startsAt: '2026-12-03T10:00:00.000Z', examVersion: 4 },
      rules: ['passwords', 'proctoring', 'supports', 'release'],
    })
    const { change } = await desk.apply(deliveryID)
    const shown = (await desk.people(deliveryID)).people
    expect(shown.map(({ userID, examVersion, state }) => [userID, examVersion, state])).toEqual([
      ...[
        [2, 4, 'not-started'],
        [1, 3, 'started'],
        [4, 4, 'not-started'],
      ],
    ])
    expect(shown.map(({ pin }) => /^\d{6}$/.test(pin ?? ''))).toEqual([true, false, true])
    expect((await desk.schedulesOf(3)).list).toEqual([])
    const policies = () =>
      server.db.kysely
        .selectFrom('schedule')
        .innerJoin('person', 'person.user_guid', 'schedule.user_guid')
        .select(['person.user_id', 'schedule.release_policy'])
        .where('schedule.delivery_id', '=', deliveryID)
        .where('schedule.voided_at', 'is', null)
        .orderBy('person.user_id')
        .execute()
    expect(await policies()).toEqual([
      { user_id: 1, release_policy: null },
      { user_id: 2, release_policy: 'confirmed' },
      { user_id: 4, release_policy: 'confirmed' },
    ])
    // Undone, everything is as it was, and who was taken out is in again.
    await desk.officer.doIt(calls.officeUndoDelivery, { body: { deliveryID, change: change ?? 0 } })
    const before = (await desk.people(deliveryID)).people
    expect(before.map(({ userID, examVersion, startsAt, pin }) => [userID, examVersion, startsAt, pin])).toEqual(
      [2, 3, 1].map((id) => [id, 3, '2026-12-03T09:30:00.000Z', undefined]),
    )
    expect((await policies()).map(({ release_policy }) => release_policy)).toEqual([null, null, null])
  })

  test('give each person a PIN of their own that opens the exam, and nothing else does', async () => {
    const rules = { ...desk.fields().rules, passwords: 'pin' as const }
    const { deliveryID } = await desk.applied({ rules })
    at.nowMs = opensMs + 60_000
    const { people } = await desk.people(deliveryID)
    const pins = new Map(people.map(({ userID, pin }) => [userID, pin ?? '']))
    expect((await desk.begin(1, pins.get(1) === '000000' ? '000001' : '000000')).status).toBe(403)
    expect((await desk.begin(1, ` ${pins.get(1)} `)).status).toBe(200)
    // Only whoever may change the delivery is shown them.
    const auditor = await openOffice(server, orgId, 'auditor')
    expect((await desk.people(deliveryID, {}, auditor)).people.map(({ pin }) => pin)).toEqual([undefined, undefined, undefined])
    const stored = await server.db.kysely.selectFrom('schedule').select('password_hash').where('org_id', '=', orgId).execute()
    for (const { password_hash } of stored) for (const pin of pins.values()) expect(password_hash).not.toContain(pin)
  })

  test('have one password for all, if that is asked for, which is kept as a hash', async () => {
    const rules = { ...desk.fields().rules, passwords: 'shared' as const }
    const refused = await desk.officer.refused(calls.officeAddDelivery, { body: desk.fields({ rules }) })
    expect(refused.details).toEqual([{ path: 'body.sharedPassword', message: 'missing' }])
    const { deliveryID } = await desk.applied({ rules, sharedPassword: 'oak and ash' })
    at.nowMs = opensMs
    expect((await desk.begin(1, 'oak')).status).toBe(403)
    expect((await desk.begin(1, 'oak and ash')).status).toBe(200)
    // Without a new one the old one stays, and nobody's schedule changes.
    await desk.change(deliveryID, { rules, name: 'Other' })
    expect((await desk.preview(deliveryID)).totals.changed).toBe(0)
  })

  // OFFICE-208
  test('keep wall times: a room has the clock of its centre, and a time that is shown twice is asked about', async () => {
    const rooms = [
      { roomID: desk.rooms.hall.roomID },
      { roomID: desk.rooms.saal.roomID, window: { opens: '2026-12-03T09:30', closes: '2026-12-03T11:00' } },
    ]
    const entries = [
      { groupID: desk.groups.pair, roomID: desk.rooms.saal.roomID },
      { userID: 3, roomID: desk.rooms.hall.roomID },
    ]
    const { deliveryID } = await desk.applied({ rooms, entries })
    expect(
      (await desk.people(deliveryID)).people.map(({ userID, startsAt, endsAt, room }) => [userID, startsAt, endsAt, room]),
    ).toEqual([
      [2, '2026-12-03T08:30:00.000Z', '2026-12-03T10:00:00.000Z', 'Saal'],
      [3, '2026-12-03T09:30:00.000Z', '2026-12-03T12:00:00.000Z', 'Hall'],
      [1, '2026-12-03T08:30:00.000Z', '2026-12-03T10:00:00.000Z', 'Saal'],
    ])
    expect(await desk.show(deliveryID)).toMatchObject({
      startsAt: '2026-12-03T08:30:00.000Z',
      endsAt: '2026-12-03T12:00:00.000Z',
    })
    const night = { opens: '2027-10-31T01:30', closes: '2027-10-31T04:00' }
    const asked = await desk.officer.refused(calls.officeAddDelivery, { body: desk.fields({ window: night }) })
    expect(asked.details).toEqual([{ path: 'body.window.opens', message: 'twice' }])
    expect(await desk.add({ window: { ...night, opensSecond: false } })).toMatchObject({ startsAt: '2027-10-31T00:30:00.000Z' })
    expect(await desk.add({ window: { ...night, opensSecond: true } })).toMatchObject({ startsAt: '2027-10-31T01:30:00.000Z' })
    const spring = { opens: '2027-03-28T01:30', closes: '2027-03-28T04:00' }
    expect(await desk.add({ window: spring })).toMatchObject({
      startsAt: '2027-03-28T01:30:00.000Z',
      window: { opens: '2027-03-28T01:30' },
    })
    const order = { opens: '2026-12-03T09:30', closes: '2026-12-03T09:30' }
    const refused = await desk.officer.refused(calls.officeAddDelivery, { body: desk.fields({ window: order }) })
    expect(refused.details).toEqual([{ path: 'body.window.closes', message: 'order' }])
  })

  // OFFICE-411
  test('are cancelled with a reason: what nobody began is void and stays on record, and who sits goes on', async () => {
    const { deliveryID, change } = await desk.applied()
    at.nowMs = opensMs
    expect((await desk.begin(1)).status).toBe(200)
    const { version } = await desk.show(deliveryID)
    const body = { deliveryID, version, notStarted: 3, reason: 'Burst pipe' }
    expect((await desk.officer.refused(calls.officeCancelDelivery, { body })).code).toBe('CHANGED_MEANWHILE')
    const { delivery, people } = await desk.officer.doIt(calls.officeCancelDelivery, { body: { ...body, notStarted: 2 } })
    expect([people, delivery.state, delivery.mayChange, delivery.canUndo]).toEqual([2, 'cancelled', false, undefined])
    expect(delivery.changes[0]).toMatchObject({ act: 'cancelled', people: 2, reason: 'Burst pipe', by: 'Ada Wood' })
    expect([(await desk.schedulesOf(1)).list.length, (await desk.schedulesOf(2)).list]).toEqual([1, []])
    const rows = await server.db.kysely.selectFrom('schedule').select('voided_at').where('org_id', '=', orgId).execute()
    expect(rows.map(({ voided_at }) => voided_at).sort()).toEqual([opensMs, opensMs, null])
    for (const again of [
      desk.officer.refused(calls.officePreviewDelivery, { body: { deliveryID } }),
      desk.officer.refused(calls.officeUndoDelivery, { body: { deliveryID, change } }),
      desk.officer.refused(calls.officeChangeDelivery, { body: { ...desk.fields(), deliveryID, version: version + 1 } }),
    ])
      expect((await again).code).toBe('CLOSED')
  })

  // OFFICE-209
  test('are not undone once somebody has begun what was made', async () => {
    const { deliveryID, change } = await desk.applied()
    at.nowMs = opensMs
    await desk.begin(2)
    expect((await desk.show(deliveryID)).canUndo).toBeUndefined()
    const refused = await desk.officer.refused(calls.officeUndoDelivery, { body: { deliveryID, change } })
    expect(refused.code).toBe('IN_USE')
    expect(await counts(deliveryID)).toEqual([2, 1, 0])
  })

  test('name whoever has the same exam open otherwise, and schedule it no second time', async () => {
    await desk.applied({ name: 'First' })
    const { deliveryID } = await desk.add({ name: 'Second', entries: [{ userID: 1 }, { userID: 4 }] })
    const { people } = await desk.preview(deliveryID)
    expect(people.map(({ userID, reason, other }) => [userID, reason, other])).toEqual([
      ...[
        [1, 'duplicate', 'First'],
        [4, undefined, undefined],
      ],
    ])
    await desk.apply(deliveryID)
    expect((await desk.schedulesOf(1)).list).toHaveLength(1)
  })

  test('a learner who did not come is scheduled in a later delivery of the same exam, and one who began and did not finish is not', async () => {
    const window = { opens: '2026-12-03T09:30', closes: '2026-12-03T10:00' }
    await desk.applied({ name: 'First', window, entries: [{ userID: 1 }, { userID: 2 }] })
    at.nowMs = opensMs
    expect((await desk.begin(2)).status).toBe(200)
    // Open all day: it started before the window that was missed.
    const later = { opens: '2026-12-03T09:00', closes: '2026-12-03T18:00' }
    const { deliveryID } = await desk.add({ name: 'Second', window: later, entries: [{ userID: 1 }, { userID: 2 }] })
    const verdicts = async () =>
      (await desk.preview(deliveryID)).people.map(({ userID, becomes, reason }) => [userID, becomes, reason])
    expect(await verdicts()).toEqual([
      [2, 'refused', 'duplicate'],
      [1, 'refused', 'duplicate'],
    ])
    at.nowMs = opensMs + 31 * 60_000
    expect(await verdicts()).toEqual([
      [2, 'refused', 'duplicate'],
      [1, 'new', undefined],
    ])
    await desk.apply(deliveryID)
    // The player shows the last of them, which is the one that can be begun.
    const { list } = await desk.schedulesOf(1)
    expect(list.map(({ completeDt }) => completeDt)).toEqual(['2026-12-03T10:00:00.000Z', '2026-12-03T18:00:00.000Z'])
  })

  test('an undo is refused if a learner could sit the exam twice by it', async () => {
    const window = { opens: '2026-12-03T09:30', closes: '2026-12-03T10:00' }
    const first = await desk.applied({ name: 'First', window, entries: [{ userID: 1 }, { userID: 2 }] })
    const { version } = await desk.show(first.deliveryID)
    const body = { ...desk.fields(), name: 'First', window, entries: [{ userID: 2 }], deliveryID: first.deliveryID, version }
    await desk.officer.doIt(calls.officeChangeDelivery, { body })
    await desk.apply(first.deliveryID)
    const { canUndo: change } = await desk.show(first.deliveryID)
    await desk.applied({ name: 'Second', window, entries: [{ userID: 1 }] })
    const undo = { body: { deliveryID: first.deliveryID, change: change ?? 0 } }
    expect((await desk.officer.refused(calls.officeUndoDelivery, undo)).code).toBe('IN_USE')
    expect([await counts(first.deliveryID), (await desk.schedulesOf(1)).list.length]).toEqual([[1, 0, 0], 1])
  })

  test('a walk-in is scheduled at once with a PIN, once however often it is asked for, and can be taken back', async () => {
    const rules = { ...desk.fields().rules, passwords: 'pin' as const }
    const window = { opens: '2026-12-03T09:30', closes: '2026-12-03T09:50' }
    const { deliveryID } = await desk.applied({ rules, window, rooms: [{ roomID: desk.rooms.hall.roomID }] })
    at.nowMs = opensMs + 60_000
    const requestId = crypto.randomUUID()
    const account = { username: 'late', firstName: 'Late', lastName: 'Comer' }
    const body = { deliveryID, account, requestId, roomID: desk.rooms.hall.roomID }
    const { person, access } = await desk.officer.doIt(calls.officeAddToDelivery, { body })
    expect([person.room, person.state, person.pin?.length, access?.by]).toEqual(['Hall', 'not-started', 6, 'link'])
    const again = await desk.officer.doIt(calls.officeAddToDelivery, { body })
    expect([again.person, await counts(deliveryID)]).toEqual([person, [4, 0, 0]])
    const there = await desk.officer.doIt(calls.officeAddToDelivery, { body: { deliveryID, userID: 5 } })
    expect(there.access).toBeUndefined()
    expect((await desk.begin(5, there.person.pin)).status).toBe(200)
    const walkIn = (userID: number) => desk.officer.refused(calls.officeAddToDelivery, { body: { deliveryID, userID } })
    expect([(await walkIn(6)).code, (await walkIn(99)).code]).toEqual(['ACCOUNT_SUSPENDED', 'NOT_FOUND'])
    // Nothing of the refused ones stays.
    expect((await desk.preview(deliveryID)).people.map(({ userID }) => userID)).not.toContain(6)
    at.nowMs = Date.parse('2026-12-03T09:50:01Z')
    expect((await walkIn(4)).code).toBe('CLOSED')
  })

  // OFFICE-204 OFFICE-206
  test('say who can sit and who can’t, computed from rows', async () => {
    const { deliveryID } = await desk.applied({ window: { opens: '2026-12-03T09:30', closes: '2026-12-03T09:35' } })
    const short = await desk.readiness(deliveryID)
    expect([short.people, short.canSit, short.causes[0]?.cause, short.causes[0]?.count]).toEqual([3, 0, 'cut-short', 3])
    expect(short.causes[0]?.people[0]).toMatchObject({
      ...{ userID: 2, needsUntil: '2026-12-03T09:40:00.000Z', closesAt: '2026-12-03T09:35:00.000Z' },
    })
    await desk.change(deliveryID, { entries: [{ groupID: desk.groups.pair }, { userID: 6 }] })
    await desk.apply(deliveryID)
    const { causes, canSit, people } = await desk.readiness(deliveryID)
    expect([people, canSit]).toEqual([3, 2])
    expect(causes.map(({ cause, isGrave, count }) => [cause, isGrave, count])).toEqual([
      ...[
        ['suspended', true, 1],
        ['never-signed-in', false, 3],
        ['no-mail', false, 3],
      ],
    ])
  })

  // OFFICE-203 OFFICE-204
  test('count the accommodations of each person, and say whose time the window would cut', async () => {
    const fields = { extraPercent: 25, from: '2026-11-01', approvedBy: 'Dr Owen', approvedOn: '2026-10-30', basis: 'A letter' }
    const body = { userID: 2, ...fields, requestId: crypto.randomUUID() }
    await desk.officer.doIt(calls.officeAddAccommodation, { body })
    const { deliveryID } = await desk.applied({ window: { opens: '2026-12-03T09:30', closes: '2026-12-03T09:41' } })
    const { people } = await desk.people(deliveryID)
    const times = people.map(({ userID, timeMs, ownMs }) => [userID, timeMs, ownMs])
    expect(times.toSorted(([one = 0], [other = 0]) => one - other)).toEqual([
      [1, 600_000, undefined],
      [2, 780_000, 180_000],
      [3, 600_000, undefined],
    ])
    const { canSit, causes } = await desk.readiness(deliveryID)
    const cut = causes.find(({ cause }) => cause === 'cut-short')
    expect([canSit, cut?.people.map(({ userID, needsUntil }) => [userID, needsUntil])]).toEqual([
      ...[2, [[2, '2026-12-03T09:43:00.000Z']]],
    ])
  })

  test('are listed by state, exam, centre and words, page by page', async () => {
    const { roomID, centreID } = desk.rooms.hall
    const first = await desk.applied({ name: 'Oak', rooms: [{ roomID }] })
    await desk.applied({
      name: 'Ash',
      entries: [{ userID: 4 }],
      window: { opens: '2026-11-01T09:00', closes: '2026-12-03T10:00' },
    })
    await desk.add({ name: 'Élm' })
    const list = async (query: object) =>
      (await desk.officer.doIt(calls.officeDeliveries, { query })).deliveries.map(({ name, state }) => `${name} ${state}`)
    expect(await list({})).toEqual(expect.arrayContaining(['Oak upcoming', 'Ash under-way', 'Élm draft']))
    expect([await list({ state: 'upcoming' }), await list({ state: 'under-way' })]).toEqual([
      ['Oak upcoming'],
      ['Ash under-way'],
    ])
    expect([await list({ centreID }), await list({ search: 'elm' }), await list({ examGuid: 'x' })]).toEqual([
      ...[['Oak upcoming'], ['Élm draft'], []],
    ])
    const page = await desk.officer.doIt(calls.officeDeliveries, { query: { limit: 2 } })
    const next = await desk.officer.doIt(calls.officeDeliveries, { query: { limit: 2, cursor: page.next } })
    expect([page.total, new Set([...page.deliveries, ...next.deliveries].map(({ name }) => name)).size]).toEqual([3, 3])
    expect(page.deliveries.concat(next.deliveries).find(({ deliveryID }) => deliveryID === first.deliveryID)).toMatchObject({
      ...{ rooms: 1, counts: { 'not-started': 3, started: 0, finished: 0 }, examName: desk.exam.name },
    })
  })

  test('refuse what is not there, field by field, and a version that somebody else has changed', async () => {
    const entries = [{ groupID: 'nowhere' }, { userID: 99 }, { userID: 1, roomID: desk.rooms.hall.roomID }]
    const wrong = { name: ' ', examVersion: 9, zone: 'Mars/One', rooms: [{ roomID: 'none' }], entries }
    const refused = await desk.officer.refused(calls.officeAddDelivery, { body: desk.fields(wrong) })
    expect(refused.details?.map(({ path, message }) => `${path} ${message}`)).toEqual([
      ...['body.name empty', 'body.examVersion not found', 'body.zone not a name as Europe/London', 'body.rooms[0] not found'],
      ...['body.entries[0] not found', 'body.entries[1] not found', 'body.entries[2].roomID none of its rooms'],
    ])
    const { deliveryID, version } = await desk.add()
    await desk.change(deliveryID, { name: 'Other' })
    const stale = await desk.officer.refused(calls.officeChangeDelivery, { body: { ...desk.fields(), deliveryID, version } })
    expect([stale.code, (stale.current as { name: string }).name]).toEqual(['CHANGED_MEANWHILE', 'Other'])
  })

  test('are in the security log', async () => {
    const { deliveryID, change } = await desk.applied()
    await desk.officer.doIt(calls.officeUndoDelivery, { body: { deliveryID, change } })
    await vi.waitFor(async () => {
      const acts = (await desk.events()).map(({ what, target }) => `${what} ${target?.act} ${target?.people ?? ''}`)
      expect(acts.toSorted()).toEqual(['Trees in December added ', 'Trees in December applied 3', 'Trees in December undone 3'])
    })
  })
})
