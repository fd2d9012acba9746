import { calls } from '@sitwell/contract'
import { beforeEach, expect, test } from 'vitest'
import { applyRetention, readRetention } from '../privacy/retention.ts'
import { sittingsOfSat } from '../result-sets/index.ts'
import { selectEvents } from '../security-log/queries.ts'
import { bothDatabases } from '../testing/databases.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import { acceptOption, acceptText, arrangeRules } from '../testing/rules-desk.ts'
import { doCall } from '../testing/test-world.ts'
import { resultsOf } from './results-of.ts'
import { hashOfRules, selectRules, selectVersions } from './rules-rows.ts'

const oneMark = 1_000_000_000
const neutralise = (questionID: string, down: 'apply' | 'keep' = 'apply') => ({ questionID, kind: 'neutralise' as const, down })

describeOnEach(bothDatabases, 'rules of results on %s', { config: { logLevel: 'fatal' } }, ({ server, nextOrgId }) => {
  let orgId: number

  /** Of 10 marks, four of them for an essay that nobody wrote: 4 (q1, q2), 2 (q3), 0, 2 (q1). */
  const given = [
    { q1: 'b', q2: '5', q3: 'Oak' },
    { q1: 'a', q2: '6,0', q3: ' BIRCH' },
    { q1: 'c', q2: '6', q3: 'oak' },
    { q1: 'b', q2: '6.00' },
  ]
  const arrangeAll = () => arrangeRules(server, orgId, given)
  const place = () => ({ orgId, deliveryId: `o${orgId}-delivery` })

  beforeEach(() => {
    orgId = nextOrgId()
  })

  // OFFICE-401
  test('an accepted answer counts for all who gave it, as its key compares, and before it is applied it is shown who moves', async () => {
    const desk = await arrangeAll()
    const change = { decide: [acceptText('q2', '6')] }
    const preview = await desk.preview(change)
    expect(preview).toMatchObject({
      people: 4,
      up: 3,
      down: 0,
      same: 1,
      waiting: 0,
      settled: 0,
      kept: 0,
      grade: 0,
      passes: 0,
      fails: 0,
    })
    expect(
      preview.rows.map(({ lastName, before, after }) => [lastName, before.score, after.score, after.max, after.percent]),
    ).toEqual(
      expect.arrayContaining([
        ['Wood2', 2 * oneMark, 4 * oneMark, 10 * oneMark, 40],
        ['Wood3', 0, 2 * oneMark, 10 * oneMark, 20],
        ['Wood4', 2 * oneMark, 4 * oneMark, 10 * oneMark, 40],
      ]),
    )
    expect(preview.decisions).toEqual([
      {
        decision: change.decide[0],
        byPerson: 0,
        versions: [{ examVersion: 1, state: 'applies', sat: 4, asked: 4, changed: 3 }],
      },
    ])
    expect((await desk.show()).current).toBe(0)
    expect(await desk.apply(change)).toEqual({ version: 1, set: 1 })
    const { names, scores, maxes, waiting, exams } = await desk.curve()
    expect([scores.map((one) => one / oneMark), maxes, waiting]).toEqual([[4, 4, 2, 4], Array(4).fill(10 * oneMark), 0])
    expect(names?.map((name) => name.replace(/^.* /, ''))).toEqual(['Wood1', 'Wood2', 'Wood3', 'Wood4'])
    expect(exams[0]?.boundaries.map(({ grade }) => grade)).toEqual(['Merit', 'Pass'])
    // Options by their ids.
    expect(await desk.preview({ basedOn: 1, decide: [acceptOption('q1', 'a')] })).toMatchObject({ up: 1, same: 3 })
  })

  // OFFICE-401
  test('an answer that was accepted keeps its marks once it is erased, and no erased answer counts as one that was left out', async () => {
    const desk = await arrangeAll()
    const scores = async () => (await desk.curve()).scores.map((one) => one / oneMark)
    const peopleOfFirst = async () => {
      const query = { examGuid: desk.world.entry.examGuid, deliveryID: desk.deliveryID }
      const { questions } = await desk.chief.doIt(calls.officeExamStatistics, { query })
      return questions.map(({ people }) => people)[0]
    }
    await desk.apply({ decide: [acceptText('q2', '6')] })
    expect(await scores()).toEqual([4, 4, 2, 4])
    expect(await peopleOfFirst()).toBe(4)
    const longAfterMs = server.clock.nowMs() + 3 * 24 * 60 * 60_000
    await applyRetention(server.db, orgId, readRetention(new Map([['KeepAnswersDays', '1']])), longAfterMs)
    expect(await desk.answers('q2')).toMatchObject({ answers: [] })
    expect(await scores()).toEqual([4, 4, 2, 4])
    expect(await peopleOfFirst()).toBe(4)
    // One more accepted answer takes nothing from those who gave the first, and is given to nobody whose answer is erased.
    expect(await desk.apply({ basedOn: 1, decide: [acceptText('q2', '7')] })).toMatchObject({ version: 2 })
    expect(await scores()).toEqual([4, 4, 2, 4])
    await desk.undo(2)
    expect(await scores()).toEqual([4, 4, 2, 4])
  })

  // OFFICE-401
  test('a neutralised question counts neither for nor against, full credit is for all, and nothing else is ever left out', async () => {
    const desk = await arrangeAll()
    const preview = await desk.preview({ decide: [neutralise('q4')] })
    // 4 of 6 is 66.67 %, a pass; 2 of 6 is none.
    expect(preview).toMatchObject({ up: 3, down: 0, same: 1, grade: 1, passes: 1, fails: 0 })
    expect(preview.grades).toEqual([
      { grade: 'Merit', before: 0, after: 0 },
      { grade: 'Pass', before: 0, after: 1 },
      { grade: '', before: 4, after: 3 },
    ])
    expect(await desk.preview({ decide: [{ questionID: 'q1', kind: 'full', down: 'keep' }] })).toMatchObject({ up: 2, same: 2 })
    const all = ['q1', 'q2', 'q3', 'q4'].map((id) => neutralise(id))
    expect(await desk.tryPreview({ decide: all })).toMatchObject({
      details: [{ path: 'body.change.decide', message: 'nothing-left' }],
    })
  })

  // OFFICE-402
  test('whoever would go down does, keeps what they have, or is helped, as it is decided', async () => {
    const desk = await arrangeAll()
    const applied = await desk.preview({ decide: [neutralise('q1')] })
    expect(applied).toMatchObject({ up: 1, down: 2, same: 1, kept: 0 })
    const kept = await desk.preview({ decide: [neutralise('q1', 'keep')] }, { show: 'kept' })
    expect(kept).toMatchObject({ up: 1, down: 0, same: 3, kept: 2 })
    expect(kept.rows.map(({ lastName }) => lastName).sort()).toEqual(['Wood1', 'Wood4'])
    expect(await desk.preview({ decide: [{ questionID: 'q1', kind: 'neutralise-if-better', down: 'keep' }] })).toMatchObject({
      up: 1,
      down: 0,
    })
    expect((await desk.preview({ decide: [neutralise('q1')] }, { show: 'down' })).rows).toHaveLength(2)
  })

  // OFFICE-402
  test('what a person marked stays where an answer is accepted, and is listed', async () => {
    const desk = await arrangeAll()
    expect(await desk.markBy(2, 'q2', oneMark)).toMatchObject({ kind: 'stored' })
    const preview = await desk.preview({ decide: [acceptText('q2', '6')] }, { show: 'person' })
    expect(preview).toMatchObject({ up: 2, decisions: [{ byPerson: 1 }] })
    expect(preview.rows.map(({ lastName, after }) => [lastName, after.score])).toEqual([['Wood3', oneMark]])
    // Full credit is for them too.
    expect(await desk.preview({ decide: [{ questionID: 'q2', kind: 'full', down: 'keep' }] })).toMatchObject({ up: 3 })
  })

  test('answers that wait for marks have no result, unless nothing of them counts', async () => {
    const desk = await arrangeRules(server, orgId, [{ q1: 'b', q4: 'Because.' }, { q1: 'b' }])
    expect(await desk.preview({ decide: [acceptOption('q1', 'a')] })).toMatchObject({ people: 2, waiting: 1, same: 1 })
    expect(await desk.curve()).toMatchObject({ waiting: 1, scores: [2 * oneMark] })
    const settled = await desk.preview({ decide: [neutralise('q4')] }, { show: 'settled' })
    expect(settled).toMatchObject({ waiting: 0, settled: 1, up: 1 })
    expect(settled.rows).toMatchObject([{ lastName: 'Wood1', after: { score: 2 * oneMark, max: 6 * oneMark } }])
  })

  // OFFICE-403
  test('boundaries of the delivery overrule those of the exam, and who has exactly so much has reached them', async () => {
    const desk = await arrangeAll()
    const boundaries = [
      { grade: 'B', from: { marks: 1, of: 5 }, pass: false },
      { grade: 'A', from: { marks: 4, of: 10 }, pass: true },
    ]
    const preview = await desk.preview({ boundaries })
    expect(preview).toMatchObject({ up: 0, down: 0, same: 4, grade: 3, passes: 1 })
    expect(preview.grades.map(({ grade, after }) => [grade, after])).toEqual([
      ['A', 1],
      ['B', 2],
      ['Merit', 0],
      ['Pass', 0],
      ['', 1],
    ])
    await desk.apply({ boundaries })
    const close = [{ grade: 'A', from: { marks: 400_000_001, of: oneMark }, pass: true }]
    expect(await desk.preview({ basedOn: 1, boundaries: close })).toMatchObject({ fails: 1 })
    expect(await desk.preview({ basedOn: 1, boundaries: null })).toMatchObject({ grade: 3 })
    expect(await desk.preview({ basedOn: 1, passMark: { marks: 1, of: 10 } })).toMatchObject({ passes: 2, grade: 0 })
  })

  // OFFICE-401
  test('a change is the next version, with who and why, and is undone by one more', async () => {
    const desk = await arrangeAll()
    await desk.apply({ decide: [acceptText('q2', '6')] })
    await desk.apply({ basedOn: 1, decide: [acceptText('q2', '7'), neutralise('q4')] }, 'Nobody was taught this.')
    expect(await desk.undo(2)).toMatchObject({ version: 3 })
    const { versions, current } = await desk.show()
    expect([current, versions.map(({ version, decisions, restored }) => [version, decisions.length, restored])]).toEqual([
      3,
      [
        [3, 1, 1],
        [2, 3, undefined],
        [1, 1, undefined],
      ],
    ])
    expect(versions[1]).toMatchObject({ reason: 'Nobody was taught this.', author: { name: 'Ada Wood' } })
    expect((await desk.preview({ basedOn: 3, restore: 0 })).down).toBe(3)
    expect(await desk.apply({ basedOn: 3, restore: 0 })).toMatchObject({ version: 4 })
    expect((await desk.curve()).scores).toEqual([4, 2, 0, 2].map((one) => one * oneMark))
    const events = await selectEvents(server.db, { orgId, kind: 'result-rules-changed', most: 20 })
    expect(events.map(({ content }) => JSON.parse(content ?? '{}').target?.version).sort()).toEqual([1, 2, 3, 4])
    // Each version is linked to the one before it.
    const rows = (await selectVersions(server.db.kysely, place())).toReversed()
    let previous = ''
    for (const { hash, previous_hash, ...row } of rows) {
      expect([previous_hash, hash]).toEqual([previous, hashOfRules(previous, row)])
      previous = hash
    }
  })

  test('of two changes at once one is told that the other came before, and the same once more changes nothing', async () => {
    const desk = await arrangeAll()
    const change = { basedOn: 0, decide: [acceptText('q2', '6')] }
    const { hash } = await desk.preview(change)
    const send = (reason: string, more: object = {}) =>
      desk.chief.tryIt(calls.officeApplyResultRules, { body: { deliveryID: desk.deliveryID, change, hash, reason, ...more } })
    const both = await Promise.all([send('One.'), send('Other.')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const { versions } = await desk.show()
    expect(versions).toHaveLength(1)
    expect((await send(versions[0]?.reason ?? '')).status).toBe(200)
    expect((await desk.show()).versions).toHaveLength(1)
    expect((await send('Third.')).text).toContain('CHANGED_MEANWHILE')
    expect(await desk.tryPreview(change)).toMatchObject({ code: 'CHANGED_MEANWHILE', current: 1 })
    const undo = (version: number) =>
      desk.chief.refused(calls.officeUndoResultRules, { body: { deliveryID: desk.deliveryID, version, reason: 'No.' } })
    expect(await undo(2)).toMatchObject({ code: 'CHANGED_MEANWHILE', current: 1 })
  })

  // OFFICE-402
  test('what would move others by now is not applied, and a mark that moves nobody otherwise holds nothing up', async () => {
    const desk = await arrangeRules(server, orgId, [{ q1: 'a', q4: 'Because.' }, { q1: 'a' }, { q1: 'b' }])
    const change = { basedOn: 0, decide: [acceptOption('q1', 'a')] }
    const { hash } = await desk.preview(change)
    const body = { deliveryID: desk.deliveryID, change, hash, reason: 'Both bend.' }
    expect(await desk.markBy(2, 'q2', oneMark)).toMatchObject({ kind: 'stored' })
    // The essay is marked: somebody more moves.
    expect(await desk.markBy(0, 'q4', oneMark)).toMatchObject({ kind: 'stored' })
    const stale = await desk.chief.refused(calls.officeApplyResultRules, { body })
    expect(stale).toMatchObject({ code: 'CHANGED_MEANWHILE', current: { up: 2 } })
    const current = await desk.preview(change)
    expect(await desk.markBy(2, 'q2', 0)).toMatchObject({ kind: 'stored' })
    expect(await desk.chief.doIt(calls.officeApplyResultRules, { body: { ...body, hash: current.hash } })).toMatchObject({
      version: 1,
    })
  })

  test('given answers are listed with how many gave them and how they did, those that mean the same together, and nobody is named', async () => {
    const desk = await arrangeAll()
    await desk.apply({ decide: [acceptText('q2', '6')] })
    const { answers, total, blank, mayAccept } = await desk.answers('q2')
    expect([mayAccept, total, blank]).toEqual([true, 2, 0])
    expect(
      answers.map(({ text, count, facility, isRight, isAccepted }) => [text, count, facility, isRight, isAccepted]),
    ).toEqual([
      ['6,0', 3, 0, false, true],
      ['5', 1, 1, true, false],
    ])
    expect((await desk.answers('q1')).answers.map(({ text, count }) => [text, count])).toEqual([
      ['Option b', 2],
      ['Option a', 1],
      ['Option c', 1],
    ])
    expect(await desk.answers('q3')).toMatchObject({ total: 2, blank: 1 })
    expect(await desk.answers('q4')).toMatchObject({ mayAccept: false, answers: [] })
    const sent = await desk.chief.tryIt(calls.officeGivenAnswers, { query: { deliveryID: desk.deliveryID, questionID: 'q2' } })
    expect(sent.text).not.toMatch(/Wood|learner/)
  })

  // OFFICE-402
  test('an answer that somebody types is shown with how many gave it, and can be accepted though nobody did', async () => {
    const desk = await arrangeAll()
    const typed = (questionID: string, values: string[]) =>
      desk.chief.doIt(calls.officeTypedAnswer, { body: { deliveryID: desk.deliveryID, questionID, values } })
    const refused = async (questionID: string, values: string[]) =>
      (await desk.chief.refused(calls.officeTypedAnswer, { body: { deliveryID: desk.deliveryID, questionID, values } })) as {
        code: string
        details?: { message: string }[]
      }
    expect((await desk.answers('q2')).typed).toEqual([{ label: '' }])
    expect((await desk.answers('q1')).typed).toBeUndefined()
    expect((await typed('q2', ['6.0'])).answer).toMatchObject({ count: 3, isRight: false, isAccepted: false })
    const { answer } = await typed('q2', ['7'])
    expect(answer).toMatchObject({ text: '7', count: 0, isRight: false, isAccepted: false })
    expect((await typed('q2', ['5.00'])).answer).toMatchObject({ isRight: true })
    const change = { decide: [{ questionID: 'q2', kind: 'accept' as const, down: 'apply' as const, also: answer.answer }] }
    expect(await desk.preview(change)).toMatchObject({ up: 0, down: 0 })
    await desk.apply(change)
    expect((await typed('q2', ['7,0'])).answer).toMatchObject({ count: 0, isAccepted: true })
    expect((await refused('q2', ['  '])).details?.[0]?.message).toBe('empty')
    expect((await refused('q2', ['1', '2'])).details?.[0]?.message).toBe('other-places')
    for (const question of ['q1', 'q4', 'q9']) expect((await refused(question, ['Ash'])).code).toBe('NOT_FOUND')
  })

  test('what does not fit is refused with the place', async () => {
    const desk = await arrangeAll()
    const messages = async (change: Parameters<typeof desk.tryPreview>[0]) =>
      ((await desk.tryPreview(change)) as { details?: { path: string; message: string }[] }).details?.map(
        ({ path, message }) => `${path} ${message}`,
      )
    expect(await messages({ decide: [neutralise('q9')] })).toEqual(['body.change.decide.0 missing'])
    expect(await messages({ decide: [acceptText('q4', 'Because.')] })).toEqual(['body.change.decide.0 cannot-accept'])
    expect(await messages({ decide: [acceptText('q2', ' ')] })).toEqual(['body.change.decide.0.also also'])
    expect(await messages({ restore: 3 })).toEqual(['body.change.restore unknown'])
    expect(await messages({ restore: 0, takeBack: [] })).toEqual(['body.change.restore alone'])
    const { hash } = await desk.preview({ decide: [neutralise('q4')] })
    const body = { deliveryID: desk.deliveryID, change: { basedOn: 0, decide: [neutralise('q4')] }, hash, reason: ' ' }
    expect(await desk.chief.refused(calls.officeApplyResultRules, { body })).toMatchObject({
      details: [{ path: 'body.reason' }],
    })
  })

  test('a set reads the results of a version, whatever was decided since', async () => {
    const desk = await arrangeAll()
    await desk.apply({ decide: [acceptText('q2', '6')] })
    await desk.apply({ basedOn: 1, decide: [neutralise('q2')] })
    const sittings = await sittingsOfSat({ database: server.db, clock: server.clock } as never, place())
    const scores = async (version?: number) => {
      const rules = await selectRules(server.db.kysely, place(), version)
      const results = await resultsOf(desk.context, rules, sittings)
      return sittings.map(({ form_run_guid }) => (results.get(form_run_guid)?.score ?? 0) / oneMark)
    }
    expect([await scores(0), await scores(1), await scores(2), await scores()]).toEqual([
      [4, 2, 0, 2],
      [4, 4, 2, 4],
      [2, 2, 0, 2],
      [2, 2, 0, 2],
    ])
    await expect(selectRules(server.db.kysely, place(), 9)).rejects.toThrow('version 9')
  })

  test('nobody but who sat has a result: not who was absent or is void, and of practice there is none', async () => {
    const desk = await arrangeRules(server, orgId, [{ q1: 'b' }, { q1: 'a' }])
    const { kysely } = server.db
    expect((await desk.curve()).scores).toEqual([2 * oneMark, 0])
    const body = {
      deliveryID: desk.deliveryID,
      people: [{ userID: 2, basedOn: 0 }],
      outcome: 'void' as const,
      reason: 'A phone.',
    }
    await desk.chief.doIt(calls.officeSetOutcomes, { body })
    expect((await desk.curve()).scores).toEqual([2 * oneMark])
    expect(await desk.preview({ decide: [acceptOption('q1', 'a')] })).toMatchObject({ people: 1, same: 1 })
    await kysely.updateTable('schedule').set({ practice: 1 }).where('org_id', '=', orgId).execute()
    expect((await desk.curve()).scores).toEqual([])
  })

  // OFFICE-401
  test('a change computes a set by its version, an older set stays what it was, and learners are told by none before its release', async () => {
    const desk = await arrangeAll()
    expect(await desk.apply({ decide: [acceptText('q2', '6')] })).toEqual({ version: 1, set: 1 })
    expect(await desk.apply({ basedOn: 1, decide: [neutralise('q4')] })).toEqual({ version: 2, set: 2 })
    expect(await desk.undo(2)).toEqual({ version: 3, set: 3 })
    const rows = await server.db.kysely
      .selectFrom('result_row')
      .selectAll()
      .where('org_id', '=', orgId)
      .orderBy('user_guid')
      .execute()
    const of = (set: number) =>
      rows
        .filter(({ set_number }) => set_number === set)
        .map(({ score, max_score }) => [score, max_score].map((one) => Number(one) / oneMark))
    expect([of(1), of(2), of(3)]).toEqual([
      [4, 4, 2, 4].map((one) => [one, 10]),
      [4, 4, 2, 4].map((one) => [one, 6]),
      [4, 4, 2, 4].map((one) => [one, 10]),
    ])
    const sets = await server.db.kysely
      .selectFrom('result_set')
      .select(['set_number', 'rules_version', 'state'])
      .where('org_id', '=', orgId)
      .orderBy('set_number')
      .execute()
    expect(sets.map(({ set_number, rules_version, state }) => [set_number, rules_version, state])).toEqual([
      [1, 1, 'computed'],
      [2, 2, 'computed'],
      [3, 3, 'computed'],
    ])
    const [first] = desk.sittings
    const told = await doCall(server, calls.result, { query: { formRunGuid: first?.formRunGuid ?? '' } }, first?.token)
    expect(told).toMatchObject({ resultStillBeingProcessed: true, score: 0 })
  })
})
