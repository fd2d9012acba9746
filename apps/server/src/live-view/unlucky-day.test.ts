import { randomUUID } from 'node:crypto'
import { calls, type LiveAct, noContactMs } from '@sitwell/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bothDatabases } from '../testing/databases.ts'
import { arrangeDeliveries, type DeliveryDesk } from '../testing/delivery-desk.ts'
import { openOffice } from '../testing/open-office.ts'
import { backUp } from '../testing/set-back.ts'
import { createTestPlace, startServerIn, startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { countOrganisations, doCall, saveOf, signIn, tryCall } from '../testing/test-world.ts'

const at = { nowMs: 0 }
const clock = { nowMs: () => at.nowMs }
const opensMs = Date.parse('2026-12-03T09:30:00Z')
const minuteMs = 60_000

/** The actions of an invigilator and learners in one delivery. */
const inRoom = (server: TestServer, desk: DeliveryDesk, deliveryID: string, officer = desk.officer) => {
  const watch = (query: object = {}) => officer.doIt(calls.officeLive, { query: { deliveryID, ...query } })
  const rowOf = async (learner: number) => {
    const row = (await watch()).rows.find(({ userID }) => userID === learner)
    if (!row) throw new Error(`There is no row of ${learner}.`)
    return row
  }
  const act = async (what: LiveAct, people: readonly string[]) => {
    const body = { requestId: randomUUID(), act: what, people: [...people] }
    return (await officer.doIt(calls.officeLiveAct, { body })).people.map(({ outcome, reason }) => reason ?? outcome)
  }
  const begin = async (learner: number) => {
    const answer = await desk.begin(learner)
    if (answer.status !== 200) throw new Error(answer.text)
    const { formRunGUID: formRunGuid } = JSON.parse(answer.text) as { formRunGUID: string }
    const { access_token: token } = await signIn(server, desk, `learner-${learner}`)
    const report = (leftMs: number) =>
      doCall(server, calls.pageReport, { body: { formRunGuid, leftMs, deviceMs: at.nowMs, unsent: 0 } }, token)
    const finish = () =>
      tryCall(
        server,
        calls.complete,
        { body: { formRunGuid, timeRemaining: 100, elapsedTime: 60, now: new Date(at.nowMs).toISOString() } } as never,
        token,
      )
    const save = (more: object = {}) => tryCall(server, calls.saveAnswer, { body: saveOf(desk, formRunGuid, more) }, token)
    const note = (body: { delivered: string[]; acknowledged: string[] }) =>
      doCall(server, calls.noteLearnerActions, { body }, token)
    return { formRunGuid, token, report, finish, save, note }
  }
  return { watch, rowOf, act, begin }
}

const accommodate = (desk: DeliveryDesk, more: object) =>
  desk.officer.doIt(calls.officeAddAccommodation, {
    body: { userID: 1, from: '2026-01-01', approvedBy: 'Dr Owen', approvedOn: '2026-01-01', basis: 'A letter', ...more },
  })

describe.each(bothDatabases)('a day on which things go wrong, on %s', (database) => {
  let server: TestServer
  let desk: DeliveryDesk
  const nextOrgId = countOrganisations()

  beforeAll(async () => {
    server = await startTestServer({ database, clock, config: { logLevel: 'fatal' } })
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    at.nowMs = opensMs - 10 * minuteMs
    desk = await arrangeDeliveries(server, nextOrgId())
  })
  const room = async (more: Parameters<DeliveryDesk['applied']>[0] = {}) => {
    const { deliveryID } = await desk.applied(more)
    return { ...inRoom(server, desk, deliveryID), deliveryID }
  }

  test('time for somebody who hands in at that very moment is given before it, or refused, and is reported as it was', async () => {
    const { rowOf, act, begin } = await room()
    at.nowMs = opensMs
    const outcomes = new Set<string>()
    for (const learner of [1, 2, 3]) {
      const { formRunGuid, finish } = await begin(learner)
      const { rowID } = await rowOf(learner)
      const [[outcome = 'none'], finished] = await Promise.all([act({ kind: 'add-time', seconds: 60 }, [rowID]), finish()])
      outcomes.add(outcome)
      expect(finished.status).toBe(200)
      const rows = await server.db.kysely
        .selectFrom('form_run_event')
        .select('kind')
        .where('org_id', '=', desk.orgId)
        .where('form_run_guid', '=', formRunGuid)
        .orderBy('number')
        .execute()
      const kinds = rows.map(({ kind }) => kind)
      expect(kinds).toEqual(outcome === 'applied' ? ['start', 'extra-time', 'complete'] : ['start', 'complete'])
      expect(await rowOf(learner)).toMatchObject({ state: 'handed-in', handedInBecause: 'chosen' })
    }
    for (const outcome of outcomes) expect(['applied', 'handed-in']).toContain(outcome)
  })

  // OFFICE-105
  test('who has handed in has so for the learner, the list of the delivery, the live view and the report of the room, since one moment', async () => {
    const { roomID } = desk.rooms.hall
    const { deliveryID, rowOf, act, begin } = await room({ rooms: [{ roomID }], entries: [{ userID: 1, roomID }] })
    at.nowMs = opensMs
    const everywhere = async () => {
      const row = await rowOf(1)
      const report = await desk.officer.doIt(calls.officeRoomReport, { query: { deliveryID, roomID } })
      const [person] = report.people
      const [listed] = (await desk.people(deliveryID)).people
      const { list } = await desk.schedulesOf(1)
      const is = [
        row.state === 'handed-in',
        person?.state === 'handed-in',
        listed?.state === 'finished',
        list.at(-1)?.completed,
      ]
      return { is, at: [row.handedInAt, person?.handedInAt], counts: report.counts.handedIn }
    }
    const open = { is: [false, false, false, false], at: [undefined, undefined], counts: 0 }
    expect(await everywhere()).toEqual(open)
    const { finish } = await begin(1)
    at.nowMs += minuteMs
    expect((await finish()).status).toBe(200)
    const handedInAt = new Date(at.nowMs).toISOString()
    at.nowMs += minuteMs
    expect(await everywhere()).toEqual({ is: [true, true, true, true], at: [handedInAt, handedInAt], counts: 1 })
    await act({ kind: 'reopen', reason: 'By mistake', seconds: 60 }, [(await rowOf(1)).rowID])
    expect(await everywhere()).toEqual(open)
  })

  // OFFICE-101 OFFICE-106
  test('a phone that sleeps for ten minutes is shown as out of contact since then, and has all that was done when it wakes', async () => {
    const { rowOf, act, begin, watch } = await room()
    at.nowMs = opensMs
    const { report, note } = await begin(1)
    await report(600_000)
    const { rowID } = await rowOf(1)
    const seenAt = new Date(at.nowMs).toISOString()
    at.nowMs += noContactMs + 1000
    expect(await rowOf(1)).toMatchObject({ state: 'no-contact', contactAt: seenAt })
    await act({ kind: 'add-time', seconds: 600 }, [rowID])
    at.nowMs += 1000
    await act({ kind: 'message', text: 'Are you there?' }, [rowID])
    at.nowMs = opensMs + 11 * minuteMs
    expect(await rowOf(1)).toMatchObject({ state: 'no-contact', contactAt: seenAt, page: { at: seenAt } })
    const counts = async () =>
      (await watch()).actions.map((one) => [one.act.kind, one.counts.expected, one.counts.delivered, one.counts.acknowledged])
    expect(await counts()).toEqual([
      ['add-time', 1, 0, 0],
      ['message', 1, 0, 0],
    ])
    const { actions } = await report(0)
    expect(actions.map(({ kind }) => kind)).toEqual(['add-time', 'message'])
    const ids = actions.map(({ actionID }) => actionID)
    await note({ delivered: ids, acknowledged: ids })
    expect((await counts()).map(([, ...rest]) => rest)).toEqual([
      [1, 1, 1],
      [1, 1, 1],
    ])
    // The page's own clock did not run: the page is reported as off, and the time comes from the ledger.
    expect(await rowOf(1)).toMatchObject({
      ...{ state: 'working', contactAt: new Date(at.nowMs).toISOString() },
      ...{ time: { endsAt: new Date(opensMs + 20 * minuteMs).toISOString() }, page: { isOff: true } },
    })
  })

  // OFFICE-106
  test('a message in a rest break is delivered in it, confirmed in it, and takes nothing of the break', async () => {
    await accommodate(desk, { restBreakMinutes: 5 })
    const { rowOf, act, begin, watch } = await room()
    at.nowMs = opensMs
    const { report, note } = await begin(1)
    const { rowID } = await rowOf(1)
    expect(await act({ kind: 'rest-break' }, [rowID])).toEqual(['applied'])
    const rest = (await rowOf(1)).rest
    expect(rest?.until).toBe(new Date(opensMs + 5 * minuteMs).toISOString())
    at.nowMs += minuteMs
    await report(600_000)
    expect(await act({ kind: 'message', text: 'Please come to the desk.' }, [rowID])).toEqual(['applied'])
    const message = (await report(600_000)).actions.find(({ kind }) => kind === 'message')
    expect(message?.text).toBe('Please come to the desk.')
    await note({ delivered: [], acknowledged: [message?.actionID ?? ''] })
    expect((await report(600_000)).actions.some(({ kind }) => kind === 'message')).toBe(false)
    const shown = (await watch()).actions.find((one) => one.act.kind === 'message')
    expect(shown?.counts).toMatchObject({ expected: 1, delivered: 1, acknowledged: 1 })
    expect(await rowOf(1)).toMatchObject({ state: 'resting', rest })
  })

  // OFFICE-110 OFFICE-204 OFFICE-205
  test('a quarter more time in a window that is too short is red before, holds in the sitting, and judges what comes late', async () => {
    const { accommodation } = await accommodate(desk, { userID: 2, extraPercent: 25 })
    const { deliveryID, rowOf, begin } = await room({ window: { opens: '2026-12-03T09:30', closes: '2026-12-03T09:41' } })
    const before = await desk.readiness(deliveryID)
    expect(before.causes.find(({ cause }) => cause === 'cut-short')?.people.map(({ userID }) => userID)).toEqual([2])
    expect([before.canSit, accommodation.extraPercent]).toEqual([2, 25])
    at.nowMs = opensMs
    const [one, other] = [await begin(1), await begin(3)]
    at.nowMs += 5 * minuteMs
    // Approved in the middle of the sitting; from then on their network is away until after the end of everybody else.
    await accommodate(desk, { userID: 1, extraPercent: 25 })
    expect((await rowOf(1)).time).toEqual({ endsAt: new Date(opensMs + 13 * minuteMs).toISOString() })
    expect((await rowOf(3)).time).toEqual({ endsAt: new Date(opensMs + 10 * minuteMs).toISOString() })
    at.nowMs = opensMs + 12 * minuteMs
    const sent = async ({ save }: typeof one, more: object) =>
      (JSON.parse((await save(more)).text) as { late?: boolean }).late ?? false
    expect([await sent(one, { sequence: 1 }), await sent(other, { sequence: 1 })]).toEqual([false, true])
    at.nowMs = opensMs + 14 * minuteMs
    expect(await sent(one, { sequence: 2 })).toBe(true)
  })

  // OFFICE-111
  test('a learner who got in without a delivery is listed in the view of the exam while they answer', async () => {
    const { begin } = await room()
    at.nowMs = opensMs
    await begin(1)
    await server.db.kysely.updateTable('schedule').set({ delivery_id: null }).where('org_id', '=', desk.orgId).execute()
    const { rows } = await desk.officer.doIt(calls.officeLive, { query: { examGuid: desk.exam.examGuid } })
    expect(rows.find(({ userID }) => userID === 1)).toMatchObject({ state: 'working' })
  })

  // OFFICE-206
  test('a person who is taken out of a group after a preview is left out of its changes, and the others are planned as shown', async () => {
    const { deliveryID } = await desk.add()
    const { hash } = await desk.preview(deliveryID)
    const members = { groupID: desk.groups.pair, action: 'remove' as const, userIDs: [2] }
    const shown = await desk.officer.doIt(calls.officePreviewMembers, { body: members })
    await desk.officer.doIt(calls.officeChangeMembers, { body: { ...members, version: shown.group.version, hash: shown.hash } })
    // The preview no longer shows the actual changes.
    expect((await desk.officer.refused(calls.officeApplyDelivery, { body: { deliveryID, hash } })).code).toBe(
      'CHANGED_MEANWHILE',
    )
    await desk.apply(deliveryID)
    expect((await desk.people(deliveryID)).people.map(({ userID }) => userID).toSorted()).toEqual([1, 3])
    // A person who joins once it is applied has nothing planned yet, and readiness names them.
    const joins = { ...members, action: 'add' as const }
    const again = await desk.officer.doIt(calls.officePreviewMembers, { body: joins })
    await desk.officer.doIt(calls.officeChangeMembers, { body: { ...joins, version: again.group.version, hash: again.hash } })
    const { causes, canSit } = await desk.readiness(deliveryID)
    expect(causes.filter(({ isGrave }) => isGrave).map(({ people }) => people.map(({ userID }) => userID))).toEqual([[2]])
    expect(canSit).toBe(2)
  })

  // OFFICE-208
  test('an exam starts by local time in the night in which the clock is set forward, and lasts as long as ever', async () => {
    at.nowMs = Date.parse('2027-03-28T01:00:00Z')
    desk = await arrangeDeliveries(server, nextOrgId())
    const window = { opens: '2027-03-28T01:30', closes: '2027-03-28T04:00' }
    const { rowOf, begin, deliveryID } = await room({ window, entries: [{ userID: 1 }] })
    const { startsAt, endsAt } = await desk.show(deliveryID)
    // Half past one is left out in London, and is half past two; four o'clock is three in universal time.
    expect([startsAt, endsAt]).toEqual(['2027-03-28T01:30:00.000Z', '2027-03-28T03:00:00.000Z'])
    at.nowMs = Date.parse(startsAt) - 1000
    expect((await desk.begin(1)).status).not.toBe(200)
    at.nowMs = Date.parse(startsAt)
    await begin(1)
    expect((await rowOf(1)).time).toEqual({ endsAt: '2027-03-28T01:40:00.000Z' })
  })
})

describe.each(bothDatabases)('a live view whose database is set back, on %s', (database) => {
  let place: Awaited<ReturnType<typeof createTestPlace>>
  let server: TestServer
  beforeEach(async () => {
    at.nowMs = opensMs - 10 * minuteMs
    place = await createTestPlace({ database })
    server = await startServerIn(place.config, { clock })
  })
  afterEach(async () => {
    await server.stop()
    await place.remove()
  })

  // OFFICE-108
  test('reads all data again, and shows no contact that is later than the database knows', async () => {
    const desk = await arrangeDeliveries(server, 1)
    const { deliveryID } = await desk.applied()
    const before = inRoom(server, desk, deliveryID)
    at.nowMs = opensMs
    const { report } = await before.begin(1)
    await report(600_000)
    const { rowID, contactAt } = await before.rowOf(1)
    await server.stop()
    const backup = await backUp(place.config)
    server = await startServerIn(place.config, { clock })
    at.nowMs += minuteMs
    const again = async () => inRoom(server, desk, deliveryID, await openOffice(server, 1, 'officer'))
    const during = await again()
    expect(await during.act({ kind: 'add-time', seconds: 60 }, [rowID])).toEqual(['applied'])
    const held = await during.watch()
    expect([held.rows.find((row) => row.rowID === rowID)?.addedMs, held.actions.length]).toEqual([60_000, 1])
    await server.stop()
    await backup.restore()
    server = await startServerIn(place.config, { clock })
    const after = await (await again()).watch({ cursor: held.cursor, waitMs: 100 })
    expect([after.isWhole, after.actions, after.generation === held.generation]).toEqual([true, [], false])
    const row = after.rows.find((one) => one.rowID === rowID)
    expect([row?.addedMs, row?.contactAt]).toEqual([undefined, contactAt])
    await backup.remove()
  })
})
