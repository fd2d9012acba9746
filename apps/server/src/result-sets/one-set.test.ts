import { randomUUID } from 'node:crypto'
import { calls } from '@sitwell/contract'
import { expect, test } from 'vitest'
import { erasePerson } from '../privacy/erase-person.ts'
import { bothDatabases } from '../testing/databases.ts'
import { describeOnEach } from '../testing/describe-on-each.ts'
import { quickPasswords } from '../testing/quick-passwords.ts'
import { acceptText, arrangeRules, examOfRules } from '../testing/rules-desk.ts'
import { doCall, saveOf, signIn } from '../testing/test-world.ts'

const oneMark = 1_000_000_000
const rules = { passwords: 'none', proctoring: 'none', safeExamBrowser: 'none', supports: 'none', release: 'confirmed' }

describeOnEach(bothDatabases, 'one result set on %s', { config: { logLevel: 'fatal' } }, ({ server, nextOrgId }) => {
  const arranged = async (
    ...wishes: Parameters<typeof arrangeRules> extends [unknown, unknown, ...infer Rest] ? Rest : never
  ) => {
    const orgId = nextOrgId()
    const desk = await arrangeRules(server, orgId, ...wishes)
    const { kysely } = server.db
    await kysely
      .updateTable('delivery')
      .set({ rules: JSON.stringify(rules) })
      .where('org_id', '=', orgId)
      .execute()
    const query = { deliveryID: desk.deliveryID }
    const compute = async () => (await desk.chief.doIt(calls.officeComputeResults, { body: query })).set.set
    const rows = async (set: 'now' | number) =>
      (await desk.chief.doIt(calls.officeDeliveryResultRows, { query: { ...query, set } })).rows
    const facts = async () => (await desk.chief.doIt(calls.officeDeliveryResults, { query })).results
    /** Another schedule of a learner in the delivery, sat from its beginning. */
    const sitAgain = async (learner: number, q1: string, more: { readonly practice?: 1; readonly isOpen?: true } = {}) => {
      const name = `learner-${learner}`
      const guid = `${desk.prefix}-${name}`
      const own = kysely.selectFrom('schedule').selectAll().where('org_id', '=', orgId).where('schedule_guid', '=', guid)
      const again = { schedule_guid: `${guid}-${randomUUID()}`, practice: more.practice ?? 0 }
      await kysely
        .insertInto('schedule')
        .values({ ...(await own.executeTakeFirstOrThrow()), ...again })
        .execute()
      const { access_token: token, UserGUID: userGuid } = await signIn(server, desk.world, name)
      const entry = { ...desk.world.entry, userGuid, scheduleGuid: again.schedule_guid }
      const { formRunGUID: formRunGuid } = await doCall(server, calls.start, { query: entry }, token)
      const text = `<b>Option ${q1}</b>`
      const answer = { questionVersionId: 'q1', answerText: text, options: [{ optionID: q1, optionText: text }] }
      await doCall(server, calls.saveAnswer, { body: saveOf(desk.world, formRunGuid, answer) }, token)
      const body = { formRunGuid, timeRemaining: 10, elapsedTime: 590 }
      if (!more.isOpen) await doCall(server, calls.complete, { body }, token)
    }
    return { orgId, ...desk, compute, rows, facts, sitAgain }
  }

  // OFFICE-408 OFFICE-411
  test('has each person once: by the first sitting that was handed in, never by practice, nor by one that goes on', async () => {
    const desk = await arranged([{ q1: 'b' }, { q1: 'a' }, { q1: 'b' }])
    // 1 sits again, worse; 2 again, better, and practises; 3 has another sitting that goes on.
    await desk.sitAgain(1, 'a')
    await desk.sitAgain(2, 'b')
    await desk.sitAgain(2, 'b', { practice: 1 })
    await desk.sitAgain(3, 'a', { isOpen: true })
    const { kysely } = server.db
    const person = await kysely
      .selectFrom('person')
      .selectAll()
      .where('org_id', '=', desk.orgId)
      .where('user_id', '=', 1)
      .executeTakeFirstOrThrow()
    const set = await desk.compute()
    const shown = async (of: 'now' | number) =>
      (await desk.rows(of)).map(({ isErased, outcome, score, sittings }) => [isErased, outcome, score, sittings]).toSorted()
    const all = [
      [false, 'sat', 0, 2],
      [false, 'sat', 2, 1],
      [false, 'sat', 2, 2],
    ]
    expect(await shown(set)).toEqual(all)
    expect(await shown('now')).toEqual(all)
    expect(await desk.facts()).toMatchObject({ people: 3, severalSittings: 2, outcomes: { sat: 3, open: 0 } })
    await erasePerson(server.db, person, { nowMs: server.clock.nowMs(), passwords: quickPasswords })
    const erased = [
      [false, 'sat', 0, 2],
      [false, 'sat', 2, 1],
      [true, 'sat', 2, 2],
    ]
    expect([await shown(set), await shown('now'), await shown(await desk.compute())]).toEqual([erased, erased, erased])
  })

  // OFFICE-401 OFFICE-402
  test('has the questions that each was asked, and a decision about a drawn one moves those alone who got it', async () => {
    const options = ['a', 'b'].map((id) => ({ id, text: id }))
    const pool = ['p1', 'p2', 'p3', 'p4'].map((id) => ({ type: 'RADIO', id, text: 'Which?', options, key: 'b', marks: 2 }))
    const blanks = {
      type: 'BLANKS',
      id: 'q3',
      text: 'It is [V1].',
      key: { V1: { kind: 'texts', accepted: [{ value: 'Birch' }] } },
    }
    const sections = [
      { id: 'drawn', name: 'Drawn', select: 1, questions: pool },
      { id: 'fixed', name: 'Fixed', questions: [{ ...blanks, marks: 2 }] },
    ]
    const orgId = nextOrgId()
    const exam = examOfRules(`o${orgId}`, { sections } as never)
    const desk = await arranged(
      Array.from({ length: 10 }, () => ({ q3: 'Birch' })),
      { ...exam },
    )
    const before = await desk.compute()
    expect((await desk.rows(before)).map(({ score, maxScore }) => [score, maxScore])).toEqual(
      Array.from({ length: 10 }, () => [2, 4]),
    )
    const got = await server.db.kysely
      .selectFrom('mark')
      .select(['form_run_guid', 'question_id'])
      .where('org_id', '=', desk.orgId)
      .where('question_id', '<>', 'q3')
      .execute()
    const drawn = got[0]?.question_id ?? ''
    const those = got.filter(({ question_id }) => question_id === drawn).map(({ form_run_guid }) => form_run_guid)
    const decide = [{ questionID: drawn, kind: 'full' as const, down: 'keep' as const }]
    expect(await desk.preview({ decide })).toMatchObject({ people: 10, up: those.length, same: 10 - those.length })
    const { set } = await desk.apply({ decide })
    const moved = (await desk.rows(set ?? 0)).filter(({ score }) => score === 4).map(({ formRunGuid }) => formRunGuid)
    expect(moved.toSorted()).toEqual(those.toSorted())
  })

  // OFFICE-402
  test('either has the mark that a marker gives while a decision is applied, or is said to differ from now', async () => {
    const desk = await arranged([
      { q1: 'b', q2: '6' },
      { q1: 'a', q2: '5' },
    ])
    const change = { basedOn: 0, decide: [acceptText('q2', '6')] }
    const { hash } = await desk.preview(change)
    const body = { deliveryID: desk.deliveryID, change, hash, reason: 'The key was wrong.' }
    const [applied, marked] = await Promise.all([
      desk.chief.tryIt(calls.officeApplyResultRules, { body }),
      desk.markBy(1, 'q3', oneMark),
    ])
    expect(marked).toMatchObject({ kind: 'stored' })
    // A mark that moved somebody before the decision was stored has it previewed once more.
    if (applied.status !== 200) await desk.apply({ decide: change.decide })
    const { sets } = await desk.facts()
    const [score] = (await desk.rows(1)).filter(({ userID }) => userID === 2).map((row) => row.score)
    expect(sets[0]?.differsFromNow).toBe(score === 3 ? 0 : 1)
    const set = await desk.compute()
    expect((await desk.rows(set)).map((row) => row.score).toSorted()).toEqual([3, 4])
    expect((await desk.facts()).sets[0]?.differsFromNow).toBe(0)
  })
})
