import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createExamStore, type ExamStore } from '../../storage/exam-store.ts'
import { createMemoryStore } from '../../storage/memory-store.ts'
import type { AnswerRecord } from '../../storage/records.ts'
import { formRunRecord } from '../../support/testing/form-run-record.ts'
import { reconcile } from '../answers/reconcile.ts'
import { plan, text } from '../testing/exam-start.ts'
import { replaceLostFormRuns } from './replace-lost-form-runs.ts'

const lost = formRunRecord('lost', {
  examGuid: 'exam',
  scheduleGuid: 'schedule',
  lastSequence: 3,
  timeLeftMs: { exam: 3_000_000 },
  elapsedMs: 600_000,
  takenOffer: 7,
  savedAt: '2026-11-22T10:00:00.000Z',
  generation: 'before',
  saves: 3,
})
const answerOf = (formRunGuid: string, questionId: string, answer: string): AnswerRecord => ({
  format: 1,
  formRunGuid,
  questionId,
  userGuid: 'u',
  ...text(answer),
  bookmarked: false,
  workings: '',
  changed: false,
  sequence: 3,
  acknowledged: 3,
  typed: { contactAt: 1, wallMs: 2 },
  writerId: 'w',
  changedAt: '2026-11-22T10:00:00.000Z',
})

let store: ExamStore
let takesPlace = true
const call = vi.fn(async () => ({ ok: true as const, value: { takesPlace } as unknown }))
const begin = (scheduleGuid = 'schedule') =>
  replaceLostFormRuns(
    { api: { call }, store, userGuid: 'u', moveFiles: async () => {} },
    { formRunGuid: 'new', scheduleGuid, plan },
    'now',
  )

beforeEach(async () => {
  store = createExamStore(createMemoryStore(), () => 0)
  takesPlace = true
  call.mockClear()
  await store.save([{ formRun: lost }, { answer: answerOf('lost', 'q1', 'one') }, { answer: answerOf('lost', 'q2', 'two') }])
})

test('what this browser has of a form run that was lost goes on in the one that takes its place, once', async () => {
  await begin()
  const used = [{ seconds: 600 }]
  expect(call.mock.calls.map(([, input]: unknown[]) => input)).toEqual([
    { body: { formRunGuid: 'new', from: 'lost', generation: 'before', answers: 2, used } },
  ])
  const answers = await store.answersOf('u', 'new')
  expect(answers.map(({ answer, forgotten, sequence, typed }) => [answer.answerText, forgotten, sequence, typed])).toEqual([
    ['one', true, 3, { contactAt: 1, wallMs: 2 }],
    ['two', true, 3, { contactAt: 1, wallMs: 2 }],
  ])
  const run = await store.formRun('u', 'new')
  expect(run).toMatchObject({ timeLeftMs: { exam: 3_000_000 }, lastSequence: 3, finished: false, finishing: false })
  expect(run).not.toHaveProperty('takenOffer')
  await begin()
  expect(call).toHaveBeenCalledTimes(1)
  // The one that is lost is still there, for whoever looks for it.
  expect(await store.answersOf('u', 'lost')).toHaveLength(2)
})

test('one that was finished is finished again', async () => {
  await store.save([{ formRun: { ...lost, finished: true } }])
  await begin()
  expect(await store.formRun('u', 'new')).toMatchObject({ finished: false, finishing: true })
})

describe('of two devices that take the place of one form run', () => {
  const blank = { ...answerOf('new', 'q1', ''), sequence: 0, acknowledged: 0 }
  /** What a device shows and still sends once it has opened the form run in which the server holds this. */
  const openedOn = async (held: AnswerRecord | undefined) => {
    await begin()
    const [record] = await store.answersOf('u', 'new')
    return reconcile(record, held, blank)
  }
  const deviceWith = async (answer: AnswerRecord) => {
    store = createExamStore(createMemoryStore(), () => 0)
    await store.save([{ formRun: { ...lost, lastSequence: answer.sequence } }, { answer }])
  }

  test('the one with the later answer is heard, also where it comes second', async () => {
    const [earlier, later] = [answerOf('lost', 'q1', 'earlier'), { ...answerOf('lost', 'q1', 'later'), sequence: 7 }]
    await deviceWith(earlier)
    const first = await openedOn(undefined)
    await deviceWith(later)
    const second = await openedOn(first.record)
    expect(second).toMatchObject({ record: { answer: { answerText: 'later' }, forgotten: true, sequence: 7, changed: false } })
    await deviceWith(earlier)
    expect(await openedOn(second.record)).toMatchObject({
      record: { answer: { answerText: 'later' } },
      lost: { answer: { answerText: 'earlier' }, sequence: 3 },
    })
  })

  test('what wasn’t numbered yet comes after all that its device had numbered, and before what another did later', async () => {
    await deviceWith({ ...answerOf('lost', 'q1', 'half typed'), changed: true })
    await store.save([{ formRun: { ...lost, lastSequence: 5 } }])
    const half = await openedOn(undefined)
    expect(half.record).toMatchObject({ answer: { answerText: 'half typed' }, changed: false, sequence: 6 })
    expect(await store.formRun('u', 'new')).toMatchObject({ lastSequence: 6 })
    const later = { ...answerOf('new', 'q1', 'later'), sequence: 7 }
    await deviceWith({ ...answerOf('lost', 'q1', 'half typed'), changed: true })
    expect((await openedOn(later)).record.answer.answerText).toBe('later')
  })
})

