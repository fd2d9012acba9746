import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leaversIn } from '../context/leavers.ts'
import { places as allPlaces, type Change, type StoreName } from '../storage/key-value-store.ts'
import { createMemoryStore } from '../storage/memory-store.ts'
import type { AnswerRecord, FormRunRecord, RequestRecord, UploadRecord } from '../storage/records.ts'
import { formRunRecord } from '../support/testing/form-run-record.ts'
import { answerPlace } from './answers/answer-place.ts'
import { clearLeavers, clearSent } from './clear-sent.ts'

const request = (id: string, more: Partial<RequestRecord> = {}): RequestRecord => ({
  ...{ format: 1, id, order: 1000, type: 1, callbackId: 'q1', userGuid: 'ada', formRunGuid: 'run', failed: false },
  payload: { answerText: `words of ${id}` },
  ...more,
})
const answer = (questionId: string, more: Partial<AnswerRecord> = {}): AnswerRecord => ({
  ...{ format: 1, formRunGuid: 'run', questionId, userGuid: 'ada', bookmarked: false, workings: '', changed: false },
  answer: { answerText: `words at ${questionId}`, options: [] },
  ...{ sequence: 5, acknowledged: 5, writerId: 'w', changedAt: '2026-01-01T00:00:00.000Z' },
  ...more,
})
const run = (more: Partial<FormRunRecord> = {}) =>
  formRunRecord('run', {
    ...{ userGuid: 'ada', examGuid: 'exam', lastSequence: 5 },
    ...{ timeLeftMs: { exam: 60_000 }, elapsedMs: 1000, savedAt: '2026-01-01T00:00:00.000Z' },
    ...{ learnerName: 'Ada Lovelace', examName: 'Lakes', handInSecret: 'secret' },
    audio: { s1: { elapsedSeconds: 9, finished: false } },
    generation: 'g1',
    ...more,
  })
const upload = (fileGuid: string, more: Partial<UploadRecord> = {}): UploadRecord => ({
  ...{ format: 1, kind: 'upload', fileGuid, order: 1, userGuid: 'ada', formRunGuid: 'run', fileName: `${fileGuid}.pdf` },
  ...{ mimeType: 'application/pdf', fileSize: 3, held: false, chosenAt: '2026-01-01T00:00:00.000Z' },
  ...more,
})

const keyOf: Partial<Record<StoreName, (value: never) => string>> = {
  answers: ({ formRunGuid, questionId }: AnswerRecord) => `${formRunGuid}/${questionId}`,
  formRuns: ({ userGuid, formRunGuid }: FormRunRecord) => `${userGuid}/${formRunGuid}`,
}
const put = (place: StoreName, value: unknown, key?: string): Change => ({
  put: place,
  // Boundary: each value goes into the place that its key is made for.
  key: key ?? keyOf[place]?.(value as never) ?? '',
  value,
})
const logged = (key: string, payload: unknown): Change[] => [
  put(
    'loggedRequests',
    { format: 1, key, type: 'POST', payload, endpoint: '/save', userGuid: 'ada', examGuid: '', referenceCount: 1 },
    key,
  ),
  put(
    'requestLog',
    { format: 1, id: `t/${key}`, request: key, status: 200, response: `reply to ${key}`, responseHeaders: {}, timeStamp: 't' },
    `t/${key}`,
  ),
]

const arrange = async (changes: readonly Change[]) => {
  const places = createMemoryStore()
  await places.write(changes)
  const all = async () => {
    const found = new Map<string, unknown>()
    for (const place of allPlaces)
      for (const { key, value } of await places.list(place, '')) found.set(`${place} ${key}`, value)
    return found
  }
  return { places, all, keys: async () => [...(await all()).keys()] }
}

// AUTH-135
test('of an exam that the server has nothing stays but what nobody can tell from', async () => {
  const { places, keys } = await arrange([
    put('exams', { userGuid: 'ada', content: 'the paper' }, 'ada/exam'),
    put('examFiles', 'a picture of the paper', 'ada/exam/a.png'),
    put('answers', answer('q1')),
    put('answers', answer('q2', { sequence: 0, acknowledged: 0 })),
    put('answers', answer('q3', { late: true, acknowledged: 0 })),
    put('formRuns', run({ finished: true })),
    put('uploads', upload('f1', { acknowledged: true }), 'ada/1/upload/f1'),
    put('uploadFiles', 'bytes', 'ada/f1'),
    put(
      'courseSaves',
      { format: 1, userGuid: 'ada', attemptId: 1, save: request('c1', { type: 5 }), generation: 'g1' },
      'ada/1',
    ),
    put(
      'setAside',
      { format: 1, from: 'requests', key: 'r9', reason: 'FORM_RUN_COMPLETED', setAsideAt: 't', value: request('r9') },
      't/r9',
    ),
  ])
  await clearSent(places, { userGuid: 'ada', generation: 'g1' })
  expect(await keys()).toEqual([])
})

