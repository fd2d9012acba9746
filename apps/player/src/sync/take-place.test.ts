import { beforeEach, expect, test, vi } from 'vitest'
import { createExamStore, type ExamStore } from '../storage/exam-store.ts'
import { createMemoryStore } from '../storage/memory-store.ts'
import type { AnswerRecord, FormRunRecord } from '../storage/records.ts'
import { takePlaceOfLost } from './take-place.ts'
import { plan, text } from './testing/exam-start.ts'

const lost: FormRunRecord = {
  format: 1,
  formRunGuid: 'lost',
  userGuid: 'u',
  examGuid: 'exam',
  scheduleGuid: 'schedule',
  lastSequence: 3,
  timeLeftMs: { exam: 3_000_000 },
  elapsedMs: 600_000,
  takenOffer: 7,
  finished: false,
  savedAt: '2026-11-22T10:00:00.000Z',
  generation: 'before',
  saves: 3,
}
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
const begin = (scheduleGuid = 'schedule', isFresh = false) =>
  takePlaceOfLost(
    { api: { call }, store, userGuid: 'u', moveFiles: async () => {} },
    { formRunGuid: 'new', scheduleGuid, plan, isFresh },
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
  expect(answers.map(({ answer, changed, sequence, typed }) => [answer.answerText, changed, sequence, typed])).toEqual([
    ['one', true, 0, { contactAt: 1, wallMs: 2 }],
    ['two', true, 0, { contactAt: 1, wallMs: 2 }],
  ])
  const run = await store.formRun('u', 'new')
  expect(run).toMatchObject({ timeLeftMs: { exam: 3_000_000 }, lastSequence: 0, finished: false, finishing: false })
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
  const back = { formRunGuid: 'lost', scheduleGuid: 'schedule', plan, isFresh: false }
  const parts = { api: { call }, store, userGuid: 'u', moveFiles: async () => {} }
  expect(await takePlaceOfLost(parts, back, 'a better backup')).toEqual(['new'])
  const answers = await store.answersOf('u', 'lost')
  expect(answers.map(({ answer, changed, sequence }) => [answer.answerText, changed, sequence])).toEqual([
    ['changed there', true, 0],
    ['two', true, 0],
    ['typed since', true, 3],
  ])
  const run = await store.formRun('u', 'lost')
  expect(run).toMatchObject({ timeLeftMs: { exam: 2_000_000 }, generation: 'a better backup' })
  expect(run).not.toHaveProperty('takenBy')
  expect(await store.formRun('u', 'new')).toMatchObject({ takenBy: 'lost' })
})

test('nothing is taken of another schedule, of one of this very database, or of one that the server knows', async () => {
  await begin('another')
  await store.save([{ formRun: { ...lost, generation: 'now' } }])
  await begin()
  expect(call).not.toHaveBeenCalled()
  takesPlace = false
  await store.save([{ formRun: lost }])
  await begin()
  expect(await store.answersOf('u', 'new')).toEqual([])
})

test('a form run that is begun though there is one here of the same database asks for it too', async () => {
  await store.save([{ formRun: { ...lost, generation: 'now' } }])
  expect(await begin('schedule', true)).toEqual(['lost'])
  expect(await store.answersOf('u', 'new')).toHaveLength(2)
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