test('what was only read in the new one gives way to a later answer of the one that is lost', async () => {
  await store.save([
    { formRun: { ...lost, formRunGuid: 'new', generation: 'now' } },
    { answer: { ...answerOf('new', 'q1', 'read, earlier'), sequence: 2, acknowledged: 2, writerId: '' } },
    { answer: { ...answerOf('new', 'q2', 'read, later'), sequence: 4, acknowledged: 4, writerId: '' } },
  ])
  await begin()
  const answers = await store.answersOf('u', 'new')
  expect(answers.map(({ answer }) => answer.answerText)).toEqual(['one', 'read, later'])
})

test('what was typed in the new one since stands', async () => {
  await store.save([
    { formRun: { ...lost, formRunGuid: 'new', generation: 'now' } },
    { answer: answerOf('new', 'q1', 'newer') },
  ])
  await begin()
  const answers = await store.answersOf('u', 'new')
  expect(answers.map(({ answer }) => answer.answerText)).toEqual(['newer', 'two'])
  expect(await store.formRun('u', 'new')).toMatchObject({ lastSequence: 3 })
})

test('one that another backup brings back takes back what went on elsewhere meanwhile, but for what was typed in it since', async () => {
  const at = (answer: AnswerRecord, minute: number) => ({ ...answer, changedAt: `2026-11-22T10:0${minute}:00.000Z` })
  await begin()
  const elsewhere = { ...lost, formRunGuid: 'new', timeLeftMs: { exam: 2_000_000 } }
  await store.save([
    { formRun: elsewhere },
    { answer: at({ ...answerOf('new', 'q1', 'changed there'), changed: true }, 2) },
    { answer: at(answerOf('new', 'q3', 'three'), 2) },
    { answer: at({ ...answerOf('lost', 'q3', 'typed since'), changed: true }, 3) },
  ])
  const back = { formRunGuid: 'lost', scheduleGuid: 'schedule', plan }
  const parts = { api: { call }, store, userGuid: 'u', moveFiles: async () => {} }
  expect(await replaceLostFormRuns(parts, back, 'a better backup')).toEqual(['new'])
  const answers = await store.answersOf('u', 'lost')
  expect(answers.map(({ answer, changed, sequence }) => [answer.answerText, changed, sequence])).toEqual([
    ['changed there', false, 4],
    ['two', false, 3],
    ['typed since', true, 3],
  ])
  const run = await store.formRun('u', 'lost')
  expect(run).toMatchObject({ timeLeftMs: { exam: 2_000_000 }, generation: 'a better backup' })
  expect(run).not.toHaveProperty('takenBy')
  expect(await store.formRun('u', 'new')).toMatchObject({ takenBy: 'lost' })
})

test('nothing is taken of another schedule, or of one that the server knows', async () => {
  await begin('another')
  expect(call).not.toHaveBeenCalled()
  takesPlace = false
  await begin()
  expect(call).toHaveBeenCalledTimes(1)
  expect(await store.answersOf('u', 'new')).toEqual([])
})

test('of one that the same database knew the server is asked too: it may have been set back without anything that tells of it', async () => {
  await store.save([{ formRun: { ...lost, generation: 'now' } }])
  expect(await begin()).toEqual(['lost'])
  expect(await store.answersOf('u', 'new')).toHaveLength(2)
})

test('one that comes back without anything that tells of it takes back what went on elsewhere', async () => {
  await begin()
  await store.save([{ answer: { ...answerOf('new', 'q3', 'three'), sequence: 8, acknowledged: 8 } }])
  const back = { formRunGuid: 'lost', scheduleGuid: 'schedule', plan }
  const parts = { api: { call }, store, userGuid: 'u', moveFiles: async () => {} }
  expect(await replaceLostFormRuns(parts, back, 'now')).toEqual(['new'])
  const three = (await store.answersOf('u', 'lost')).find(({ questionId }) => questionId === 'q3')
  expect(three).toMatchObject({ answer: { answerText: 'three' }, sequence: 8, forgotten: true })
})

test('what waits for a form run that was lost is sent no more: its answers go with the new one', async () => {
  const request = {
    format: 1,
    id: 'r',
    order: 1,
    type: 1,
    callbackId: 'q1',
    userGuid: 'u',
    failed: false,
    payload: {},
  } as const
  await store.save([
    { request: { ...request, formRunGuid: 'lost' } },
    { request: { ...request, id: 'other', formRunGuid: 'another' } },
    { activity: { format: 1, id: 'a', type: 3, value: 'q1', userGuid: 'u', formRunGuid: 'lost' } },
  ])
  expect(await begin()).toEqual(['lost'])
  expect((await store.requestsOf('u')).map(({ id }) => id)).toEqual(['other'])
  expect(await store.activitiesOf('lost')).toEqual([])
})