// AUTH-135
test('of an exam that goes on its state stays, without the names of learner and exam', async () => {
  const { places, all } = await arrange([put('answers', answer('q1')), put('formRuns', run())])
  await clearSent(places, { userGuid: 'ada', generation: 'g1' })
  const left = await all()
  expect([...left.keys()]).toEqual(['formRuns ada/run'])
  expect(left.get('formRuns ada/run')).toMatchObject({ audio: { s1: { elapsedSeconds: 9 } }, lastSequence: 5 })
  expect(JSON.stringify([...left.values()])).not.toMatch(/Lovelace|Lakes|secret/)
})

test('what was never sent, or was refused, stays with all that a file for staff is made of', async () => {
  const kept = [
    put('answers', answer('q1', { acknowledged: 4 })),
    put('answers', answer('q2', { changed: true })),
    put('answers', answer('q3', { forgotten: true })),
    put('formRuns', run({ finished: true })),
    put('requests', request('r1'), 'ada/0001/r1'),
    put(
      'setAside',
      { format: 1, from: 'requests', key: 'r2', reason: 'BLOCKED', setAsideAt: 't', value: request('r2') },
      't/r2',
    ),
    put('uploads', upload('f2'), 'ada/2/upload/f2'),
    put('uploads', upload('f3', { acknowledged: true, lost: true }), 'ada/3/upload/f3'),
    put('uploadFiles', 'bytes', 'ada/f2'),
  ]
  const { places, all } = await arrange([...kept, put('answers', answer('q4'))])
  const before = await all()
  before.delete('answers run/q4')
  await clearSent(places, { userGuid: 'ada', generation: 'g1' })
  expect(await all()).toEqual(before)
})

test.each([
  { refused: 'finish', type: 3 as const },
  { refused: 'answer', type: 1 as const },
])('a form run whose $refused waits or was refused keeps what that needs here', async ({ type }) => {
  for (const left of [
    put('requests', request('r1', { type }), 'ada/0001/r1'),
    put(
      'setAside',
      { format: 1, from: 'requests', key: 'r1', reason: 'X', setAsideAt: 't', value: request('r1', { type }) },
      't/r1',
    ),
  ]) {
    const { places, all } = await arrange([left, put('formRuns', run({ finished: true, completion: { sequences: [5] } }))])
    await clearSent(places, { userGuid: 'ada' })
    expect((await all()).get('formRuns ada/run')).toEqual(run({ finished: true, completion: { sequences: [5] } }))
  }
})

test('what a server that was set back may have lost stays, and so does all of a form run that is doubted', async () => {
  const stored = [
    put('answers', answer('q1')),
    put('formRuns', run()),
    put('uploads', upload('f', { acknowledged: true }), 'ada/1/f'),
  ]
  for (const leaver of [
    { userGuid: 'ada', generation: 'g2' },
    { userGuid: 'ada', generation: 'g1', doubted: ['run'] },
  ]) {
    const { places, all } = await arrange(stored)
    const before = await all()
    await clearSent(places, leaver)
    expect(await all()).toEqual(before)
  }
})

test('after a session that the server refused every answer and file stays, and the paper goes', async () => {
  const { places, all } = await arrange([
    put('exams', { userGuid: 'ada', content: 'the paper' }, 'ada/exam'),
    put('answers', answer('q1')),
    put('answers', answer('q1', { formRunGuid: 'without a state' })),
    put('formRuns', run({ finished: true })),
    put('uploads', upload('f', { formRunGuid: 'of files alone', acknowledged: true }), 'ada/1/f'),
    put('uploadFiles', 'bytes', 'ada/f'),
    put(
      'courseSaves',
      { format: 1, userGuid: 'ada', attemptId: 1, save: request('c1', { type: 5 }), generation: 'g1' },
      'ada/1',
    ),
    put(
      'setAside',
      { format: 1, from: 'requests', key: 'r9', reason: 'FORM_RUN_COMPLETED', setAsideAt: 't', value: request('r9') },
      't/r9',
    ),
  ])
  const before = await all()
  before.delete('exams ada/exam')
  await clearSent(places, { userGuid: 'ada', generation: 'g1', isRefused: true })
  expect(await all()).toEqual(before)
  // A log-off after the next sign-in deletes them.
  await clearSent(places, { userGuid: 'ada', generation: 'g1' })
  expect([...(await all()).keys()]).toEqual([])
})

