import { handInSeal } from '@sitwell/exam/answers/hand-in-seal'
import type { Delivery } from '@sitwell/request-queue/request-kind'
import { beforeEach, describe, expect, test } from 'vitest'
import { createExamStore, type ExamStore } from '../storage/exam-store.ts'
import type { KeyValueStore } from '../storage/key-value-store.ts'
import { createMemoryStore } from '../storage/memory-store.ts'
import type { ActivityRecord, AnswerRecord, RequestRecord, UploadRecord } from '../storage/records.ts'
import { createRequestLogStore, type RequestLogStore } from '../storage/request-log.ts'
import { createUploadStore } from '../storage/upload-store.ts'
import { type StoredLog, valueText } from './activity-logs.ts'
import { createLogsSteps, mostActivities } from './logs-steps.ts'
import { formRunRecord } from './testing/form-run-record.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 12, 0, second)).toISOString()
const activity = (formRunGuid: string, second: number, value: unknown = ''): ActivityRecord => ({
  format: 1,
  id: at(second),
  type: 3,
  value,
  userGuid: 'u',
  formRunGuid,
})
const queued = (formRunGuid: string, second: number, type: 1 | 4 = 4): RequestRecord => ({
  format: 1,
  id: `r${second}`,
  order: second,
  type,
  payload: { formRunGuid, activities: [{ id: at(second), type: 6, value: '' }] },
  callbackId: 'log',
  userGuid: 'u',
  formRunGuid,
  failed: true,
})

let places: KeyValueStore
let store: ExamStore
let requestLog: RequestLogStore
let saved: [name: string, content: Blob][]
let sent: RequestRecord[]
let answers: Delivery[]
beforeEach(() => {
  places = createMemoryStore()
  store = createExamStore(places, () => 0)
  requestLog = createRequestLogStore(places)
  saved = []
  sent = []
  answers = []
})

const arrange = async () => {
  let ids = 0
  const steps = createLogsSteps({
    orgId: 7,
    open: async () => ({ store, requestLog, lastingPlaces: places, lasting: true }),
    deliver: async (request) => {
      sent.push(request)
      return answers.shift() ?? { kind: 'acknowledged', reply: {} }
    },
    newId: () => `new${++ids}`,
    nowMs: () => Date.UTC(2026, 10, 21, 13),
    saveFile: (name, content) => void saved.push([name, content]),
    sealer: globalThis.crypto.subtle,
    onError: (error) => {
      throw error
    },
  })
  expect(await steps.isReady()).toBe(true)
  return steps
}
const only = (logs: readonly StoredLog[]): StoredLog => {
  const [log] = logs
  if (log === undefined || logs.length !== 1) throw new Error(`There are ${logs.length} logs`)
  return log
}

describe('the logs that a browser keeps', () => {
  test('are one a form run, with what is queued and what is not, the oldest entry first and the latest log first', async () => {
    await store.save([{ formRun: formRunRecord('run') }, { formRun: formRunRecord('later', { examName: 'Birds' }) }])
    await store.save([{ activity: activity('run', 5) }, { request: queued('run', 2) }, { activity: activity('later', 9) }])
    await store.save([{ request: queued('run', 3, 1) }])
    const logs = await (await arrange()).read()
    expect(logs.map(({ id, examName, entries }) => [id, examName, entries.map((entry) => entry.id)])).toEqual([
      ['later', 'Birds', [at(9)]],
      ['run', 'Fishes', [at(2), at(5)]],
    ])
  })

  test("are never another organisation's, nor those of no form run", async () => {
    await store.save([{ formRun: formRunRecord('theirs', { orgId: 8 }) }])
    await store.save([{ activity: activity('theirs', 1) }, { activity: activity('without a form run', 3) }])
    expect(await (await arrange()).read()).toEqual([])
  })

  test('have values as text, whatever was logged', () => {
    expect([valueText('<b>x</b>'), valueText({ to: 'q1' }), valueText(null), valueText(undefined)]).toEqual([
      '<b>x</b>',
      '{"to":"q1"}',
      'null',
      '',
    ])
  })
})

