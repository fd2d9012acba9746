import { randomUUID } from 'node:crypto'
import { calls } from '@sitwell/contract'
import { expect, test } from 'vitest'
import { bothDatabases } from '../testing/databases.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import { arrangeMarking } from '../testing/marking-desk.ts'
import { examOf } from '../testing/test-world.ts'
import { claimMs } from './claims.ts'

describeOnEach(bothDatabases, 'marking on %s', { isClockHeld: true }, ({ server, nextOrgId, clock, pass }) => {
  const arranged = async (wishes: Parameters<typeof arrangeMarking>[2] = {}) => {
    const desk = await arrangeMarking(server, nextOrgId(), wishes)
    await desk.handInAll()
    return desk
  }
  const idsOf = (given: { readonly responses: readonly { readonly responseID: string }[] }) =>
    given.responses.map(({ responseID }) => responseID)

  // OFFICE-410
  test('counts what is to be marked from rows, and has nothing in it before anybody handed in', async () => {
    const desk = await arrangeMarking(server, nextOrgId(), { answers: ['One', 'Two', ''] })
    const marker = await desk.open('mark-1')
    expect(await desk.queues(marker)).toEqual([])
    await desk.handInAll()
    const [queue, ...others] = await desk.queues(marker)
    expect(others).toEqual([])
    expect(queue).toMatchObject({
      ...{ examName: `Trees of ${desk.prefix}`, examVersion: 3, number: 3, text: 'Why?', maxMarks: 4, mineToday: 0, held: 0 },
      // What was left blank has 0 by rule, and waits for nobody.
      counts: { waiting: 2, conflict: 0, changed: 0, cannot: 0, marked: 0, total: 2 },
    })
    const given = await desk.next(marker, 1)
    expect(await desk.queues(marker)).toMatchObject([{ counts: { waiting: 2 }, held: 1 }])
    const [item] = given.responses
    if (!item) throw new Error('Nothing was given.')
    expect(await desk.give(marker, item, { marks: 2.5, isFlagged: true })).toEqual({ entry: 1, state: 'marked' })
    const after = await marker.doIt(calls.officeMarkingQueues, {
      query: { queueID: queue?.queueID ?? '', zone: 'Europe/Berlin' },
    })
    expect(after.queues).toMatchObject([{ counts: { waiting: 1, marked: 1, total: 2 }, mineToday: 1, held: 0 }])
    expect(
      (await marker.doIt(calls.officeMarkingHistory, { query: { queueID: queue?.queueID ?? '' } })).responses,
    ).toMatchObject([{ responseID: item.responseID, marks: 2.5, isFlagged: true, state: 'marked' }])
  })

  test('gives a response with the question as its candidate got it, the answer, and what the author wrote for markers', async () => {
    const desk = await arranged({ answers: ['Because\nof rain'] })
    const { responses } = await desk.next(await desk.open('mark-1'))
    expect(responses).toMatchObject([
      {
        ...{ state: 'waiting', maxMarks: 4, sequence: 1, newestEntry: 0, entries: [], isAutomatic: false, mayDecide: false },
        question: { number: 3, text: 'Why?', scenario: [], offers: [], recordings: [] },
        response: { kind: 'text', text: 'Because\nof rain' },
        notes: 'SECRETNOTES',
      },
    ])
    expect(responses[0]?.code).toMatch(/^[A-Z2-9]{3}-[A-Z2-9]{3}$/)
  })

  // OFFICE-304
  test('no two markers are given one response while a claim holds, however many ask at once', async () => {
    const desk = await arranged({ answers: ['a', 'b', 'c', 'd', 'e'] })
    const [one, other] = [await desk.open('mark-1'), await desk.open('mark-2')]
    const given = await Promise.all([desk.next(one, 2), desk.next(other, 2), desk.next(one, 1), desk.next(other, 1)])
    const [ofOne, ofOther] = [
      [...idsOf(given[0]), ...idsOf(given[2])],
      [...idsOf(given[1]), ...idsOf(given[3])],
    ]
    expect(ofOne.filter((id) => ofOther.includes(id))).toEqual([])
    expect(new Set([...ofOne, ...ofOther]).size).toBeGreaterThanOrEqual(4)
    expect(given[0].responses[0]?.claim).toEqual({
      since: new Date(clock.nowMs()).toISOString(),
      until: new Date(clock.nowMs() + claimMs).toISOString(),
    })
  })

  // OFFICE-304
  test('a claim is kept by use, runs out without, and is given back on leaving; looking is not marking', async () => {
    const desk = await arranged({ answers: ['a'] })
    const [one, other] = [await desk.open('mark-1'), await desk.open('mark-2')]
    const [id = ''] = idsOf(await desk.next(one))
    expect(await desk.next(other)).toMatchObject({ responses: [], why: 'held' })
    pass(claimMs - 1)
    const kept = await one.doIt(calls.officeMarkingRenew, { body: { responses: [id] } })
    expect(kept.claims).toMatchObject([{ responseID: id, until: new Date(clock.nowMs() + claimMs).toISOString() }])
    const { until } = kept.claims[0] ?? {}
    pass(claimMs - 1)
    // A look by another marker takes no claim, and a look by its own marker does not extend it: only use of the page does.
    expect(await desk.show(other, id)).not.toHaveProperty('claim')
    expect(await desk.show(one, id)).toMatchObject({ claim: { until } })
    expect(await desk.queues(one)).toMatchObject([{ held: 1 }])
    expect(await desk.next(other)).toMatchObject({ responses: [], why: 'held' })
    pass(1)
    expect(idsOf(await desk.next(other))).toEqual([id])
    expect((await one.doIt(calls.officeMarkingRenew, { body: { responses: [id] } })).claims).toEqual([])
    expect((await desk.next(one, 1, [id])).claims).toEqual([])
    expect(await other.doIt(calls.officeMarkingRelease, { body: { responses: [id] } })).toEqual({ released: 1 })
    expect(await one.doIt(calls.officeMarkingRelease, { body: {} })).toEqual({ released: 0 })
    expect(idsOf(await desk.next(one))).toEqual([id])
    expect((await desk.queues(one))[0]?.counts).toMatchObject({ waiting: 1, marked: 0 })
  })

  // OFFICE-301 OFFICE-304
  test('a mark whose claim ran out is kept beside the other one, and somebody else decides', async () => {
    const desk = await arranged({ answers: ['a'] })
    const [one, other, chief] = [await desk.open('mark-1'), await desk.open('mark-2'), await desk.open('chief')]
    const [item] = (await desk.next(one)).responses
    pass(claimMs)
    const [same] = (await desk.next(other)).responses
    if (!item || !same) throw new Error('Nothing was given.')
    expect(same.responseID).toBe(item.responseID)
    expect(await desk.give(other, same, { marks: 1, comment: 'Thin.' })).toEqual({ entry: 1, state: 'marked' })
    const late = desk.bodyOf(item, { marks: 3 })
    const outcome = {
      ...{ entry: 2, state: 'conflict' },
      conflict: [
        { entry: 1, by: { marker: 1 }, marks: 1, comment: 'Thin.' },
        { entry: 2, by: 'you', marks: 3 },
      ],
    }
    expect(await one.doIt(calls.officeMarkingGive, { body: late })).toMatchObject(outcome)
    // The same request once more changes nothing.
    expect(await one.doIt(calls.officeMarkingGive, { body: late })).toMatchObject(outcome)
    expect(await desk.next(one)).toMatchObject({ responses: [], why: 'done' })
    const conflicts = await chief.doIt(calls.officeMarkingConflicts, { query: { state: 'conflict' } })
    expect(conflicts).toMatchObject({ total: 1, responses: [{ responseID: item.responseID, state: 'conflict' }] })
    const shown = await desk.show(chief, item.responseID)
    expect(shown).toMatchObject({ state: 'conflict', mayDecide: true, entries: [{ marks: 1 }, { marks: 3 }] })
    const decide = { ...desk.bodyOf(shown, { marks: 2 }), reason: 'Between both.' }
    expect(await other.refused(calls.officeMarkingDecide, { body: decide })).toMatchObject({ code: 'NOT_ALLOWED' })
    expect(await chief.refused(calls.officeMarkingDecide, { body: { ...decide, basedOn: 1 } })).toMatchObject({
      ...{ code: 'CHANGED_MEANWHILE', current: { newestEntry: 2 } },
    })
    expect(await chief.doIt(calls.officeMarkingDecide, { body: decide })).toEqual({ entry: 3, state: 'marked' })
    expect(await chief.doIt(calls.officeMarkingDecide, { body: decide })).toEqual({ entry: 3, state: 'marked' })
    expect(await desk.queues(one)).toMatchObject([{ counts: { conflict: 0, marked: 1 } }])
    const giveBack = { responseID: item.responseID, requestId: randomUUID(), basedOn: 3, reason: 'Again.' }
    expect(await chief.refused(calls.officeMarkingReturn, { body: giveBack })).toMatchObject({ code: 'CLOSED' })
  })

  test('nobody decides about their own mark, unless the organisation lets them', async () => {
    const body = async (settings: Record<string, string>) => {
      const desk = await arranged({ answers: ['a'], settings })
      const chief = await desk.open('chief')
      const [item] = (await desk.next(chief)).responses
      if (!item) throw new Error('Nothing was given.')
      await desk.give(chief, item)
      const shown = await desk.show(chief, item.responseID)
      const answer = await chief.tryIt(calls.officeMarkingDecide, { body: { ...desk.bodyOf(shown), reason: 'I was right.' } })
      return [shown.mayDecide, answer.status]
    }
    expect(await body({})).toEqual([false, 403])
    expect(await body({ DecideOwnMark: '1' })).toEqual([true, 200])
  })

  test('what cannot be marked goes to whoever decides, with the reason, and leaves the queue', async () => {
    const desk = await arranged({ answers: ['a'] })
    const [one, chief] = [await desk.open('mark-1'), await desk.open('chief')]
    const [item] = (await desk.next(one)).responses
    if (!item) throw new Error('Nothing was given.')
    const { marks: _, ...body } = desk.bodyOf(item)
    const cannot = { ...body, cannotMark: { reason: ' It is in Greek. ' } }
    expect(await one.doIt(calls.officeMarkingGive, { body: cannot })).toEqual({ entry: 1, state: 'cannot' })
    expect(await desk.next(await desk.open('mark-2'))).toMatchObject({ responses: [], why: 'done' })
    const list = await chief.doIt(calls.officeMarkingConflicts, { query: { state: 'cannot' } })
    expect(list).toMatchObject({ total: 1, responses: [{ reason: 'It is in Greek.' }] })
    const giveBack = { responseID: item.responseID, requestId: randomUUID(), basedOn: 1, reason: 'Somebody reads Greek.' }
    expect(await chief.doIt(calls.officeMarkingReturn, { body: giveBack })).toMatchObject({ state: 'waiting' })
    expect(idsOf(await desk.next(await desk.open('mark-2')))).toEqual([item.responseID])
  })

  test('one’s own mark is changed or given back, and others’ are not', async () => {
    const desk = await arranged({ answers: ['a'] })
    const [one, other] = [await desk.open('mark-1'), await desk.open('mark-2')]
    const [item] = (await desk.next(one)).responses
    if (!item) throw new Error('Nothing was given.')
    await desk.give(one, item, { marks: 1 })
    const again = await desk.show(one, item.responseID)
    expect(again).toMatchObject({ newestEntry: 1, entries: [{ by: 'you', marks: 1 }] })
    expect(await desk.give(one, again, { marks: 4 })).toEqual({ entry: 2, state: 'marked' })
    const body = { responseID: item.responseID, requestId: randomUUID(), basedOn: 2, reason: 'A slip.' }
    expect(await other.refused(calls.officeMarkingReturn, { body })).toMatchObject({ code: 'NOT_FOUND' })
    expect(await one.doIt(calls.officeMarkingReturn, { body })).toMatchObject({ entry: 3, state: 'waiting' })
    expect(await one.doIt(calls.officeMarkingReturn, { body })).toMatchObject({ entry: 3 })
    expect(
      await one.refused(calls.officeMarkingReturn, { body: { ...body, requestId: randomUUID(), basedOn: 3 } }),
    ).toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('an answer that changed after it was marked is given again, with both versions', async () => {
    const desk = await arranged({ answers: ['a'] })
    const one = await desk.open('mark-1')
    const [item] = (await desk.next(one)).responses
    const [sitting] = desk.sittings
    if (!item || !sitting) throw new Error('Nothing was given.')
    await desk.give(one, item, { marks: 3 })
    await desk.reopen(sitting.formRunGuid)
    expect(await desk.queues(one)).toEqual([])
    expect(await one.refused(calls.officeMarkingResponse, { query: { responseID: item.responseID } })).toMatchObject({
      code: 'NOT_FOUND',
    })
    // What was marked without a network meanwhile is kept.
    expect(await desk.give(one, item, { marks: 4, basedOn: 1 })).toEqual({ entry: 2, state: 'open' })
    await sitting.write('b', { sequence: 2 })
    await sitting.handIn()
    expect(await desk.queues(one)).toMatchObject([{ counts: { changed: 1, total: 1 } }])
    const [changed] = (await desk.next(one)).responses
    expect(changed).toMatchObject({
      ...{ responseID: item.responseID, state: 'changed', newestEntry: 2, response: { kind: 'text', text: 'b' } },
      earlier: { sequence: item.sequence, response: { kind: 'text', text: 'a' } },
    })
    if (changed) expect(await desk.give(one, changed, { marks: 1 })).toEqual({ entry: 3, state: 'marked' })
  })

  test('whoever decides finds an answer that the key marked, and gives other marks with a reason', async () => {
    const desk = await arrangeMarking(server, nextOrgId(), { answers: ['a'] })
    const [sitting] = desk.sittings
    await sitting?.write('Birch', {
      ...{ questionVersionId: `${desk.prefix}-q1`, sequence: 2, options: [{ optionID: 'b', optionText: 'Birch' }] },
    })
    await desk.handInAll()
    const [one, chief] = [await desk.open('mark-1'), await desk.open('chief')]
    const query = { examGuid: desk.exam.examGuid, examVersion: desk.exam.version }
    const { questions } = await chief.doIt(calls.officeMarkingQuestions, { query })
    expect(questions.map(({ isAutomatic }) => isAutomatic)).toEqual([true, true, false])
    const queueID = questions[0]?.queueID ?? ''
    const { responses } = await chief.doIt(calls.officeMarkingResponses, { query: { queueID } })
    expect(responses).toMatchObject([{ state: 'marked', marks: 2 }])
    const shown = await desk.show(chief, responses[0]?.responseID ?? '')
    expect(shown).toMatchObject({ isAutomatic: true, mayDecide: true, marksNow: 2, response: { kind: 'choice' } })
    const { places } = await chief.doIt(calls.officeMarkedExams, { query: {} })
    expect(places).toEqual([{ examGuid: desk.exam.examGuid, examVersion: desk.exam.version, examName: desk.exam.name }])
    expect(await one.refused(calls.officeMarkedExams, { query: {} })).toMatchObject({ code: 'NOT_ALLOWED' })
    const body = { ...desk.bodyOf(shown, { marks: 1.5 }), reason: 'The picture was misleading.' }
    expect(await one.refused(calls.officeMarkingDecide, { body })).toMatchObject({ code: 'NOT_ALLOWED' })
    const { reason: _, ...plain } = body
    expect(await one.refused(calls.officeMarkingGive, { body: plain })).toMatchObject({ code: 'NOT_FOUND' })
    expect(await chief.doIt(calls.officeMarkingDecide, { body })).toEqual({ entry: 1, state: 'marked' })
    const after = await chief.doIt(calls.officeMarkingResponses, { query: { queueID } })
    expect(after.responses).toMatchObject([{ state: 'marked', marks: 1.5 }])
    expect(await desk.show(chief, shown.responseID)).toMatchObject({ marksNow: 1.5 })
  })

  // OFFICE-403
  test('points are those of the mark scheme: each criterion has some, none is beyond, and their sum is the mark', async () => {
    const orgId = nextOrgId()
    const prefix = `o${orgId}`
    const scheme = {
      criteria: [
        {
          id: 'a',
          title: 'Cause',
          maxMarks: 1,
          levels: [
            { marks: 0, description: 'none' },
            { marks: 0.1, description: 'some' },
          ],
        },
        { id: 'b', title: 'Effect', maxMarks: 3 },
      ],
      guidance: '<p onclick="alert(1)">Be kind.</p>',
    }
    const question = { type: 'QUESTIONLTEXT' as const, id: `${prefix}-q3`, text: 'Why?', marks: 4, markScheme: scheme }
    const exam = examOf(prefix, { sections: [{ id: `${prefix}-s`, name: 'First', questions: [question] }] as never })
    const desk = await arrangeMarking(server, orgId, { exam, answers: ['a'] })
    await desk.handInAll()
    const marker = await desk.open('mark-1')
    const [item] = (await desk.next(marker)).responses
    if (!item) throw new Error('Nothing was given.')
    expect(item.scheme).toMatchObject({
      version: 1,
      criteria: [
        { id: 'a', maxMarks: 1 },
        { id: 'b', maxMarks: 3 },
      ],
    })
    expect(item.scheme?.guidance).toBe('<p>Be kind.</p>')
    const points = (a: number, b: number) => [
      { criterion: 'a', marks: a },
      { criterion: 'b', marks: b },
    ]
    const { marks: _, ...body } = desk.bodyOf(item)
    const status = async (more: object) =>
      (await marker.tryIt(calls.officeMarkingGive, { body: { ...body, schemeVersion: 1, ...more } })).status
    expect(await status({ points: points(0.5, 1) })).toBe(400)
    expect(await status({ points: points(0, 3.1) })).toBe(400)
    expect(await status({ points: [{ criterion: 'a', marks: 0 }] })).toBe(400)
    expect(await status({ points: [...points(0, 1), { criterion: 'c', marks: 1 }] })).toBe(400)
    expect(await status({ points: points(0, 1), schemeVersion: 2 })).toBe(400)
    expect(await status({ points: points(0, 1), schemeVersion: undefined })).toBe(400)
    expect(await status({ marks: 2 })).toBe(400)
    expect(await status({ points: points(0.1, 0.2) })).toBe(200)
    expect((await desk.show(marker, item.responseID)).entries).toMatchObject([
      { marks: 0.3, schemeVersion: 1, points: points(0.1, 0.2) },
    ])
  })
})
