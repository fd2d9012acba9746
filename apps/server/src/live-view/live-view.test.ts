import { randomUUID } from 'node:crypto'
import { calls, type LiveAct, type ReplyOf } from '@sitwell/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createExamCache, nobodyLive } from '../assessment/form-run/index.ts'
import { bothDatabases } from '../testing/databases.ts'
import { arrangeDeliveries, type DeliveryDesk } from '../testing/delivery-desk.ts'
import type { OfficeBrowser } from '../testing/office-browser.ts'
import { openOffice } from '../testing/open-office.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { countOrganisations, doCall, saveOf, signIn } from '../testing/test-world.ts'
import { continueActions } from './run-action.ts'

/** What the job of a server that goes on with actions has. */
const contextOf = ({ db, clock, config }: TestServer): Parameters<typeof continueActions>[0] => {
  const exams = createExamCache(db, () => clock.nowMs())
  const others = { live: nobodyLive, supervisors: [], log: { error: () => undefined } }
  // The parts that it has besides are of supervisors and sessions, which these actions don't concern.
  return { database: db, clock, config, exams, ...others } as unknown as Parameters<typeof continueActions>[0]
}

describe.each(bothDatabases)('the live view on %s', (database) => {
  const at = { nowMs: 0 }
  let server: TestServer
  let desk: DeliveryDesk
  let deliveryID: string
  const nextOrgId = countOrganisations()

  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => at.nowMs }, config: { logLevel: 'fatal' } })
  })
  afterAll(() => server.stop())
  const opensMs = Date.parse('2026-12-03T09:30:00Z')
  beforeEach(async () => {
    at.nowMs = opensMs - 600_000
    desk = await arrangeDeliveries(server, nextOrgId())
    const entries = [
      { userID: 1, roomID: desk.rooms.hall.roomID },
      { userID: 2, roomID: desk.rooms.hall.roomID },
      { userID: 3, roomID: desk.rooms.saal.roomID },
    ]
    const rooms = [{ roomID: desk.rooms.hall.roomID }, { roomID: desk.rooms.saal.roomID }]
    deliveryID = (await desk.applied({ rooms, entries })).deliveryID
  })

  const watch = (more: object = {}, one: OfficeBrowser = desk.officer) =>
    one.doIt(calls.officeLive, { query: { deliveryID, ...more } })
  const rowOf = async (userID: number) => {
    const row = (await watch()).rows.find((one) => one.userID === userID)
    if (!row) throw new Error(`There is no row of ${userID}.`)
    return row
  }
  const act = (what: LiveAct, people: readonly string[], one: OfficeBrowser = desk.officer, requestId = randomUUID()) =>
    one.doIt(calls.officeLiveAct, { body: { requestId, act: what, people: [...people] } })
  const outcomes = ({ people }: ReplyOf<typeof calls.officeLiveAct>) =>
    people.map(({ outcome, reason }) => (reason ? `${outcome}: ${reason}` : outcome))
  /** A learner begins; answers what their page goes on with. */
  const begin = async (learner: number) => {
    const answer = await desk.begin(learner)
    if (answer.status !== 200) throw new Error(answer.text)
    const { formRunGUID } = JSON.parse(answer.text) as { formRunGUID: string }
    const { access_token: token } = await signIn(server, desk, `learner-${learner}`)
    return { formRunGuid: formRunGUID, token }
  }

  // OFFICE-107 OFFICE-111
  test('lists everybody of a delivery as they stand: not arrived, waiting, working, without contact, time over, handed in', async () => {
    expect((await watch()).rows.map(({ state }) => state)).toEqual(['not-arrived', 'not-arrived', 'not-arrived'])
    const { token, list } = await desk.schedulesOf(1)
    const query = { scheduleGuid: list.at(-1)?.guid ?? '' }
    expect(await doCall(server, calls.awaitStart, { query }, token)).toMatchObject({ canStart: false, isHeld: false })
    expect(await rowOf(1)).toMatchObject({ state: 'waiting', contactAt: new Date(at.nowMs).toISOString(), wholeMs: 600_000 })
    at.nowMs += 30_000
    expect(await rowOf(1)).toMatchObject({ state: 'not-arrived' })
    at.nowMs = opensMs
    const own = await begin(1)
    await doCall(server, calls.saveAnswer, { body: saveOf(desk, own.formRunGuid) }, own.token)
    const begun = { state: 'working', question: { number: 1, of: 3 }, savedAt: new Date(opensMs).toISOString() }
    expect(await rowOf(1)).toMatchObject({ ...begun, time: { endsAt: new Date(opensMs + 600_000).toISOString() } })
    at.nowMs += 60_000
    expect(await rowOf(1)).toMatchObject({ state: 'no-contact', contactAt: new Date(opensMs).toISOString() })
    at.nowMs = opensMs + 600_000
    expect((await rowOf(1)).state).toBe('time-over')
    const body = { formRunGuid: own.formRunGuid, timeRemaining: 0, elapsedTime: 600, now: new Date(at.nowMs).toISOString() }
    await doCall(server, calls.complete, { body } as never, own.token)
    expect(await rowOf(1)).toMatchObject({ state: 'handed-in', handedInBecause: 'time-over' })
  })

  // OFFICE-104
  test('shows what a page said of itself, and what of that is wrong', async () => {
    at.nowMs = opensMs
    const { formRunGuid, token } = await begin(1)
    at.nowMs += 10_000
    const report = (more: object) =>
      doCall(
        server,
        calls.pageReport,
        { body: { formRunGuid, leftMs: 590_000, deviceMs: at.nowMs, unsent: 0, build: server.config.appVersion, ...more } },
        token,
      )
    await report({})
    const right = { isOff: false, offMs: 0, isClockWrong: false, clockOffMs: 0, unsent: 0, isOldBuild: false }
    expect((await rowOf(1)).page).toMatchObject({ ...right, at: new Date(at.nowMs).toISOString(), leftMs: 590_000 })
    await report({ leftMs: 588_000, deviceMs: at.nowMs - 60_000 })
    expect((await rowOf(1)).page).toMatchObject({ isOff: false, isClockWrong: false })
    await report({ leftMs: 470_000, deviceMs: at.nowMs + 3_600_000, unsent: 2, build: '0.0.1' })
    const wrong = { isOff: true, offMs: -120_000, isClockWrong: true, clockOffMs: 3_600_000, unsent: 2, isOldBuild: true }
    expect((await rowOf(1)).page).toMatchObject(wrong)
    // A report that waited is of a while ago.
    await report({ leftMs: 592_000, ageMs: 2000 })
    expect((await rowOf(1)).page).toMatchObject({ offMs: 0, isOff: false })
    const { access_token: other } = await signIn(server, desk, 'learner-2')
    const body = { formRunGuid, deviceMs: at.nowMs, unsent: 99 }
    await expect(doCall(server, calls.pageReport, { body }, other)).rejects.toThrow('404')
  })

  // OFFICE-101
  test('adds time before the start, in it, and after its end, which opens again what the end closed', async () => {
    const before = await rowOf(1)
    expect(outcomes(await act({ kind: 'add-time', seconds: 60 }, [before.rowID]))).toEqual(['applied'])
    expect(await rowOf(1)).toMatchObject({ wholeMs: 660_000, addedMs: 60_000 })
    at.nowMs = opensMs
    const { formRunGuid, token } = await begin(1)
    expect(outcomes(await act({ kind: 'add-time', seconds: 30 }, [before.rowID]))).toEqual(['applied'])
    const endsAt = (ms: number) => ({ endsAt: new Date(ms).toISOString() })
    expect(await rowOf(1)).toMatchObject({ time: endsAt(opensMs + 690_000), addedMs: 90_000 })
    at.nowMs = opensMs + 700_000
    const finish = (timeRemaining: number) =>
      doCall(
        server,
        calls.complete,
        { body: { formRunGuid, timeRemaining, elapsedTime: 690, now: new Date(at.nowMs).toISOString() } } as never,
        token,
      )
    await finish(0)
    expect(await rowOf(1)).toMatchObject({ state: 'handed-in', handedInBecause: 'time-over' })
    at.nowMs += 60_000
    expect(outcomes(await act({ kind: 'add-time', seconds: 120 }, [before.rowID]))).toEqual(['applied'])
    expect((await rowOf(1)).time).toEqual(endsAt(at.nowMs + 120_000))
    const saved = await doCall(server, calls.saveAnswer, { body: saveOf(desk, formRunGuid) }, token)
    expect(saved).toBeDefined()
    expect(await rowOf(1)).toMatchObject({ state: 'working', savedAt: new Date(at.nowMs).toISOString() })
    // What was handed in stays so, until staff open it again with a reason.
    await finish(100)
    expect(await rowOf(1)).toMatchObject({ state: 'handed-in', handedInBecause: 'chosen' })
    expect(outcomes(await act({ kind: 'add-time', seconds: 60 }, [before.rowID]))).toEqual(['refused: handed-in'])
    expect(outcomes(await act({ kind: 'reopen', reason: 'By mistake' }, [before.rowID]))).toEqual(['applied'])
    expect((await rowOf(1)).state).toBe('working')
    expect(outcomes(await act({ kind: 'end', reason: 'The hall closes' }, [before.rowID]))).toEqual(['applied'])
    expect(await rowOf(1)).toMatchObject({ state: 'handed-in', handedInBecause: 'staff', incidents: 1 })
  })

  test('does an action once for each person, however often it is asked for, and by two at once', async () => {
    at.nowMs = opensMs
    await begin(1)
    await begin(2)
    const people = [(await rowOf(1)).rowID, (await rowOf(2)).rowID]
    const requestId = randomUUID()
    const minute: LiveAct = { kind: 'add-time', seconds: 60 }
    const owner = await openOffice(server, desk.orgId, 'owner')
    const acted = await Promise.all([
      ...[0, 1, 2].map(() => act(minute, people, desk.officer, requestId)),
      act(minute, people, owner),
    ])
    expect(acted.map(({ actionID }) => actionID).slice(0, 3)).toEqual([requestId, requestId, requestId])
    const repeated = await act(minute, people, desk.officer, requestId)
    expect(outcomes(repeated)).toEqual(['applied', 'applied'])
    const rows = [await rowOf(1), await rowOf(2)]
    expect(rows.map(({ addedMs }) => addedMs)).toEqual([120_000, 120_000])
    const body = { requestId, act: { kind: 'add-time' as const, seconds: 90 }, people }
    expect((await desk.officer.refused(calls.officeLiveAct, { body })).code).toBe('CHANGED_MEANWHILE')
    expect((await watch()).actions.map(({ by, counts }) => [by, counts.applied, counts.expected])).toHaveLength(2)
  })

  test('goes on with an action that was cut off, exactly once, and gives up what is too old', async () => {
    at.nowMs = opensMs
    await begin(1)
    await begin(2)
    const [one, two] = [await rowOf(1), await rowOf(2)]
    const { actionID } = await act({ kind: 'add-time', seconds: 60 }, [one.rowID, two.rowID])
    // As it is when the server ends between the two of them.
    const cutOff = (id: string, guid: string) =>
      server.db.kysely
        .updateTable('live_action_person')
        .set({ outcome: 'pending', applied_at: null, is_expected: 0 })
        .where('action_id', '=', id)
        .where('schedule_guid', '=', guid)
        .execute()
    const { actionID: message } = await act({ kind: 'message', text: 'Ten minutes more' }, [one.rowID, two.rowID])
    await cutOff(message, two.rowID)
    const shown = async (id: string) => (await watch()).actions.find((action) => action.actionID === id)?.counts
    expect(await shown(message)).toMatchObject({ pending: 1, applied: 1 })
    const context = contextOf(server)
    at.nowMs += 5000
    await continueActions(context)
    expect(await shown(message)).toMatchObject({ pending: 1 })
    at.nowMs += 6000
    await Promise.all([continueActions(context), continueActions(context)])
    expect(await shown(message)).toMatchObject({ pending: 0, applied: 2, expected: 2 })
    await cutOff(actionID, two.rowID)
    at.nowMs += 180_000
    await continueActions(context)
    expect(await shown(actionID)).toMatchObject({ applied: 1, refused: 1 })
    const { people } = await desk.officer.doIt(calls.officeLiveAction, { query: { actionID } })
    expect(people.map(({ outcome, reason }) => [outcome, reason]).toSorted()).toEqual([
      ['applied', undefined],
      ['refused', 'too-late'],
    ])
  })

  // OFFICE-106
  test('shows an action as sent, delivered and acknowledged, each only once it is, and by nobody else', async () => {
    at.nowMs = opensMs
    const { formRunGuid, token } = await begin(1)
    const [one, two] = [await rowOf(1), await rowOf(2)]
    const { actionID } = await act({ kind: 'message', text: 'Please open the window.' }, [one.rowID, two.rowID])
    const counts = async () => {
      const action = (await watch()).actions.find((each) => each.actionID === actionID)
      return [action?.counts.expected, action?.counts.delivered, action?.counts.acknowledged]
    }
    expect(await counts()).toEqual([2, 0, 0])
    const report = () => doCall(server, calls.pageReport, { body: { formRunGuid, deviceMs: at.nowMs, unsent: 0 } }, token)
    const told = { actionID, kind: 'message', text: 'Please open the window.', at: new Date(opensMs).toISOString() }
    expect((await report()).actions).toEqual([told])
    const note = (body: { delivered: string[]; acknowledged: string[] }, by = token) =>
      doCall(server, calls.noteLearnerActions, { body }, by)
    const { token: other, list } = await desk.schedulesOf(2)
    const { access_token: stranger } = await signIn(server, desk, 'learner-3')
    expect(await note({ delivered: [actionID], acknowledged: [actionID] }, stranger)).toEqual({ noted: 0 })
    await note({ delivered: [actionID], acknowledged: [] })
    expect(await counts()).toEqual([2, 1, 0])
    expect((await report()).actions).toEqual([told])
    at.nowMs += 3000
    await note({ delivered: [], acknowledged: [actionID] })
    await note({ delivered: [actionID], acknowledged: [actionID] })
    expect(await counts()).toEqual([2, 1, 1])
    expect((await report()).actions).toEqual([])
    // A page that waits for its start has it as well, and its confirmation counts as delivered too.
    const query = { scheduleGuid: list.at(-1)?.guid ?? '' }
    expect((await doCall(server, calls.awaitStart, { query }, other)).actions).toEqual([told])
    await note({ delivered: [], acknowledged: [actionID] }, other)
    expect(await counts()).toEqual([2, 2, 2])
    const { people } = await desk.officer.doIt(calls.officeLiveAction, { query: { actionID } })
    expect(people.find(({ rowID }) => rowID === one.rowID)).toMatchObject({
      deliveredAt: new Date(opensMs).toISOString(),
      acknowledgedAt: new Date(opensMs + 3000).toISOString(),
    })
  })

  // OFFICE-103 OFFICE-107
  test('holds a start in its last minute: nothing is given out until it is released', async () => {
    at.nowMs = opensMs - 20_000
    const one = await rowOf(1)
    expect(outcomes(await act({ kind: 'hold-start' }, [one.rowID]))).toEqual(['applied'])
    expect(outcomes(await act({ kind: 'hold-start' }, [one.rowID]))).toEqual(['unchanged'])
    at.nowMs = opensMs + 1000
    // Each sign-in ends the one before it.
    const wait = async () => {
      const { token } = await desk.schedulesOf(1)
      return doCall(server, calls.awaitStart, { query: { scheduleGuid: one.rowID } }, token)
    }
    expect(await wait()).toMatchObject({ canStart: false, isHeld: true })
    expect(await rowOf(1)).toMatchObject({ state: 'waiting', isHeld: true })
    expect((await desk.begin(1)).text).toContain('CANNOT_START')
    expect((await desk.begin(2)).status).toBe(200)
    expect(outcomes(await act({ kind: 'release-start' }, [one.rowID]))).toEqual(['applied'])
    expect(await wait()).toMatchObject({ canStart: true, isHeld: false })
    expect((await desk.begin(1)).status).toBe(200)
    expect(outcomes(await act({ kind: 'hold-start' }, [one.rowID]))).toEqual(['refused: started'])
  })

  // OFFICE-106 OFFICE-107
  test('tells pages that wait to leave the building, until they say that they hold; who comes after it is not told', async () => {
    const [one, two] = [await rowOf(1), await rowOf(2)]
    const { token } = await desk.schedulesOf(1)
    const wait = () => doCall(server, calls.awaitStart, { query: { scheduleGuid: one.rowID } }, token)
    await wait()
    await act({ kind: 'hold-start' }, [one.rowID])
    const { actionID } = await act({ kind: 'evacuate', text: 'Leave by the stairs.' }, [one.rowID, two.rowID])
    const told = [{ actionID, kind: 'evacuate', text: 'Leave by the stairs.', at: new Date(at.nowMs).toISOString() }]
    const waited = await wait()
    expect([waited.isHeld, waited.actions]).toEqual([true, told])
    await doCall(server, calls.noteLearnerActions, { body: { delivered: [], acknowledged: [actionID] } }, token)
    expect((await wait()).actions).toEqual([])
    const { counts } = (await watch()).actions.find((each) => each.actionID === actionID) ?? {}
    expect(counts).toMatchObject({ applied: 2, expected: 1, delivered: 1, acknowledged: 1 })
    const { token: other } = await desk.schedulesOf(2)
    expect(await doCall(server, calls.awaitStart, { query: { scheduleGuid: two.rowID } }, other)).toMatchObject({
      ...{ isHeld: true, actions: [] },
    })
  })

  test('lets somebody in late, and shows what it will come to before', async () => {
    at.nowMs = opensMs + 120_000
    const { rowID } = await rowOf(1)
    await server.db.kysely
      .updateTable('schedule')
      .set({ complete_at: opensMs + 60_000 })
      .where('org_id', '=', desk.orgId)
      .execute()
    expect((await desk.begin(1)).text).toContain('CANNOT_START')
    const late: LiveAct = { kind: 'let-in-late', seconds: 300 }
    const preview = await desk.officer.doIt(calls.officePreviewLiveAct, { body: { act: late, people: [rowID] } })
    const until = new Date(at.nowMs + 300_000).toISOString()
    expect(preview.people).toEqual([{ rowID, outcome: 'applied', closesAt: until }])
    expect((await desk.begin(1)).text).toContain('CANNOT_START')
    expect(outcomes(await act(late, [rowID]))).toEqual(['applied'])
    expect((await rowOf(1)).closesAt).toBe(until)
    expect((await desk.begin(1)).status).toBe(200)
  })

  test('the preview refuses to let somebody in late as the action does, if they have the same exam elsewhere', async () => {
    const { rowID } = await rowOf(1)
    at.nowMs = opensMs + 120_000
    await server.db.kysely
      .updateTable('schedule')
      .set({ complete_at: opensMs + 60_000 })
      .where('org_id', '=', desk.orgId)
      .execute()
    await desk.applied({
      name: 'Second',
      window: { opens: '2026-12-03T09:30', closes: '2026-12-03T18:00' },
      entries: [{ userID: 1 }],
    })
    const late: LiveAct = { kind: 'let-in-late', seconds: 300 }
    const people = [rowID, (await rowOf(2)).rowID]
    const preview = await desk.officer.doIt(calls.officePreviewLiveAct, { body: { act: late, people } })
    expect(preview.people).toMatchObject([{ outcome: 'refused', reason: 'cannot' }, { outcome: 'applied' }])
    expect(outcomes(await act(late, people))).toEqual(['refused: cannot', 'applied'])
  })

  test('pauses and resumes, and evacuates a hall in one action', async () => {
    at.nowMs = opensMs
    await begin(1)
    const [one, two] = [await rowOf(1), await rowOf(2)]
    expect(outcomes(await act({ kind: 'pause' }, [one.rowID]))).toEqual(['refused: pause-not-allowed'])
    await server.db.kysely.insertInto('setting').values({ org_id: desk.orgId, name: 'AllowRemotePause', value: '1' }).execute()
    expect(outcomes(await act({ kind: 'pause' }, [one.rowID, two.rowID]))).toEqual(['applied', 'refused: not-started'])
    at.nowMs += 100_000
    expect(await rowOf(1)).toMatchObject({ isPaused: true, time: { leftMs: 600_000 } })
    expect(outcomes(await act({ kind: 'resume', seconds: 0 }, [one.rowID]))).toEqual(['applied'])
    expect((await rowOf(1)).time).toEqual({ endsAt: new Date(at.nowMs + 600_000).toISOString() })
    const fire: LiveAct = { kind: 'evacuate', text: 'Fire alarm' }
    expect(outcomes(await act(fire, [one.rowID, two.rowID]))).toEqual(['applied', 'applied'])
    expect(await rowOf(1)).toMatchObject({ isPaused: true, incidents: 1 })
    expect(await rowOf(2)).toMatchObject({ isHeld: true })
    const { events, actions } = await desk.officer.doIt(calls.officeLivePerson, { query: { rowID: one.rowID } })
    expect(events.map(({ kind }) => kind)).toEqual(['start', 'pause', 'resume', 'pause', 'incident'])
    expect(actions.map(({ act: { kind }, outcome }) => `${kind} ${outcome}`).toSorted()).toEqual([
      'evacuate applied',
      'pause applied',
      'pause refused',
      'resume applied',
    ])
  })

  // OFFICE-113
  test('marks people present or absent, moves them to another room, and frees their device', async () => {
    const { rowID } = await rowOf(1)
    const { saal } = desk.rooms
    expect(outcomes(await act({ kind: 'attendance', attendance: 'present' }, [rowID]))).toEqual(['applied'])
    expect(outcomes(await act({ kind: 'attendance', attendance: 'present' }, [rowID]))).toEqual(['unchanged'])
    expect(outcomes(await act({ kind: 'attendance', attendance: 'absent' }, [rowID]))).toEqual(['applied'])
    expect(outcomes(await act({ kind: 'move', roomID: saal.roomID }, [rowID]))).toEqual(['applied'])
    expect(outcomes(await act({ kind: 'move', roomID: 'nowhere' }, [rowID]))).toEqual(['refused: cannot'])
    expect(await rowOf(1)).toMatchObject({ attendance: 'absent', roomID: saal.roomID })
    at.nowMs = opensMs
    const { formRunGuid, token } = await begin(1)
    expect(outcomes(await act({ kind: 'free-device' }, [rowID]))).toEqual(['applied'])
    const body = { formRunGuid, deviceMs: at.nowMs, unsent: 0 }
    await expect(doCall(server, calls.pageReport, { body }, token)).rejects.toThrow('401')
    const { access_token: elsewhere } = await signIn(server, desk, 'learner-1')
    expect(await doCall(server, calls.pageReport, { body }, elsewhere)).toEqual({ actions: [] })
  })

  // OFFICE-109
  test('shows an invigilator of a room that room alone, and lets them act there and on nobody else', async () => {
    const { hall, saal } = desk.rooms
    const owner = await openOffice(server, desk.orgId, 'owner')
    const scope = { kind: 'delivery-room' as const, delivery: deliveryID, room: hall.roomID }
    await owner.doIt(calls.officeGrantRole, { body: { userID: 10, role: 'invigilator', scope } })
    const { rooms } = await desk.show(deliveryID)
    const names = rooms.map(({ name, invigilators = [] }) => [name, invigilators.map(({ username }) => username)])
    expect(names).toEqual([
      ['Hall', ['narrow']],
      ['Saal', []],
    ])
    const narrow = await openOffice(server, desk.orgId, 'narrow')
    const [one, three] = [await rowOf(1), await rowOf(3)]
    const whole = await watch({}, narrow)
    expect(whole.rows.map(({ userID }) => userID).toSorted()).toEqual([1, 2])
    expect(whole.view?.rooms.map(({ name, isOwn }) => [name, isOwn])).toEqual([['Hall', true]])
    const { underWay } = await narrow.doIt(calls.officeLiveNow, {})
    expect(underWay).toMatchObject([{ deliveryID, counts: { people: 2 }, rooms: [{ name: 'Hall', isOwn: true, people: 2 }] }])
    const hold: LiveAct = { kind: 'hold-start' }
    expect(outcomes(await act(hold, [one.rowID, three.rowID], narrow))).toEqual(['applied', 'refused: not-found'])
    expect((await rowOf(3)).isHeld).toBe(false)
    const away: LiveAct = { kind: 'move', roomID: saal.roomID }
    expect(outcomes(await act(away, [one.rowID], narrow))).toEqual(['refused: not-allowed'])
    for (const call of [calls.officeLivePerson] as const)
      expect((await narrow.refused(call, { query: { rowID: three.rowID } })).code).toBe('NOT_FOUND')
    // Who is moved away leaves the view, and nothing of the other room comes with it.
    await act(away, [one.rowID])
    const after = await watch({ cursor: whole.cursor }, narrow)
    expect([after.isWhole, after.removed, after.rows.map(({ userID }) => userID)]).toEqual([false, [one.rowID], []])
    await owner.doIt(calls.officeWithdrawRole, { body: { userID: 10, role: 'invigilator', reason: 'Over' } })
    const gone = await narrow.tryIt(calls.officeLive, { query: { deliveryID, cursor: after.cursor } })
    expect(gone.status).not.toBe(200)
  })

  test('lets nobody act on their own sitting, and an auditor do nothing', async () => {
    const learner = desk.prefix
    await server.db.kysely
      .updateTable('schedule')
      .set({ user_guid: `${learner}-officer` })
      .where('org_id', '=', desk.orgId)
      .where('user_guid', '=', `${learner}-learner-3`)
      .execute()
    const own = (await watch()).rows.find(({ username }) => username === 'officer')
    expect(own?.isOwn).toBe(true)
    expect(outcomes(await act({ kind: 'add-time', seconds: 60 }, [own?.rowID ?? '']))).toEqual(['refused: own'])
    const auditor = await openOffice(server, desk.orgId, 'auditor')
    const { rowID } = await rowOf(1)
    expect(outcomes(await act({ kind: 'add-time', seconds: 60 }, [rowID], auditor))).toEqual(['refused: not-allowed'])
    expect((await rowOf(1)).addedMs).toBeUndefined()
  })

  test('answers what has changed since a cursor, and all of it to whoever has another one', async () => {
    const whole = await watch()
    expect([whole.isWhole, whole.rows.length]).toEqual([true, 3])
    const none = await watch({ cursor: whole.cursor })
    expect([none.isWhole, none.rows, none.removed, none.actions]).toEqual([false, [], [], []])
    at.nowMs += 1000
    await act({ kind: 'attendance', attendance: 'present' }, [whole.rows[0]?.rowID ?? ''])
    const some = await watch({ cursor: none.cursor })
    expect([some.isWhole, some.rows.length, some.actions.length]).toEqual([false, 1, 1])
    expect(some.asOf).toBe(new Date(at.nowMs).toISOString())
    for (const cursor of ['', 'x', `${whole.cursor}x`, whole.cursor.replace(/^[^.]+/, 'otherone')])
      expect((await watch({ cursor })).isWhole).toBe(true)
    expect((await watch({ cursor: some.cursor, roomID: desk.rooms.saal.roomID })).rows).toHaveLength(1)
  })
})
