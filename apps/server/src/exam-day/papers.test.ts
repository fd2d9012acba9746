import { calls, type InputOf } from '@sitwell/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPrinter } from '../paper/printing/printer.ts'
import { readPdf } from '../paper/testing/read-pdf.ts'
import { bothDatabases } from '../testing/databases.ts'
import { arrangeDeliveries, type DeliveryDesk } from '../testing/delivery-desk.ts'
import type { OfficeBrowser } from '../testing/office-browser.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { countOrganisations } from '../testing/test-world.ts'

describe.each(bothDatabases)('the papers of an exam day on %s', (database) => {
  const at = { nowMs: 0 }
  let server: TestServer
  let orgId: number
  let desk: DeliveryDesk
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
  })

  const rules = {
    ...({ passwords: 'pin', proctoring: 'exam', safeExamBrowser: 'exam', supports: 'exam', release: 'exam' } as const),
  }
  /** A delivery in two rooms, one of them in another zone: two people in the hall, one in the other. */
  const inRooms = () => {
    const { hall, saal } = desk.rooms
    return desk.applied({
      rules,
      rooms: [
        { roomID: hall.roomID },
        { roomID: saal.roomID, window: { opens: '2026-12-03T11:00', closes: '2026-12-03T13:00' } },
      ],
      entries: [
        { groupID: desk.groups.pair, roomID: hall.roomID },
        { userID: 3, roomID: saal.roomID },
      ],
    })
  }
  type Paper = typeof calls.officeAttendanceList | typeof calls.officeSlips
  const print = async (call: Paper, body: InputOf<Paper>['body'], one: OfficeBrowser = desk.officer) => {
    const answer = await one.tryIt(call, { body }, { readAs: 'latin1' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toContain('.pdf')
    return readPdf(Buffer.from(answer.text, 'latin1'))
  }
  const accommodate = (userID: number, more: object) =>
    desk.officer.doIt(calls.officeAddAccommodation, {
      body: {
        ...{ userID, from: '2026-01-01', approvedBy: 'Dr. May', approvedOn: '2026-01-01', basis: 'SECRETBASIS', ...more },
      },
    })
  const pinsOf = async (deliveryID: string) =>
    Object.fromEntries((await desk.people(deliveryID)).people.map(({ userID, pin = '' }) => [userID, pin]))
  const rename = (userID: number, firstName: string, lastName: string, learner_identifier: string) =>
    server.db.kysely
      .updateTable('person')
      .set({ first_name: firstName, last_name: lastName, learner_identifier })
      .where('org_id', '=', orgId)
      .where('user_id', '=', userID)
      .execute()

  // OFFICE-203
  test('list who sits in which room by name or number, in the room’s time, with their minutes and nothing of why', async () => {
    await accommodate(1, { extraPercent: 50, restBreakMinutes: 10 })
    await rename(1, '<b>Zoë</b>', 'Müller', '10')
    await rename(2, 'Ada', 'Åberg', '9')
    const { deliveryID } = await inRooms()
    const pdf = await print(calls.officeAttendanceList, { deliveryID, order: 'name' })
    expect([pdf.language, pdf.all('H1'), pdf.pages.length]).toEqual(['en', ['Attendance list'], 2])
    expect(pdf.all('H2')).toEqual([expect.stringContaining('Hall, Leith'), expect.stringContaining('Saal, Berlin')])
    expect(pdf.all('TH')).toEqual(
      expect.arrayContaining(['Name', 'Number', 'Accommodations', 'Time', 'Signature', 'Åberg, Ada', 'Müller, <b>Zoë</b>']),
    )
    const names = pdf.all('TH').filter((text) => text.includes(', '))
    expect(names).toEqual(['Åberg, Ada', 'Müller, <b>Zoë</b>', 'Lia, Ben'])
    const cells = pdf.all('TD').map((cell) => cell.replaceAll(' ', ''))
    expect(cells).toEqual(
      expect.arrayContaining(['5minutesmore;restbreaks,10minutesinall', '09:30–09:45', '09:30–09:40', '11:00–11:10']),
    )
    expect(pdf.text).toContain('Europe/Berlin')
    expect(pdf.text).not.toMatch(/SECRET|Dr. May|\b\d{6}\b/)
    const byNumber = await print(calls.officeAttendanceList, { deliveryID, order: 'number', roomID: desk.rooms.hall.roomID })
    expect(byNumber.all('TH').filter((text) => text.includes(', '))).toEqual(['Åberg, Ada', 'Müller, <b>Zoë</b>'])
    expect(byNumber.pages).toHaveLength(1)
    await rename(2, 'Ada', 'Åberg', '11')
    const again = await print(calls.officeAttendanceList, { deliveryID, order: 'number', roomID: desk.rooms.hall.roomID })
    expect(again.all('TH').filter((text) => text.includes(', '))).toEqual(['Müller, <b>Zoë</b>', 'Åberg, Ada'])
  })

  test('are in the language of the organisation, with texts of its own', async () => {
    const { kysely } = server.db
    const organisation = await kysely
      .selectFrom('organisation')
      .selectAll()
      .where('org_id', '=', orgId)
      .executeTakeFirstOrThrow()
    const details = JSON.stringify({ ...JSON.parse(organisation.details), languageId: 3 })
    await kysely.updateTable('organisation').set({ details }).where('org_id', '=', orgId).execute()
    const own = { org_id: orgId, language_id: 3, message_id: 'ROOM_PDF_SIGNATURE', text: 'Namenszug' }
    await kysely.insertInto('message').values(own).execute()
    const { deliveryID } = await inRooms()
    const pdf = await print(calls.officeAttendanceList, { deliveryID, order: 'name' })
    expect([pdf.language, pdf.all('H1')]).toEqual(['de', ['Anwesenheitsliste']])
    expect(pdf.all('TH')).toContain('Namenszug')
  })

  test('have a slip with the PIN of each who has not finished, which is logged without it', async () => {
    const { deliveryID } = await inRooms()
    const pins = await pinsOf(deliveryID)
    const pdf = await print(calls.officeSlips, { deliveryID, order: 'name' })
    for (const pin of Object.values(pins)) expect(pdf.all('TD')).toContain(pin)
    expect(pdf.all('H3')).toEqual(['Ada Li', 'Zoë Müller', 'Ben Lia'])
    await vi.waitFor(async () => {
      const events = await desk.events()
      expect(events.map(({ target }) => target)).toContainEqual({ delivery: deliveryID, act: 'pins-printed', people: 3 })
      expect(JSON.stringify(events)).not.toContain(pins[1])
    })
    expect((await desk.officer.refused(calls.officeSlips, { body: { deliveryID: 'none', order: 'name' } })).code).toBe(
      'NOT_FOUND',
    )
  })

  // OFFICE-209
  test('replace the PINs of who has not begun as a preview showed, once, and say so in the delivery', async () => {
    const { deliveryID } = await inRooms()
    const before = await pinsOf(deliveryID)
    at.nowMs = Date.parse('2026-12-03T09:31:00Z')
    expect((await desk.begin(1, before[1])).status).toBe(200)
    const preview = await desk.officer.doIt(calls.officePreviewSlips, { body: { deliveryID } })
    expect(preview).toMatchObject({ slips: 3, replaceable: 2, withoutPin: 0, finished: 0 })
    const body = { deliveryID, hash: preview.hash }
    expect((await desk.officer.doIt(calls.officeReplacePins, { body })).people).toBe(2)
    const after = await pinsOf(deliveryID)
    expect([after[1] === before[1], after[2] === before[2], after[3] === before[3]]).toEqual([true, false, false])
    const refused = await desk.officer.refused(calls.officeReplacePins, { body })
    expect([refused.code, await pinsOf(deliveryID)]).toEqual(['CHANGED_MEANWHILE', after])
    const { changes, canUndo } = await desk.show(deliveryID)
    expect(changes[0]).toMatchObject({ act: 'pins-replaced', people: 2 })
    expect(canUndo).toBeUndefined()
    const hall = { deliveryID, roomID: desk.rooms.hall.roomID }
    expect(await desk.officer.doIt(calls.officePreviewSlips, { body: hall })).toMatchObject({ slips: 2, replaceable: 1 })
  })

  test('give PINs to nobody who may only read, and people to nobody who may not see them', async () => {
    const { deliveryID } = await inRooms()
    const auditor = await desk.narrow('auditor', { kind: 'room', id: desk.rooms.hall.roomID })
    const pdf = await print(calls.officeAttendanceList, { deliveryID, order: 'name' }, auditor)
    expect([pdf.text.includes('Müller'), pdf.text.includes('Lia, Ben')]).toEqual([true, false])
    for (const call of [calls.officeSlips, calls.officePreviewSlips, calls.officeReplacePins])
      expect((await auditor.refused(call, { body: { deliveryID, order: 'name', hash: 'x' } })).code).toBe('NOT_ALLOWED')
    const other = await arrangeDeliveries(server, nextOrgId())
    for (const call of [calls.officeAttendanceList, calls.officeSlips, calls.officePreviewSlips, calls.officeReplacePins])
      expect((await other.officer.refused(call, { body: { deliveryID, order: 'name', hash: 'x' } })).code).toBe('NOT_FOUND')
  })
})