test('a course goes from the device, unless something that was set in it is still to be collected', async () => {
  const course = {
    ...{ format: 1, userGuid: 'ada', courseGuid: 'course', areFilesKept: true, course: {}, clockOffsetMs: 0 },
    place: { id: 'p', key: 'k' },
  }
  const save = { format: 1, userGuid: 'ada', attemptId: 1, save: request('c1', { type: 5 }), generation: 'g1' }
  const opening = {
    ...{ format: 1, userGuid: 'ada', id: 'o', key: 'k', courseGuid: 'course', attemptId: 1, number: 1 },
    about: { orgId: 1, learnerName: 'Ada', courseName: 'Course' },
  }
  const of = [put('keptCourses', course, 'ada/course'), put('courseSaves', save, 'ada/1')]
  const closed = await arrange(of)
  await clearSent(closed.places, { userGuid: 'ada', generation: 'g1' })
  expect(await closed.keys()).toEqual([])
  const open = await arrange([...of, put('courseOpenings', opening, 'ada/o')])
  const before = await open.all()
  await clearSent(open.places, { userGuid: 'ada', generation: 'g1' })
  expect(await open.all()).toEqual(before)
})

// AUTH-135
test('of logged calls it stays when they were made and how they ended, and the words of those alone that are still to be sent', async () => {
  const words = (text: string) => ({ answerText: text })
  const { places, all } = await arrange([
    ...logged('r1', words('there')),
    ...logged('r2', words('waits')),
    ...logged('r3', words('refused')),
    put('requests', request('r2'), 'ada/0001/r2'),
    put(
      'setAside',
      { format: 1, from: 'requests', key: 'r3', reason: 'BLOCKED', setAsideAt: 't', value: request('r3') },
      't/r3',
    ),
  ])
  await clearSent(places, { userGuid: 'ada' })
  const left = await all()
  expect(left.get('loggedRequests r1')).toMatchObject({ payload: {}, endpoint: '/save', referenceCount: 1 })
  expect(left.get('requestLog t/r1')).toMatchObject({ response: '', status: 200 })
  expect(left.get('loggedRequests r2')).toMatchObject({ payload: words('waits') })
  expect(left.get('requestLog t/r3')).toMatchObject({ response: 'reply to r3' })
})

const anyAnswer = fc
  .record({
    questionId: fc.constantFrom('q1', 'q2', 'q3', 'q4', 'q5'),
    sequence: fc.nat(3),
    acknowledged: fc.nat(3),
    changed: fc.boolean(),
    late: fc.boolean(),
    forgotten: fc.boolean(),
    userGuid: fc.constantFrom('ada', 'ben'),
    formRunGuid: fc.constantFrom('run', 'other'),
  })
  .map(({ questionId, userGuid, formRunGuid, ...more }) =>
    answer(questionId, { ...more, userGuid, formRunGuid: `${formRunGuid} of ${userGuid}` }),
  )

// AUTH-135
test('whatever a browser holds: only what the server has goes, all of that goes, of nobody else, and a second time changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyAnswer), fc.boolean(), async (answers, finished) => {
      const { places, all } = await arrange([
        ...answers.map((one) => put('answers', one)),
        ...['ada', 'ben'].flatMap((userGuid) => [
          put('formRuns', run({ userGuid, formRunGuid: `run of ${userGuid}`, finished })),
          put('exams', { userGuid }, `${userGuid}/exam`),
        ]),
      ])
      const before = await all()
      await clearSent(places, { userGuid: 'ada', generation: 'g1' })
      const after = await all()
      for (const [key, value] of before) {
        if (!key.startsWith('answers')) continue
        const one = value as AnswerRecord
        const stays = one.userGuid === 'ben' || answerPlace(one) === 'here' || one.forgotten === true
        expect(after.get(key), key).toEqual(stays ? value : undefined)
      }
      expect(after.has('exams ada/exam')).toBe(false)
      expect(after.get('exams ben/exam')).toEqual(before.get('exams ben/exam'))
      expect(after.get('formRuns ben/run of ben')).toEqual(before.get('formRuns ben/run of ben'))
      await clearSent(places, { userGuid: 'ada', generation: 'g1' })
      expect(await all()).toEqual(after)
    }),
  )
})

const memoryStorage = () => {
  const values = new Map<string, string>()
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

// AUTH-135
test('a log-off that was interrupted is completed by the next page, and stays noted until then', async () => {
  const storage = memoryStorage()
  leaversIn(storage).note({ userGuid: 'ada', generation: 'g1' })
  leaversIn(storage).note({ userGuid: 'ben' })
  leaversIn(storage).note({ userGuid: 'ada', generation: 'g1', doubted: ['kept'] })
  const { places, keys } = await arrange([
    put('answers', answer('q1')),
    put('answers', answer('q1', { formRunGuid: 'kept' })),
    put('exams', {}, 'ben/exam'),
  ])
  const broken = { ...places, write: () => Promise.reject(new Error('the store fails')) }
  await expect(clearLeavers(broken, storage)).rejects.toThrow('the store fails')
  expect(leaversIn(storage).all()).toHaveLength(2)
  await clearLeavers(places, storage)
  expect(await keys()).toEqual(['answers kept/q1'])
  expect(storage.values.size).toBe(0)
})
