import { randomUUID } from 'node:crypto'
import { calls, type InputOf, type MarkingItem } from '@sitwell/contract'
import { expect, test } from 'vitest'
import { findingsOf, verifyFormRun } from '../../assessment/evidence/index.ts'
import { selectFormRunOfOrganisation } from '../../assessment/form-run/index.ts'
import { confirmResults } from '../../assessment/results/index.ts'
import { bothDatabases } from '../../testing/databases.ts'
import { describeOnEach } from '../../testing/describe-on-each.ts'
import { arrangeMarking, type MarkingDesk } from '../../testing/marking-desk.ts'
import type { OfficeBrowser } from '../../testing/office-browser.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
type Asked = InputOf<typeof calls.officePreviewMarkerReturn>['body']

describeOnEach(bothDatabases, 'returning the marks of a marker on %s', { isClockHeld: true }, (parts) => {
  const { server, nextOrgId, pass, clock } = parts
  const arranged = async (answers: string[]) => {
    const desk = await arrangeMarking(server, nextOrgId(), { answers })
    await desk.handInAll()
    const chief = await desk.open('chief')
    const place = { examGuid: desk.exam.examGuid, examVersion: 3 }
    const markers = async () => chief.doIt(calls.officeMarkersOf, { query: place })
    const preview = (userID: number, more: Partial<Asked> = {}) =>
      chief.doIt(calls.officePreviewMarkerReturn, { body: { ...place, userID, ...more } })
    return { desk, chief, place, markers, preview }
  }
  const markOne = async (desk: MarkingDesk, marker: OfficeBrowser, marks: number): Promise<MarkingItem> => {
    const [item] = (await desk.next(marker)).responses
    if (!item) throw new Error('Nothing was given.')
    await desk.give(marker, item, { marks })
    return item
  }
  const findings = async (desk: MarkingDesk) => {
    const all = await Promise.all(
      desk.sittings.map(async ({ formRunGuid }) => {
        const run = await selectFormRunOfOrganisation(server.db, desk.orgId, formRunGuid)
        return run ? findingsOf(await verifyFormRun(desk.context, run)) : ['gone']
      }),
    )
    return all.flat()
  }

  test('what a marker marked goes back in one act, with its marks in the ledger; nobody else’s mark is touched', async () => {
    const { desk, chief, place, markers, preview } = await arranged(['a', 'b', 'c', 'd'])
    const [one, other] = [await desk.open('mark-1'), await desk.open('mark-2')]
    const first = await markOne(desk, one, 1)
    pass(minuteMs)
    const startedAt = new Date(clock.nowMs()).toISOString()
    const second = await markOne(desk, one, 2)
    await markOne(desk, other, 3)
    const listed = await markers()
    expect(listed.markers).toMatchObject([
      { userID: 900, username: 'mark-1', responses: 2 },
      { userID: 901, username: 'mark-2', responses: 1 },
    ])
    expect(await preview(900, { from: startedAt })).toMatchObject({ responses: 1, isCut: false })
    expect(await preview(900, { until: startedAt })).toMatchObject({ responses: 1 })
    const { hash, ...shown } = await preview(900)
    expect(shown).toMatchObject({ responses: 2, returned: 0, stays: { confirmed: 0, decided: 0, unsettled: 0, since: 0 } })
    const body = { ...place, userID: 900, hash, requestId: randomUUID(), reason: 'Too generous.' }
    expect(await chief.doIt(calls.officeReturnMarker, { body })).toEqual({ returned: 2, left: 0 })
    // The same once more, as if its reply had been lost.
    expect(await chief.doIt(calls.officeReturnMarker, { body })).toEqual({ returned: 2, left: 0 })
    expect((await desk.queues(one))[0]?.counts).toMatchObject({ waiting: 3, marked: 1 })
    for (const { responseID } of [first, second]) {
      const { state, entries } = await desk.show(chief, responseID)
      expect(state).toBe('waiting')
      expect(entries).toMatchObject([{ kind: 'mark' }, { kind: 'return', by: 'you', reason: 'Too generous.' }])
    }
    expect(await findings(desk)).toEqual([])
    const log = await server.db.kysely
      .selectFrom('security_event')
      .select('content')
      .where('org_id', '=', desk.orgId)
      .where('content', 'like', '%marker-returned%')
      .execute()
    expect(log).toHaveLength(1)
  })

  test('what was confirmed, decided, marked by somebody else since or is in conflict stays as it is', async () => {
    const { desk, chief, preview } = await arranged(['a', 'b', 'c', 'd', 'e'])
    const [one, other] = [await desk.open('mark-1'), await desk.open('mark-2')]
    const items: MarkingItem[] = []
    for (const marks of [0, 1, 2, 3, 4]) items.push(await markOne(desk, one, marks))
    const again = (at: number) => desk.show(chief, items[at]?.responseID ?? '')
    await desk.give(other, await again(0), { marks: 4 })
    const seen = items[1]
    if (!seen) throw new Error('Nothing was given.')
    await desk.give(other, seen, { marks: 3 })
    const body = { ...desk.bodyOf(await again(2), { marks: 1 }), reason: 'Read once more.' }
    await chief.doIt(calls.officeMarkingDecide, { body })
    const { hash } = await preview(900)
    const { form_run_guid: formRunGuid } = await server.db.kysely
      .selectFrom('response_mark')
      .select('form_run_guid')
      .where('org_id', '=', desk.orgId)
      .where('marks', '=', 3_000_000_000)
      .executeTakeFirstOrThrow()
    const place = { orgId: desk.orgId, formRunGuid }
    const board = { author: 'command', what: 'confirmed', reason: 'The board.', asFarAsMarked: true } as const
    expect(await confirmResults(desk.context, place, board)).toEqual({ kind: 'done' })
    const now = await preview(900)
    expect(now).toMatchObject({ responses: 1, stays: { confirmed: 1, decided: 1, unsettled: 1, since: 1 } })
    expect(now.hash).not.toBe(hash)
  })

  test('a return is taken back, but for what somebody marked since', async () => {
    const { desk, chief, place, markers, preview } = await arranged(['a', 'b', 'c'])
    const [one, other] = [await desk.open('mark-1'), await desk.open('mark-2')]
    for (const marks of [1, 2, 3]) await markOne(desk, one, marks)
    const { hash } = await preview(900)
    const requestId = randomUUID()
    await chief.doIt(calls.officeReturnMarker, { body: { ...place, userID: 900, hash, requestId, reason: 'Wrong person.' } })
    const anew = await markOne(desk, other, 4)
    const [listed] = (await markers()).returns
    expect(listed).toMatchObject({ operation: requestId.slice(0, 18), reason: 'Wrong person.', returned: 3, untouched: 2 })
    const body = { operation: listed?.operation ?? '', reason: 'It was the other marker.' }
    const officer = await desk.open('owner')
    expect(await officer.refused(calls.officeTakeBackMarkerReturn, { body })).toMatchObject({ code: 'NOT_FOUND' })
    expect(await chief.doIt(calls.officeTakeBackMarkerReturn, { body })).toEqual({ takenBack: 2, left: 0 })
    expect(await chief.doIt(calls.officeTakeBackMarkerReturn, { body })).toEqual({ takenBack: 0, left: 0 })
    expect((await desk.queues(one))[0]?.counts).toMatchObject({ waiting: 0, marked: 3 })
    expect(await desk.show(chief, anew.responseID)).toMatchObject({ marksNow: 4 })
    expect((await markers()).returns).toMatchObject([{ returned: 3, untouched: 0 }])
    expect(await findings(desk)).toEqual([])
    // The marks count again, so that they can be returned by another act.
    expect(await preview(900)).toMatchObject({ responses: 2, stays: { since: 1 } })
    // The first act is over, and its request returns nothing more.
    expect(await preview(900, { requestId })).toMatchObject({ responses: 1, returned: 1 })
    pass(25 * hourMs)
    const later = await desk.open('chief')
    expect((await later.doIt(calls.officeMarkersOf, { query: place })).returns).toEqual([])
  })

  test('who may not decide returns nothing, and nothing is returned that the preview did not show', async () => {
    const { desk, chief, place, preview } = await arranged(['a', 'b'])
    const [one, other] = [await desk.open('mark-1'), await desk.open('mark-2')]
    const item = await markOne(desk, one, 1)
    const { hash } = await preview(900)
    const body = { ...place, userID: 900, hash, requestId: randomUUID(), reason: 'Too generous.' }
    expect(await other.refused(calls.officeReturnMarker, { body })).toMatchObject({ code: 'NOT_ALLOWED' })
    expect(await other.refused(calls.officeMarkersOf, { query: place })).toMatchObject({ code: 'NOT_ALLOWED' })
    const elsewhere = Buffer.from(JSON.stringify(['other', 3, '', `${desk.prefix}-q3`, ''])).toString('base64url')
    for (const wrong of [{ userID: 1234 }, { examGuid: 'none' }, { deliveryID: 'none' }, { queueID: elsewhere }])
      expect(await chief.refused(calls.officePreviewMarkerReturn, { body: { ...body, ...wrong } })).toMatchObject({
        code: 'NOT_FOUND',
      })
    await markOne(desk, one, 2)
    expect(await chief.refused(calls.officeReturnMarker, { body })).toMatchObject({
      ...{ code: 'CHANGED_MEANWHILE', current: { responses: 2, returned: 0 } },
    })
    expect(await chief.refused(calls.officeReturnMarker, { body: { ...body, reason: ' ' } })).toMatchObject({
      code: 'INVALID_REQUEST',
    })
    expect((await desk.show(chief, item.responseID)).state).toBe('marked')
  })
})