describe('an upload', () => {
  // ADM-303
  test('sends what is queued and what is not, and what was acknowledged is kept no more', async () => {
    await store.save([{ formRun: formRunRecord('run') }, { activity: activity('run', 5, 'q1') }, { request: queued('run', 2) }])
    await store.save([{ request: queued('run', 3, 1) }])
    const steps = await arrange()
    await steps.upload(only(await steps.read()))
    expect(sent).toMatchObject([
      { id: 'r2', type: 4 },
      { type: 4, formRunGuid: 'run', payload: { formRunGuid: 'run', activities: [{ id: at(5), type: 3, value: 'q1' }] } },
    ])
    expect(await steps.read()).toEqual([])
    expect((await store.requestsOf('u')).map(({ id }) => id)).toEqual(['r3'])
  })

  test.each<Delivery>([{ kind: 'unreachable' }, { kind: 'refused', code: 'NOT_FOUND', missing: [] }])(
    'that fails ($kind) deletes nothing that was not acknowledged',
    async (failure) => {
      await store.save([{ formRun: formRunRecord('run') }, { activity: activity('run', 5) }, { request: queued('run', 2) }])
      const steps = await arrange()
      answers = [{ kind: 'acknowledged', reply: {} }, failure]
      await expect(steps.upload(only(await steps.read()))).rejects.toThrow('not taken')
      expect(only(await steps.read()).entries.map(({ id }) => id)).toEqual([at(5)])
    },
  )

  test('of more than the server takes at once goes in parts', async () => {
    await store.save([{ formRun: formRunRecord('run') }])
    const many = Array.from({ length: mostActivities + 1 }, (_, second) => ({ activity: activity('run', second) }))
    await store.save(many)
    const steps = await arrange()
    await steps.upload(only(await steps.read()))
    expect(sent.map(({ payload }) => Array.isArray(payload.activities) && payload.activities.length)).toEqual([
      mostActivities,
      1,
    ])
    expect(new Set(sent.map(({ id }) => id)).size).toBe(2)
  })
})

// ADM-304
test('deleting takes what was shown, and leaves what was logged since, answers to be saved and other logs', async () => {
  await store.save([{ formRun: formRunRecord('run') }, { formRun: formRunRecord('other') }, { activity: activity('other', 1) }])
  await store.save([{ activity: activity('run', 5) }, { request: queued('run', 2) }, { request: queued('run', 3, 1) }])
  const steps = await arrange()
  const log = (await steps.read()).find(({ id }) => id === 'run')
  if (log === undefined) throw new Error('There is no such log')
  await store.save([{ activity: activity('run', 8) }])
  await steps.remove(log)
  expect((await steps.read()).map(({ id, entries }) => [id, entries.length])).toEqual([
    ['run', 1],
    ['other', 1],
  ])
  expect((await store.requestsOf('u')).map(({ id }) => id)).toEqual(['r3'])
})

test('a store that lives no longer than the page is not what is looked for', async () => {
  let lasting = false
  const steps = createLogsSteps({
    orgId: 7,
    open: async () => ({ store, requestLog, lastingPlaces: places, lasting }),
    deliver: async () => ({ kind: 'unreachable' }),
    newId: () => 'x',
    nowMs: () => 0,
    saveFile: () => {},
    sealer: undefined,
    onError: () => {},
  })
  expect(await steps.isReady()).toBe(false)
  lasting = true
  expect(await steps.isReady()).toBe(true)
})

test('what was set aside is read, and exported with the logs and the calls of the learners of this organisation alone', async () => {
  await store.save([{ formRun: formRunRecord('run') }, { formRun: formRunRecord('theirs', { orgId: 8, userGuid: 'x' }) }])
  await store.save([{ activity: activity('run', 5) }, { activity: activity('theirs', 6) }])
  const refused = (formRunGuid: string, userGuid: string) => ({
    ...queued(formRunGuid, 2, 1),
    userGuid,
    payload: { answerText: 'Deep' },
  })
  for (const [guid, userGuid] of [
    ['run', 'u'],
    ['theirs', 'x'],
  ] as const) {
    const value = refused(guid, userGuid)
    await store.save([{ setAside: { from: 'requests', key: guid, reason: 'INVALID_ANSWER', value } }])
    const attempt = {
      format: 1,
      id: guid,
      request: guid,
      status: 422,
      response: '',
      responseHeaders: {},
      timeStamp: at(1),
    } as const
    const request = { format: 1, key: guid, type: 'POST', payload: {}, endpoint: '/x', userGuid, examGuid: 'e' } as const
    await requestLog.add({ attempt, request })
  }
  const steps = await arrange()
  expect((await steps.readAside()).entries).toMatchObject([
    { learnerName: 'Mina Okafor', reason: 'INVALID_ANSWER', holds: 'Deep' },
  ])
  await steps.exportAll()
  const [[name, content] = ['', new Blob()], ...more] = saved
  const text = await content.text()
  expect([name, more]).toEqual(['sitwell-device-2026-11-21T13-00-00-000Z.json', []])
  const file: unknown = JSON.parse(text)
  expect(file).toMatchObject({
    format: 'sitwell-device',
    orgId: 7,
    activityLogs: [{ formRunGuid: 'run', learnerName: 'Mina Okafor', activities: [{ id: at(5), type: 3 }] }],
    setAside: [{ formRunGuid: 'run', record: { reason: 'INVALID_ANSWER', value: { payload: { answerText: 'Deep' } } } }],
    setAsideOfNobody: 0,
    userActivity: [{ userGuid: 'u', requests: [{ status: 422 }] }],
  })
  expect(text).not.toContain('theirs')
})

