import { randomUUID } from 'node:crypto'
import { calls } from '@sitwell/contract'
import { beforeEach, expect, test } from 'vitest'
import { verifyFormRun } from '../assessment/evidence/index.ts'
import { createExamCache, selectFormRunOfOrganisation } from '../assessment/form-run/index.ts'
import { erasePerson } from '../privacy/erase-person.ts'
import { selectEvents } from '../security-log/queries.ts'
import { bothDatabases } from '../testing/databases.ts'
import { arrangeDeliveries, type DeliveryDesk } from '../testing/delivery-desk.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import { openOffice } from '../testing/open-office.ts'
import { quickPasswords } from '../testing/quick-passwords.ts'
import { acceptText, arrangeRules } from '../testing/rules-desk.ts'
import { doCall, saveOf } from '../testing/test-world.ts'

describeOnEach(bothDatabases, 'evidence of a sitting on %s', { isClockHeld: true }, ({ server, nextOrgId, clock, pass }) => {
  let desk: DeliveryDesk
  let deliveryID: string
  let formRunGuid: string

  beforeEach(async () => {
    desk = await arrangeDeliveries(server, nextOrgId())
    deliveryID = (await desk.applied({ window: { opens: '2026-11-21T08:00', closes: '2026-11-21T18:00' } })).deliveryID
    const begun = await desk.begin(1)
    const { token } = await desk.schedulesOf(1)
    formRunGuid = (JSON.parse(begun.text) as { formRunGUID: string }).formRunGUID
    pass(60_000)
    const body = saveOf({ prefix: desk.prefix }, formRunGuid, { sequence: 1 })
    await doCall(server, calls.saveAnswer, { body }, token)
    await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 500, elapsedTime: 60 } }, token)
  })

  const evidence = (one = desk.officer) => one.doIt(calls.officeEvidence, { query: { deliveryID, userID: 1 } })
  const sitting = () => ({ deliveryID, userID: 1, formRunGuid })
  const note = (text: string, requestId: string = randomUUID()) =>
    desk.officer.doIt(calls.officeAddNote, { body: { ...sitting(), requestId, text } })
  const findings = async () => {
    const run = await selectFormRunOfOrganisation(server.db, desk.orgId, formRunGuid)
    if (!run) throw new Error('It is there.')
    const context = { database: server.db, clock, exams: createExamCache(server.db, clock.nowMs) }
    return (await verifyFormRun(context, run)).flatMap((checked) => checked.findings)
  }

  test('shows marks, what happened, files and notes, says what the learner sees, and is in the security log', async () => {
    const shown = await evidence()
    expect(shown.sittings.map((one) => one.formRunGuid)).toEqual([formRunGuid])
    expect(shown.sitting?.marks?.questions.length).toBeGreaterThan(1)
    expect(shown.sitting?.events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['start', 'complete']))
    // A person has to mark something in it, so nothing is released yet.
    expect([shown.sitting?.learnerSees, shown.may]).toEqual([{ is: 'nothing' }, { marks: true, note: true }])
    const looks = async () => (await selectEvents(server.db, { orgId: desk.orgId, kind: 'evidence-read', most: 5 })).length
    await expect.poll(looks).toBe(1)
    const narrow = await desk.narrow('exams-officer', { kind: 'group', id: desk.groups.pair })
    const query = { deliveryID, userID: 1 }
    expect((await narrow.refused(calls.officeEvidence, { query })).code).toBe('NOT_FOUND')
    expect((await desk.officer.refused(calls.officeEvidence, { query: { ...query, userID: 13 } })).code).toBe('NOT_FOUND')
    const foreign = { ...query, formRunGuid: 'another' }
    expect((await desk.officer.refused(calls.officeEvidence, { query: foreign })).code).toBe('NOT_FOUND')
    const absent = await desk.officer.doIt(calls.officeEvidence, { query: { deliveryID, userID: 2 } })
    expect([absent.sittings, absent.sitting]).toEqual([[], undefined])
  })

  // OFFICE-411
  test('a note is only added, once for a request, and its hash is in the ledger: one that is changed or taken out is found', async () => {
    const requestId = randomUUID()
    await note('The fire alarm rang twice.', requestId)
    await note('The fire alarm rang twice.', requestId)
    const { notes } = await note('A second one.')
    expect(notes.map(({ note: number, text }) => [number, text])).toEqual([
      [1, 'The fire alarm rang twice.'],
      [2, 'A second one.'],
    ])
    expect(await findings()).toEqual([])
    const { checked } = await desk.officer.doIt(calls.officeVerifySitting, { body: sitting() })
    expect(checked.find(({ about }) => about === 'notes')?.findings).toEqual([])
    // Invigilators and learners are not told of it.
    expect((await evidence()).sitting?.events.some(({ kind }) => kind === 'note')).toBe(false)
    const { kysely } = server.db
    const own = kysely.updateTable('sitting_note').where('form_run_guid', '=', formRunGuid).where('number', '=', 1)
    await own.set({ text: 'Nothing happened.' }).execute()
    expect(await findings()).toEqual(['Note 1 was changed after it was written.'])
    await kysely.deleteFrom('sitting_note').where('form_run_guid', '=', formRunGuid).where('number', '=', 1).execute()
    expect(await findings()).toEqual(['Note 1 is missing: it was taken out.'])
    const auditor = await openOffice(server, desk.orgId, 'auditor')
    expect((await evidence(auditor)).may.note).toBe(false)
    const body = { ...sitting(), requestId: randomUUID(), text: 'x' }
    expect((await auditor.refused(calls.officeAddNote, { body })).code).toBe('NOT_ALLOWED')
  })

  test('the replay is a page of its own, and erasing the person takes the text of a note and nothing of the chain', async () => {
    await note('They told me that they were ill.')
    const replay = await desk.officer.tryIt(calls.officeReplaySitting, { body: sitting() })
    expect([replay.status, replay.text.startsWith('<!doctype html>')]).toEqual([200, true])
    expect(replay.headers.get('content-disposition')).toMatch(/^attachment/)
    const person = await server.db.kysely
      .selectFrom('person')
      .selectAll()
      .where('org_id', '=', desk.orgId)
      .where('user_id', '=', 1)
      .executeTakeFirstOrThrow()
    await erasePerson(server.db, person, { nowMs: clock.nowMs(), passwords: quickPasswords })
    expect(await findings()).toEqual([])
    const rows = await server.db.kysely
      .selectFrom('sitting_note')
      .selectAll()
      .where('form_run_guid', '=', formRunGuid)
      .execute()
    expect(rows.map(({ text, salt }) => [text, salt])).toEqual([[null, null]])
  })

  // OFFICE-411
  test('the steps of a sitting show what stood on each question, to whoever may read results, and each look is logged', async () => {
    const query = { deliveryID, userID: 1, formRunGuid }
    const { questions, steps, left } = await desk.officer.doIt(calls.officeReplaySteps, { query })
    expect(questions.length).toBeGreaterThan(1)
    expect(left).toBe(0)
    const [saved] = steps.filter(({ stands }) => stands)
    expect(saved).toMatchObject({ kind: 'answer', clock: 'server', questionID: saved?.questionID })
    expect(questions.some(({ id }) => id === saved?.questionID)).toBe(true)
    expect(saved?.quotes.length).toBeGreaterThan(0)
    const moments = steps.map(({ at }) => at)
    expect(moments).toEqual(moments.toSorted())
    // Nothing is released, so no step is about marks.
    expect(steps.some(({ kind }) => kind === 'mark')).toBe(false)
    const looks = async () => (await selectEvents(server.db, { orgId: desk.orgId, kind: 'evidence-read', most: 5 })).length
    await expect.poll(looks).toBe(1)
    const narrow = await desk.narrow('exams-officer', { kind: 'group', id: desk.groups.pair })
    expect((await narrow.refused(calls.officeReplaySteps, { query })).code).toBe('NOT_FOUND')
    const foreign = { ...query, userID: 2 }
    expect((await desk.officer.refused(calls.officeReplaySteps, { query: foreign })).code).toBe('NOT_FOUND')
  })
  // OFFICE-403
  test('without a result set the marks are those of now: after decisions about questions, with grade and pass', async () => {
    const rules = await arrangeRules(server, nextOrgId(), [{ q1: 'b', q2: '6', q3: 'Oak' }])
    const auditor = await openOffice(server, Number(rules.prefix.slice(1)), 'auditor')
    const query = { deliveryID: rules.deliveryID, userID: 1 }
    const marks = async () => (await auditor.doIt(calls.officeEvidence, { query })).sitting?.marks
    const before = await marks()
    expect(before).toMatchObject({ score: 2, maxScore: 10, percent: 20, passed: false, waiting: 0, rulesVersion: 0 })
    expect([before?.set, before?.now]).toEqual([undefined, undefined])
    // The first set is computed with the decision.
    await rules.apply({ decide: [acceptText('q2', '6'), { questionID: 'q4', kind: 'neutralise', down: 'apply' }] })
    const after = await marks()
    const figures = { score: 4, maxScore: 6, percent: 66.67, grade: 'Pass', passed: true, waiting: 0, rulesVersion: 1 }
    expect(after).toMatchObject({ ...figures, set: { set: 1, state: 'computed' } })
    expect(after?.now).toBeUndefined()
    expect(after?.questions.map(({ id, score, maxScore, decided }) => [id, score, maxScore, decided])).toEqual([
      ['q1', 2, 2, undefined],
      ['q2', 0, 2, { as: 'accepted', score: 2, maxScore: 2 }],
      ['q3', 0, 2, undefined],
      ['q4', 0, 4, { as: 'neutralised', score: 0, maxScore: 0 }],
    ])
  })

  // OFFICE-403
  test('the marks are those of the set that counts, and it is said if later rules or marks would give something else', async () => {
    const orgId = nextOrgId()
    const rules = await arrangeRules(server, orgId, [{ q1: 'b', q2: '6', q3: 'Oak' }])
    const { chief, deliveryID } = rules
    const auditor = await openOffice(server, orgId, 'auditor')
    const marks = async () => {
      const found = await auditor.doIt(calls.officeEvidence, { query: { deliveryID, userID: 1 } })
      const { set, now, rulesVersion, score, maxScore } = found.sitting?.marks ?? {}
      return {
        set: set && `${set.set} ${set.state}`,
        by: [rulesVersion, score, maxScore],
        now: now && [now.rulesVersion, now.score, now.maxScore],
      }
    }
    const settled = (set: number, columns: { state: 'confirmed' | 'released' | 'withdrawn'; begun_at?: number }) =>
      server.db.kysely
        .updateTable('result_set')
        .set(columns)
        .where('org_id', '=', orgId)
        .where('set_number', '=', set)
        .execute()
    await chief.doIt(calls.officeComputeResults, { body: { deliveryID, requestId: randomUUID() } })
    expect(await marks()).toEqual({ set: '1 computed', by: [0, 2, 10], now: undefined })
    await settled(1, { state: 'confirmed' })
    // Set 2 is computed with the new rules, and does not count before it is confirmed.
    await rules.apply({ decide: [acceptText('q2', '6')] })
    expect(await marks()).toEqual({ set: '1 confirmed', by: [0, 2, 10], now: [1, 4, 10] })
    await server.db.kysely
      .updateTable('result_row')
      .set({ settled_at: 1, is_told: 1 })
      .where('org_id', '=', orgId)
      .where('set_number', '=', 1)
      .execute()
    await settled(1, { state: 'released', begun_at: 1 })
    await settled(2, { state: 'confirmed' })
    expect(await marks()).toEqual({ set: '1 released', by: [0, 2, 10], now: [1, 4, 10] })
    // A person's mark after the release changes nothing of the set.
    await rules.markBy(0, 'q3', 1_000_000_000)
    expect(await marks()).toEqual({ set: '1 released', by: [0, 2, 10], now: [1, 5, 10] })
    await settled(1, { state: 'withdrawn' })
    expect(await marks()).toEqual({ set: '2 confirmed', by: [1, 4, 10], now: [1, 5, 10] })
  })
})
