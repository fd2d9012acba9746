import { randomUUID } from 'node:crypto'
import { calls } from '@sitwell/contract'
import { expect, test } from 'vitest'
import { createKeys } from '../keys.ts'
import { bothDatabases } from '../testing/databases.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import { arrangeMarking, type MarkingDesk } from '../testing/marking-desk.ts'
import { openOffice } from '../testing/open-office.ts'
import { checkQueues } from './check-queues.ts'
import { responseIdOf } from './ids.ts'

describeOnEach(bothDatabases, 'who may mark what on %s', { isClockHeld: true }, ({ server, nextOrgId, clock, pass }) => {
  const arranged = async (wishes: Parameters<typeof arrangeMarking>[2] = {}) => {
    const desk = await arrangeMarking(server, nextOrgId(), wishes)
    await desk.handInAll()
    return desk
  }
  const given = async (desk: MarkingDesk, username = 'mark-1') => {
    const browser = await desk.open(username)
    const [item] = (await desk.next(browser)).responses
    if (!item) throw new Error('Nothing was given.')
    return { browser, item }
  }
  const grant = async (desk: MarkingDesk, userID: number, scope: object, role = 'marker' as const) => {
    const owner = await desk.open('owner')
    return owner.doIt(calls.officeGrantRole, { body: { userID, role, scope: scope as never } })
  }
  const group = async (desk: MarkingDesk, name: string, userIDs: number[]) => {
    const officer = await desk.open('owner')
    const { groupID } = (await officer.doIt(calls.officeAddGroup, { body: { name } })).group
    const members = { groupID, action: 'add' as const, userIDs }
    const { hash, group: of } = await officer.doIt(calls.officePreviewMembers, { body: members })
    await officer.doIt(calls.officeChangeMembers, { body: { ...members, version: of.version, hash } })
    return groupID
  }

  test('marks out of range, with too many decimals, or that are none are refused, and nothing is kept', async () => {
    const desk = await arranged()
    const { browser, item } = await given(desk)
    const refused = async (more: object) =>
      (await browser.tryIt(calls.officeMarkingGive, { body: { ...desk.bodyOf(item), ...more } })).status
    for (const marks of [-1, 4.000000001, 1e9, 1.0000000001, '2', null, Number.NaN, Number.POSITIVE_INFINITY])
      expect(await refused({ marks }), String(marks)).toBe(400)
    expect(await refused({ marks: undefined })).toBe(400)
    expect(await refused({ points: [{ criterion: 'a', marks: 1 }] })).toBe(400)
    expect(await refused({ comment: 'x'.repeat(20_001) })).toBe(400)
    expect(await refused({ requestId: 'x' })).toBe(400)
    expect(await refused({ sequence: 99 })).toBe(422)
    expect(await refused({ cannotMark: { reason: 'Greek' } })).toBe(400)
    expect((await desk.show(browser, item.responseID)).entries).toEqual([])
    const comment = '<script>alert(1)</script> & "so"'
    expect(await desk.give(browser, item, { marks: 3.333333333, comment })).toEqual({ entry: 1, state: 'marked' })
    // As it was typed: whoever shows it shows text.
    expect((await desk.show(browser, item.responseID)).entries).toMatchObject([{ marks: 3.333333333, comment }])
  })

  // As of a device that goes on with a database that was set back.
  test('a mark that names an entry which is not there is kept, and replaces nothing', async () => {
    const desk = await arranged()
    const { browser, item } = await given(desk)
    expect(await desk.give(browser, item, { marks: 1, basedOn: 7 })).toEqual({ entry: 1, state: 'marked' })
    expect(await desk.give(browser, item, { marks: 2, basedOn: 7 })).toMatchObject({ entry: 2, state: 'conflict' })
  })

  test('a mark whose basis is of another generation of the database replaces nothing, and is stored once with any basis', async () => {
    const desk = await arranged()
    const { browser, item } = await given(desk)
    const other = await desk.open('mark-2')
    await desk.give(other, item, { marks: 1 })
    const again = { ...desk.bodyOf(item, { marks: 2, basedOn: 1 }), generation: 'of before the restore' }
    expect(await browser.doIt(calls.officeMarkingGive, { body: again })).toMatchObject({ entry: 2, state: 'conflict' })
    expect(await browser.doIt(calls.officeMarkingGive, { body: { ...again, basedOn: 7 } })).toMatchObject({ entry: 2 })
    expect(await browser.refused(calls.officeMarkingGive, { body: { ...again, marks: 3 } })).toMatchObject({
      code: 'INVALID_REQUEST',
    })
    const { generation: _, ...now } = again
    expect(await browser.refused(calls.officeMarkingGive, { body: now })).toMatchObject({ code: 'INVALID_REQUEST' })
  })

  test('a request is stored once, and with other marks it is refused', async () => {
    const desk = await arranged()
    const { browser, item } = await given(desk)
    const body = desk.bodyOf(item)
    const twice = await Promise.all([1, 2].map(() => browser.doIt(calls.officeMarkingGive, { body })))
    expect(twice).toEqual([
      { entry: 1, state: 'marked' },
      { entry: 1, state: 'marked' },
    ])
    expect(await browser.refused(calls.officeMarkingGive, { body: { ...body, marks: 4 } })).toMatchObject({
      code: 'INVALID_REQUEST',
    })
    const log = await server.db.kysely
      .selectFrom('security_event')
      .select('content')
      .where('org_id', '=', desk.orgId)
      .where('kind', '=', 'response-marked')
      .execute()
    await expect
      .poll(
        async () =>
          (
            await server.db.kysely
              .selectFrom('security_event')
              .select('kind')
              .where('org_id', '=', desk.orgId)
              .where('kind', '=', 'response-marked')
              .execute()
          ).length,
      )
      .toBe(1)
    expect(JSON.stringify(log)).not.toContain('"marks"')
  })

  test('what belongs to another organisation, or that nobody was given, is not there', async () => {
    const [desk, other] = [await arranged(), await arranged()]
    const { item } = await given(desk)
    const { browser: stranger } = await given(other)
    const [sitting] = desk.sittings
    const made = responseIdOf(createKeys(server.config.tokenSecret), desk.orgId, {
      ...{ formRunGuid: sitting?.formRunGuid ?? '', questionId: `${desk.prefix}-q3`, part: '' },
    })
    for (const responseID of [item.responseID, made, 'AAAA', `${item.responseID}A`]) {
      expect(await stranger.refused(calls.officeMarkingResponse, { query: { responseID } })).toMatchObject({
        code: 'NOT_FOUND',
      })
      const body = { ...desk.bodyOf(item), responseID }
      expect(await stranger.refused(calls.officeMarkingGive, { body })).toMatchObject({ code: 'NOT_FOUND' })
      expect(await stranger.refused(calls.officeMarkingFile, { query: { responseID, file: 0 } })).toMatchObject({
        code: 'NOT_FOUND',
      })
    }
    for (const queueID of [item.queueID, 'AAAA'])
      expect(await stranger.refused(calls.officeMarkingNext, { body: { queueID, count: 1 } })).toMatchObject({
        code: 'NOT_FOUND',
      })
  })

  test('nobody without the role marks, nor whose role has ended or who is suspended meanwhile', async () => {
    const desk = await arranged({ answers: ['a', 'b'] })
    const { browser, item } = await given(desk)
    await server.db.kysely
      .updateTable('role_grant')
      .set({ valid_until: clock.nowMs() + 1000 })
      .where('org_id', '=', desk.orgId)
      .where('user_guid', '=', `${desk.prefix}-mark-1`)
      .execute()
    pass(1000)
    expect((await browser.tryIt(calls.officeMarkingGive, { body: desk.bodyOf(item) })).status).toBe(401)
    const second = await given(desk, 'mark-2')
    await server.db.kysely
      .updateTable('person')
      .set({ suspended: 1 })
      .where('org_id', '=', desk.orgId)
      .where('username', '=', 'mark-2')
      .execute()
    expect((await second.browser.tryIt(calls.officeMarkingGive, { body: desk.bodyOf(second.item) })).status).toBe(401)
    expect((await desk.queues(await desk.open('officer')))[0]?.counts).toMatchObject({ marked: 0 })
  })

  test('a role in a group gives the responses of its people alone, and one in another exam none', async () => {
    const desk = await arranged({ answers: ['of one', 'of two'] })
    const groupID = await group(desk, 'Year 9', [1])
    await grant(desk, 950, { kind: 'group', id: groupID })
    const narrow = await desk.open('narrow')
    const { responses } = await desk.next(narrow, 5)
    expect(responses.map(({ response }) => response)).toEqual([{ kind: 'text', text: 'of one' }])
    expect(
      await desk.next(
        narrow,
        5,
        responses.map(({ responseID }) => responseID),
      ),
    ).toMatchObject({ responses: [], why: 'excluded' })
    const { item } = await given(desk, 'mark-1')
    expect(await narrow.refused(calls.officeMarkingGive, { body: desk.bodyOf(item) })).toMatchObject({ code: 'NOT_FOUND' })
    await server.db.kysely
      .updateTable('role_grant')
      .set({ scope_kind: 'exam', scope_id: 'another' })
      .where('org_id', '=', desk.orgId)
      .where('scope_kind', '=', 'group')
      .execute()
    expect(await desk.queues(narrow)).toEqual([])
    expect(await narrow.refused(calls.officeMarkingNext, { body: { queueID: item.queueID, count: 1 } })).toMatchObject({
      code: 'NOT_FOUND',
    })
    await server.db.kysely
      .updateTable('role_grant')
      .set({ scope_id: desk.exam.examGuid })
      .where('org_id', '=', desk.orgId)
      .where('scope_kind', '=', 'exam')
      .execute()
    expect(await desk.queues(narrow)).toHaveLength(1)
  })

  test('nobody marks people of their own groups, unless the organisation allows it, and never themselves', async () => {
    const texts = async (settings: Record<string, string>) => {
      const desk = await arranged({ answers: ['of one', 'of two', 'own'], settings })
      await group(desk, 'Year 9', [1, 900])
      await server.db.kysely
        .updateTable('response_mark')
        .set({ user_guid: `${desk.prefix}-mark-1` })
        .where('org_id', '=', desk.orgId)
        .where('form_run_guid', '=', desk.sittings[2]?.formRunGuid ?? '')
        .execute()
      const browser = await desk.open('mark-1')
      const { responses } = await desk.next(browser, 5)
      return responses.flatMap(({ response }) => (response.kind === 'text' ? [response.text] : [])).toSorted()
    }
    expect(await texts({})).toEqual(['of two'])
    expect(await texts({ MarkOwnGroup: '1' })).toEqual(['of one', 'of two'])
  })

  // OFFICE-304 OFFICE-410
  test('a question that is allocated is given to its markers alone, and claims of others end', async () => {
    const desk = await arranged({ answers: ['a', 'b'] })
    const { browser: one, item } = await given(desk)
    const officer = await desk.open('officer')
    const { places } = await officer.doIt(calls.officeMarkingPlaces, { query: {} })
    expect(places).toMatchObject([{ examGuid: desk.exam.examGuid, examVersion: 3, counts: { waiting: 2, total: 2 } }])
    const query = { examGuid: desk.exam.examGuid, examVersion: 3 }
    const before = await officer.doIt(calls.officeMarkingAllocations, { query })
    expect(before.questions).toMatchObject([{ queueID: item.queueID, version: 0, markers: [], counts: { waiting: 2 } }])
    expect(before.possible.map(({ username }) => username)).toEqual(
      expect.arrayContaining(['mark-1', 'mark-2', 'chief', 'officer']),
    )
    const allocate = (userIDs: number[], version: number) =>
      officer.tryIt(calls.officeMarkingAllocate, { body: { queueID: item.queueID, version, userIDs } })
    expect((await allocate([1], 0)).status).toBe(403)
    expect((await allocate([901], 3)).status).toBe(409)
    expect((await allocate([901], 0)).status).toBe(200)
    expect((await allocate([900], 0)).status).toBe(409)
    expect(await desk.queues(one)).toEqual([])
    expect(await one.refused(calls.officeMarkingNext, { body: { queueID: item.queueID, count: 1 } })).toMatchObject({
      code: 'NOT_FOUND',
    })
    const two = await desk.open('mark-2')
    expect((await desk.next(two, 5)).responses).toHaveLength(2)
    // What was given before is taken still: it may have waited on a device.
    expect(await desk.give(one, item)).toMatchObject({ entry: 1, state: 'marked' })
    expect(await checkQueues(server.db, desk.orgId, clock.nowMs())).toEqual([])
    await server.db.kysely
      .updateTable('person')
      .set({ suspended: 1 })
      .where('org_id', '=', desk.orgId)
      .where('username', '=', 'mark-2')
      .execute()
    expect(await checkQueues(server.db, desk.orgId, clock.nowMs())).toMatchObject([{ fault: 'nobody' }])
    const after = await officer.doIt(calls.officeMarkingAllocations, { query })
    expect(after.questions).toMatchObject([{ version: 1, markers: [{ userID: 901, isUnable: true }] }])
    const { entries } = await officer.doIt(calls.officeToday, { query: {} })
    expect(entries).toContainEqual(expect.objectContaining({ is: 'responses-out-of-queues', count: 1 }))
    expect((await allocate([], 1)).status).toBe(200)
    expect(await checkQueues(server.db, desk.orgId, clock.nowMs())).toEqual([])
  })

  // OFFICE-305
  test('the standing check finds each response that needs a mark and is in no queue, in two, or in another one', async () => {
    const desk = await arranged({ answers: ['a', 'b', 'c'] })
    pass(120_000)
    const check = async () =>
      (await checkQueues(server.db, desk.orgId, clock.nowMs())).map(({ fault, formRunGuid }) => [fault, formRunGuid])
    expect(await check()).toEqual([])
    const [one = '', two = '', three = ''] = desk.sittings.map(({ formRunGuid }) => formRunGuid)
    const rows = server.db.kysely
    await rows
      .updateTable('response_mark')
      .set({ exam_guid: 'another' })
      .where('org_id', '=', desk.orgId)
      .where('form_run_guid', '=', one)
      .execute()
    expect(await check()).toEqual([['misplaced', one]])
    const row = await rows
      .selectFrom('response_mark')
      .selectAll()
      .where('org_id', '=', desk.orgId)
      .where('form_run_guid', '=', two)
      .executeTakeFirstOrThrow()
    await rows
      .insertInto('response_mark')
      .values({ ...row, part: 'a' })
      .execute()
    await rows.deleteFrom('response_mark').where('org_id', '=', desk.orgId).where('form_run_guid', '=', three).execute()
    expect(await check()).toEqual([
      ['unlisted', three],
      ['misplaced', one],
      ['twice', two],
    ])
  })

  // OFFICE-305
  test('the standing check finds a response that is listed though its sitting is open again', async () => {
    const desk = await arranged()
    const [formRunGuid = ''] = desk.sittings.map((sitting) => sitting.formRunGuid)
    const change = { completed_at: null }
    await server.db.kysely.updateTable('form_run').set(change).where('org_id', '=', desk.orgId).execute()
    expect(await checkQueues(server.db, desk.orgId, clock.nowMs())).toMatchObject([{ fault: 'open', formRunGuid }])
  })

  test('an office of another organisation has no queue of this one', async () => {
    const [desk, other] = [await arranged(), await arranged()]
    const browser = await openOffice(server, other.orgId, 'officer')
    const query = { examGuid: desk.exam.examGuid, examVersion: 3 }
    expect(await browser.refused(calls.officeMarkingAllocations, { query })).toMatchObject({ code: 'NOT_FOUND' })
    const { item } = await given(desk)
    const body = { queueID: item.queueID, version: 0, userIDs: [] }
    expect(await browser.refused(calls.officeMarkingAllocate, { body })).toMatchObject({ code: 'NOT_FOUND' })
    const giveBack = { responseID: item.responseID, requestId: randomUUID(), basedOn: 0, reason: 'Mine.' }
    expect(await browser.refused(calls.officeMarkingReturn, { body: giveBack })).toMatchObject({ code: 'NOT_FOUND' })
  })
})
