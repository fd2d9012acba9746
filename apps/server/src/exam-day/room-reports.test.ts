import { calls, type LiveAct } from '@sitwell/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPrinter } from '../paper/printing/printer.ts'
import { readPdf } from '../paper/testing/read-pdf.ts'
import { bothDatabases } from '../testing/databases.ts'
import { arrangeDeliveries, type DeliveryDesk } from '../testing/delivery-desk.ts'
import { openOffice } from '../testing/open-office.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { countOrganisations, doCall } from '../testing/test-world.ts'

describe.each(bothDatabases)('the reports of rooms on %s', (database) => {
  const at = { nowMs: 0 }
  let server: TestServer
  let orgId: number
  let desk: DeliveryDesk
  let deliveryID: string
  const nextOrgId = countOrganisations()
  const printer = createPrinter({
    workers: 1,
    onFailure: (error) => {
      throw error
    },
  })

  beforeAll(async () => {
    server = await startTestServer({ database, clock: { nowMs: () => at.nowMs }, config: { logLevel: 'fatal' }, printer })
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    at.nowMs = Date.parse('2026-12-03T09:20:00Z')
    orgId = nextOrgId()
    desk = await arrangeDeliveries(server, orgId)
    const { hall, saal } = desk.rooms
    const entries = [
      { groupID: desk.groups.pair, roomID: hall.roomID },
      { userID: 3, roomID: saal.roomID },
    ]
    const applied = await desk.applied({ rooms: [{ roomID: hall.roomID }, { roomID: saal.roomID }], entries })
    deliveryID = applied.deliveryID
    at.nowMs = Date.parse('2026-12-03T09:31:00Z')
  })

  const hall = () => ({ deliveryID, roomID: desk.rooms.hall.roomID })
  const rowOf = async (userID: number) =>
    (await desk.people(deliveryID)).people.find((one) => one.userID === userID)?.scheduleGuid ?? ''
  const act = async (userID: number, done: LiveAct) => {
    const body = { requestId: crypto.randomUUID(), act: done, people: [await rowOf(userID)] }
    const { people } = await desk.officer.doIt(calls.officeLiveAct, { body })
    expect(people.map(({ outcome }) => outcome)).toEqual(['applied'])
  }
  const report = () => desk.officer.doIt(calls.officeRoomReport, { query: hall() })
  const rooms = async () => (await desk.officer.doIt(calls.officeRoomReports, { query: { deliveryID } })).rooms

  // OFFICE-410
  test('count attendance, time, breaks and incidents from rows, and say what is left to do', async () => {
    await desk.officer.doIt(calls.officeAddAccommodation, {
      body: {
        userID: 1,
        restBreakMinutes: 10,
        from: '2026-01-01',
        approvedBy: 'May',
        approvedOn: '2026-01-01',
        basis: 'SECRET',
      },
    })
    expect((await report()).counts).toMatchObject({ people: 2, present: 0, absent: 0, unknown: 2, begun: 0, handedIn: 0 })
    await act(1, { kind: 'attendance', attendance: 'absent' })
    await act(2, { kind: 'attendance', attendance: 'absent' })
    await desk.begin(1)
    const { form_run_guid: formRunGuid } = await server.db.kysely
      .selectFrom('form_run')
      .select('form_run_guid')
      .where('org_id', '=', orgId)
      .executeTakeFirstOrThrow()
    await act(1, { kind: 'add-time', seconds: 300 })
    await act(1, { kind: 'incident', category: 'health', text: 'Nosebleed' })
    const { token } = await desk.schedulesOf(1)
    await doCall(server, calls.restBreak, { body: { formRunGuid } }, token)
    at.nowMs += 120_000
    const open = await report()
    expect(open.counts).toMatchObject({ present: 1, absent: 1, unknown: 0, contradictory: 1, begun: 1, open: 1, incidents: 1 })
    const ada = open.people.find(({ userID }) => userID === 1)
    expect(ada).toMatchObject({ presence: 'present', attendance: 'absent', state: 'open', addedMs: 300_000, restBreaks: 1 })
    expect(ada?.restMs).toBe(120_000)
    expect(open.incidents).toMatchObject([{ category: 'health', text: 'Nosebleed', at: '2026-12-03T09:31:00.000Z' }])
    expect(JSON.stringify(open)).not.toContain('SECRET')
    await act(1, { kind: 'end', reason: 'Unwell' })
    await act(1, { kind: 'reopen', reason: 'Better', seconds: 60 })
    expect((await report()).counts).toMatchObject({ open: 1, handedIn: 0, reopened: 1 })
    const [first, second] = await rooms()
    expect([first?.counts.people, first?.counts.reopened, second?.counts.people, second?.signedOff]).toEqual([
      2,
      1,
      1,
      undefined,
    ])
  })

  // OFFICE-411
  test('are signed off as they were shown, again and again, and say what has changed since', async () => {
    const shown = await report()
    const signed = await desk.officer.doIt(calls.officeSignOffRoom, {
      body: { ...hall(), hash: shown.hash, remark: ' Quiet. ' },
    })
    expect(signed.signOffs).toMatchObject([{ number: 1, remark: 'Quiet.', at: '2026-12-03T09:31:00.000Z' }])
    expect([signed.changes, (await rooms())[0]?.signedOff?.isCurrent]).toEqual([[], true])
    await act(2, { kind: 'attendance', attendance: 'absent' })
    const body = { ...hall(), hash: shown.hash, remark: '' }
    const refused = await desk.officer.refused(calls.officeSignOffRoom, { body })
    expect(refused.code).toBe('CHANGED_MEANWHILE')
    const now = await report()
    expect(now.changes).toMatchObject([{ what: 'presence', from: 'unknown', to: 'absent' }])
    expect([now.signOffs.length, (await rooms())[0]?.signedOff?.isCurrent]).toEqual([1, false])
    const again = await desk.officer.doIt(calls.officeSignOffRoom, { body: { ...body, hash: now.hash } })
    expect([again.signOffs.map(({ number }) => number), again.changes]).toEqual([[2, 1], []])
  })

  test('are for whoever watches over the room, and are signed by whoever may write there', async () => {
    const owner = await openOffice(server, orgId, 'owner')
    const scope = { kind: 'delivery-room' as const, delivery: deliveryID, room: desk.rooms.saal.roomID }
    await owner.doIt(calls.officeGrantRole, { body: { userID: 10, role: 'invigilator', scope } })
    const invigilator = await openOffice(server, orgId, 'narrow')
    const { rooms: seen } = await invigilator.doIt(calls.officeRoomReports, { query: { deliveryID } })
    expect(seen.map(({ room, maySign }) => [room, maySign])).toEqual([['Saal', true]])
    for (const refused of [
      invigilator.refused(calls.officeRoomReport, { query: hall() }),
      invigilator.refused(calls.officeSignOffRoom, { body: { ...hall(), hash: 'x', remark: '' } }),
      invigilator.refused(calls.officePrintRoomReport, { body: hall() }),
      invigilator.refused(calls.officeRoomReport, { query: { deliveryID } }),
    ])
      expect((await refused).code).toBe('NOT_FOUND')
    const auditor = await openOffice(server, orgId, 'auditor')
    const { hash, maySign } = await auditor.doIt(calls.officeRoomReport, { query: hall() })
    expect(maySign).toBe(false)
    expect((await auditor.refused(calls.officeSignOffRoom, { body: { ...hall(), hash, remark: '' } })).code).toBe('NOT_ALLOWED')
    const other = await arrangeDeliveries(server, nextOrgId())
    expect((await other.officer.refused(calls.officeRoomReports, { query: { deliveryID } })).code).toBe('NOT_FOUND')
  })

  test('are printed with their incidents and sign-offs, whatever their names and texts hold', async () => {
    await desk.begin(1)
    await act(1, { kind: 'incident', category: 'noise', text: '<script>alert(1)</script> drilling' })
    const shown = await report()
    await desk.officer.doIt(calls.officeSignOffRoom, { body: { ...hall(), hash: shown.hash, remark: 'Loud.' } })
    const answer = await desk.officer.tryIt(calls.officePrintRoomReport, { body: hall() }, { readAs: 'latin1' })
    expect(answer.status).toBe(200)
    const pdf = await readPdf(Buffer.from(answer.text, 'latin1'))
    expect([pdf.all('H1'), pdf.all('H2')]).toEqual([['Report of a room'], ['Hall, Leith', 'Incidents', 'Sign-off']])
    expect(pdf.text).toContain('drilling')
    expect(pdf.text).toContain('<script>')
    for (const said of ['Noise', 'Loud.', 'Handed in: 0 of 1 who began.', '1 exam is still open.', 'Signed off by'])
      expect(pdf.text).toContain(said)
    const empty = await desk.officer.tryIt(calls.officePrintRoomReport, { body: { deliveryID } }, { readAs: 'latin1' })
    expect((await readPdf(Buffer.from(empty.text, 'latin1'))).text).toContain('Nobody began: nothing to do.')
  })
})