test('a file that was set aside can be saved with all of its bytes, and one that is gone says so', async () => {
  const upload: UploadRecord = {
    format: 1,
    kind: 'upload',
    fileGuid: 'f',
    order: 1,
    userGuid: 'u',
    formRunGuid: 'run',
    fileName: 'joint.png',
    mimeType: 'image/png',
    fileSize: 5,
    held: false,
    chosenAt: at(1),
  }
  await store.save([{ formRun: formRunRecord('run') }])
  const uploads = createUploadStore({ places, nowMs: () => 0, estimate: () => undefined, onError: () => {} })
  await uploads.keep(upload, new Blob(['bytes']))
  await uploads.setAside(upload, 'INVALID_FILE')
  const steps = await arrange()
  const [file] = (await steps.readAside()).entries
  if (!file) throw new Error('Nothing was set aside')
  await steps.saveAside(file)
  expect(await Promise.all(saved.map(async ([name, content]) => [name, await content.text()]))).toEqual([
    ['joint.png', 'bytes'],
  ])
  await uploads.remove(upload)
  await expect(steps.saveAside(file)).rejects.toThrow('no bytes')
})

test('answers that the server lacks are given out as a sealed file, of each learner of this organisation and of nobody else', async () => {
  const handInSecret = 'a secret'
  const runs = [
    formRunRecord('run', { handInSecret }),
    formRunRecord('whole'),
    formRunRecord('taken', { takenBy: 'run' }),
    formRunRecord('theirs', { orgId: 8 }),
  ]
  await store.save(runs.map((formRun) => ({ formRun })))
  const answerOf = (formRunGuid: string, questionId: string, acknowledged: number): AnswerRecord => ({
    ...{ format: 1, userGuid: 'u', formRunGuid, questionId, bookmarked: false, workings: '', changed: false },
    ...{ answer: { answerText: 'Deep', options: [] }, changedAt: at(1), writerId: 'w', sequence: 3, acknowledged },
  })
  for (const guid of ['run', 'taken', 'theirs']) await store.save([{ answer: answerOf(guid, 'q1', 0) }])
  await store.save([{ answer: answerOf('run', 'q2', 3) }, { answer: answerOf('whole', 'q1', 3) }])
  const value = { ...queued('run', 4, 1), callbackId: 'q3', payload: { answerText: 'Cold' } }
  await store.save([{ setAside: { from: 'requests', key: 'k', reason: 'INVALID_ANSWER', value } }])
  const steps = await arrange()
  const found = await steps.readOnlyHere()
  expect(found.map(({ run: { formRunGuid }, answers }) => [formRunGuid, answers])).toEqual([['run', 2]])
  const [mine] = found
  if (!mine) throw new Error('Nothing is only here')
  await steps.saveHandIn(mine, 'for staff')
  const [[name, content] = ['', new Blob()]] = saved
  expect(name).toBe('answers-Mina-Okafor-Fishes-run.json')
  const file = JSON.parse(await content.text())
  expect(file).toMatchObject({
    ...{ orgId: 7, formRunGuid: 'run', scheduleGuid: 's', about: 'for staff' },
    learner: { guid: 'u', name: 'Mina Okafor' },
    answers: [{ onServer: false }, { onServer: true }, { onServer: false, refused: 'INVALID_ANSWER' }],
  })
  const { seal, ...sealed } = file
  expect(seal).toBe(await handInSeal(sealed, handInSecret, globalThis.crypto.subtle))
})
