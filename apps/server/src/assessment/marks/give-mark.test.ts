import { randomUUID } from 'node:crypto'
import { calls } from '@sitwell/contract'
import { expect, test } from 'vitest'
import { bothDatabases } from '../../testing/databases.ts'
import { describeOnEach } from '../../testing/describe-on-each.ts'
import { markedSitting, oneMark } from '../../testing/marked-sitting.ts'
import { doCall, examOf } from '../../testing/test-world.ts'
import { findingsOf, verifyFormRun } from '../evidence/index.ts'
import { adjudicate } from './give-mark.ts'

describeOnEach(bothDatabases, 'the ledger of marks on %s', {}, ({ server, nextOrgId }) => {
  type Wishes = Omit<Parameters<typeof markedSitting>[1], 'orgId'>
  const sat = (more: Wishes = {}) => markedSitting(server, { orgId: nextOrgId(), ...more })
  const handedIn = async (more: Wishes = {}) => {
    const sitting = await sat(more)
    await sitting.handIn()
    return sitting
  }
  type Sitting = Awaited<ReturnType<typeof sat>>
  const findings = async (sitting: Sitting) => findingsOf(await verifyFormRun(sitting.context, await sitting.run()))
  const isClean = async (sitting: Sitting) => expect(await findings(sitting)).toEqual([])

  // OFFICE-305
  test('an answer that waits for a person is listed from its completion on, and no other', async () => {
    const sitting = await sat()
    expect(await sitting.responses()).toEqual([])
    await sitting.handIn()
    const { orgId, formRunGuid } = sitting.place
    expect(await sitting.responses()).toMatchObject([
      {
        ...{
          org_id: orgId,
          form_run_guid: formRunGuid,
          question_id: sitting.questionId,
          part: '',
          state: 'waiting',
          marks: null,
        },
        ...{ max_marks: 4 * oneMark, sequence: 1, newest_entry: 0, is_pending: 0, delivery_id: '' },
      },
    ])
    expect(await (await handedIn({ written: ' ' })).responses()).toEqual([])
    await isClean(sitting)
  })

  // OFFICE-301 OFFICE-403
  test('a mark is kept once, with what it was based on, and is the mark of the question', async () => {
    const sitting = await handedIn()
    const requestId = randomUUID()
    const given = { requestId, comment: 'Well argued.', learnerComment: 'Good.', flag: true }
    const outcome = { kind: 'stored', entry: 1, standing: { state: 'marked', marks: 2_700_000_001, isPending: false } }
    expect(await sitting.mark(2_700_000_001, given)).toEqual({ ...outcome, isRepeated: false })
    expect(await sitting.mark(2_700_000_001, given)).toEqual({ ...outcome, isRepeated: true })
    expect(await sitting.mark(2_700_000_002, given)).toEqual({ kind: 'mismatched' })
    expect(await sitting.mark(2_700_000_001, { ...given, author: 'another' })).toEqual({ kind: 'mismatched' })
    expect(await sitting.entries()).toMatchObject([
      {
        number: 1,
        kind: 'mark',
        author: 'marker',
        marks: 2_700_000_001,
        basedOn: 0,
        sequence: 1,
        flag: true,
        comment: 'Well argued.',
      },
    ])
    expect(await sitting.kept()).toMatchObject({ score: 2.700000001, max_score: 4, needs_person: 0 })
    expect(await sitting.responses()).toMatchObject([{ state: 'marked', marks: 2_700_000_001, newest_entry: 1 }])
    await isClean(sitting)
  })

  // OFFICE-301
  test('two markers at once overwrite nothing: both marks are kept, count neither, and a person decides', async () => {
    const sitting = await handedIn()
    const both = await Promise.all([sitting.mark(oneMark), sitting.mark(2 * oneMark, { author: 'another' })])
    expect(both.map((one) => one.kind)).toEqual(['stored', 'stored'])
    expect(await sitting.responses()).toMatchObject([{ state: 'conflict', marks: null, newest_entry: 2 }])
    expect((await sitting.entries()).map((one) => 'marks' in one && one.marks).toSorted()).toEqual([oneMark, 2 * oneMark])
    expect(await sitting.kept()).toMatchObject({ score: 0, needs_person: 1 })
    await isClean(sitting)
    expect(await sitting.decide(1.5 * oneMark)).toMatchObject({ entry: 3, standing: { state: 'marked', marks: 1.5 * oneMark } })
    expect(await sitting.kept()).toMatchObject({ score: 1.5, needs_person: 0 })
    expect(await sitting.return()).toEqual({ kind: 'decided' })
    await isClean(sitting)
  })

  test('one request that comes twice at once writes one mark', async () => {
    const sitting = await handedIn()
    const given = { requestId: randomUUID() }
    const all = await Promise.all([1, 2, 3].map(() => sitting.mark(oneMark, given)))
    expect(all.map((one) => one.kind === 'stored' && one.entry)).toEqual([1, 1, 1])
    expect(await sitting.entries()).toHaveLength(1)
  })

  // OFFICE-301
  test('who marks on the basis of an older entry replaces none that came meanwhile', async () => {
    const sitting = await handedIn()
    await sitting.mark(oneMark)
    expect(await sitting.mark(2 * oneMark, { basedOn: 1 })).toMatchObject({ standing: { state: 'marked', marks: 2 * oneMark } })
    expect(await sitting.mark(3 * oneMark, { basedOn: 1, author: 'another' })).toMatchObject({
      standing: { state: 'conflict', between: [2, 3] },
    })
    expect(await sitting.return()).toMatchObject({ entry: 4, standing: { state: 'waiting' } })
    expect(await sitting.mark(oneMark, { basedOn: 4 })).toMatchObject({ standing: { state: 'marked', marks: oneMark } })
    expect(await sitting.entries()).toHaveLength(5)
    await isClean(sitting)
  })

  test('what somebody can’t mark waits for another', async () => {
    const sitting = await handedIn()
    expect(await sitting.cannot()).toMatchObject({ standing: { state: 'cannot' } })
    expect(await sitting.responses()).toMatchObject([{ state: 'cannot' }])
    expect(await sitting.kept()).toMatchObject({ needs_person: 1 })
    expect(await sitting.mark(oneMark, { author: 'another', basedOn: 1 })).toMatchObject({ standing: { state: 'marked' } })
    await isClean(sitting)
  })

  test('nobody marks their own answer, nor one that isn’t there', async () => {
    const sitting = await sat()
    expect(await sitting.mark(oneMark)).toEqual({ kind: 'not-found' })
    await sitting.handIn()
    expect(await sitting.mark(oneMark, { author: `${sitting.world.prefix}-learner` })).toEqual({ kind: 'own' })
    const elsewhere = [{ orgId: nextOrgId() }, { formRunGuid: 'another' }, { questionId: 'another' }, { part: 'another' }]
    for (const at of elsewhere) expect(await sitting.mark(oneMark, { at })).toEqual({ kind: 'not-found' })
    expect(await sitting.entries()).toEqual([])
  })

  test('marks that are none of the question are refused, and so is an answer that never was', async () => {
    const sitting = await handedIn()
    for (const marks of [-1, 4 * oneMark + 1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])
      expect(await sitting.mark(marks)).toEqual({ kind: 'out-of-range' })
    expect(await sitting.mark(oneMark, { sequence: 77 })).toEqual({ kind: 'changed-answer' })
    expect(await sitting.mark(oneMark, { files: 'none' })).toEqual({ kind: 'changed-answer' })
    expect(await sitting.entries()).toEqual([])
    for (const marks of [0, 4 * oneMark]) expect(await sitting.mark(marks)).toMatchObject({ kind: 'stored' })
  })

  test('an automatic mark is overridden by a decision, and by nothing less', async () => {
    const sitting = await handedIn()
    const questionId = `${sitting.world.prefix}-q1`
    expect(await sitting.decide(2 * oneMark, { questionId })).toMatchObject({ kind: 'changed-answer' })
    const sequence = undefined
    const given = { author: 'chief', requestId: randomUUID(), sequence, marks: 2 * oneMark, reason: 'The key is wrong.' }
    expect(await adjudicate(sitting.context, { ...sitting.place, questionId }, given)).toMatchObject({
      standing: { state: 'marked', marks: 2 * oneMark },
    })
    expect((await sitting.responses()).map(({ question_id, state }) => [question_id, state])).toEqual([
      [questionId, 'marked'],
      [sitting.questionId, 'waiting'],
    ])
    await isClean(sitting)
  })

  // OFFICE-403
  test('parts are marked each by itself, and add up exactly', async () => {
    const orgId = nextOrgId()
    const parts = [
      { id: 'a', marks: 0.1 },
      { id: 'b', marks: 0.2 },
      { id: 'c', marks: 1, key: { kind: 'texts', accepted: [{ value: 'oxygen' }] } },
    ]
    const question = { type: 'MULTITEXT', id: `o${orgId}-q3`, text: 'Why?', parts }
    const sections = [{ id: `o${orgId}-section`, name: 'First', questions: [question] }]
    const sitting = await markedSitting(server, { orgId, written: '', exam: examOf(`o${orgId}`, { sections } as never) })
    const texts = { a: 'one', b: 'two', c: 'oxygen' }
    const options = Object.entries(texts).map(([optionID, optionText]) => ({ optionID, optionText }))
    await doCall(server, calls.saveAnswer, { body: sitting.answer('one\ntwo\noxygen', { options }) }, sitting.token)
    await sitting.handIn()
    expect(await sitting.kept()).toMatchObject({ score: 1, needs_person: 1 })
    expect((await sitting.responses()).map(({ part }) => part)).toEqual(['a', 'b'])
    await sitting.mark(100_000_000, { at: { part: 'a' } })
    expect(await sitting.kept()).toMatchObject({ score: 1.1, needs_person: 1 })
    expect(await sitting.mark(200_000_001, { at: { part: 'b' } })).toEqual({ kind: 'out-of-range' })
    await sitting.mark(200_000_000, { at: { part: 'b' } })
    expect(await sitting.kept()).toMatchObject({ score: 1.3, max_score: 1.3, needs_person: 0 })
    expect(await sitting.mark(oneMark, { at: { part: '' } })).toEqual({ kind: 'not-found' })
    await isClean(sitting)
  })
})
