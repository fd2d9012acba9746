import { readFileSync } from 'node:fs'
import { readRecord } from '@sitwell/storage/record-format'
import { beforeEach, describe, expect, test } from 'vitest'
import { createExamStore, type ExamStore } from './exam-store.ts'
import type { KeyValueStore } from './key-value-store.ts'
import { createMemoryStore } from './memory-store.ts'
import { type AnswerRecord, formats, type RequestRecord, requestTypes } from './records.ts'

const request = (order: number, id: string): RequestRecord => ({
  format: 1,
  id,
  order,
  type: 1,
  payload: {},
  callbackId: 'q1',
  userGuid: 'u',
  formRunGuid: 'run',
  failed: false,
})

const answered: AnswerRecord = {
  format: 1,
  formRunGuid: 'run',
  questionId: 'q1',
  userGuid: 'u',
  answer: { answerText: 'typed', options: [] },
  bookmarked: true,
  workings: '',
  changed: true,
  sequence: 0,
  acknowledged: 0,
  writerId: '',
  changedAt: '2026-11-21T11:30:00.000Z',
}

let raw: KeyValueStore
let store: ExamStore
beforeEach(() => {
  raw = createMemoryStore()
  store = createExamStore(raw, () => Date.UTC(2026, 10, 21))
})

describe('the records of an exam', () => {
  test('come back as they were kept, each form run with its own answers', async () => {
    await store.save([{ answer: answered }, { answer: { ...answered, formRunGuid: 'run2' } }])
    expect(await store.answersOf('u', 'run')).toEqual([answered])
  })

  test('requests come back in the order in which they are to be sent', async () => {
    await store.save([{ request: request(100, 'c') }, { request: request(9, 'a') }, { request: request(10, 'b') }])
    expect((await store.requestsOf('u')).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(await store.requestsOf('somebody else')).toEqual([])
  })

  test('a request leaves only itself when it is sent', async () => {
    await store.save([{ request: request(1, 'a') }, { request: request(2, 'b') }])
    await store.save([{ sent: request(1, 'a') }])
    expect((await store.requestsOf('u')).map(({ id }) => id)).toEqual(['b'])
  })

  test('what is logged and unsent is read whoever logged it, and of the requests the logs alone', async () => {
    const log = { ...request(2, 'b'), userGuid: 'v', type: requestTypes.saveActivityLog }
    const activity = {
      format: 1,
      id: '2026-11-21T11:30:00.000Z',
      type: 3,
      value: '',
      userGuid: 'u',
      formRunGuid: 'run',
    } as const
    await store.save([{ request: request(1, 'a') }, { request: log }, { activity }])
    expect(await store.storedActivities()).toEqual({ activities: [activity], requests: [log], formRuns: [] })
  })

  test('what cannot be read is set aside with its reason and its bytes, and the rest is read', async () => {
    const odd = { format: 99, answer: 'from tomorrow' }
    await raw.write([{ put: 'answers', key: 'run/q9', value: odd }])
    await store.save([{ answer: answered }])
    expect(await store.answersOf('u', 'run')).toEqual([answered])
    const [aside] = await store.setAside()
    expect(aside).toMatchObject({ from: 'answers', key: 'run/q9', value: odd, reason: 'format 99 is newer than 1' })
    expect(await raw.read('answers', 'run/q9')).toBeUndefined()
  })
})

describe('a store over which versions of the player go to and fro', () => {
  const newer = { ...answered, format: 2, marks: 3 }
  const key = 'run/q1'

  test('gives a version that can read it what one that could not has set aside', async () => {
    await raw.write([{ put: 'answers', key, value: newer }])
    expect(await store.answersOf('u', 'run')).toEqual([])
    await store.putBackReadable()
    expect(await raw.read('answers', key)).toBeUndefined()
    // The version that wrote it comes back: to it this is today's format.
    const [aside] = await raw.list('setAside', '')
    await raw.write([{ put: 'setAside', key: aside?.key ?? '', value: { ...(aside?.value as object), value: answered } }])
    await store.putBackReadable()
    expect([await store.answersOf('u', 'run'), await store.setAside()]).toEqual([[answered], []])
  })

  test('puts nothing back over what was typed meanwhile, and nothing that was set aside for another reason', async () => {
    const typed = { ...answered, answer: { answerText: 'typed since', options: [] } }
    await raw.write([{ put: 'answers', key, value: 'broken' }])
    await store.answersOf('u', 'run')
    const [aside] = await raw.list('setAside', '')
    await raw.write([{ put: 'setAside', key: aside?.key ?? '', value: { ...(aside?.value as object), value: answered } }])
    const lost = { from: 'answers', key: 'run/q2', reason: 'a newer answer is on the server', value: answered } as const
    await store.save([{ answer: typed }, { setAside: lost }])
    await store.putBackReadable()
    expect(await store.answersOf('u', 'run')).toEqual([typed])
    expect(await store.setAside()).toHaveLength(2)
  })
})

/*
 * What browsers hold outlives the code. These samples are only ever added to: when a format changes, raise it, write an upgrade,
 * and add a file with samples of the new one beside this.
 */
describe('the frozen samples', () => {
  const samples: Record<string, unknown[]> = JSON.parse(
    readFileSync(new URL('./frozen/records-1.json', import.meta.url), 'utf8'),
  )
  test.each(Object.entries(formats))('%s of the first format are still read', (place, format) => {
    expect(samples[place]?.length).toBeGreaterThan(0)
    for (const sample of samples[place] ?? []) expect(readRecord<unknown>(format, sample)).toMatchObject({ ok: true })
  })

  test('a form run that lacks what is always written is none of the first format', () => {
    const [sample] = samples.formRuns ?? []
    const optional = ['learnerName', 'examName', 'currentQuestionId']
    const always = Object.keys(Object(sample)).filter((key) => !optional.includes(key))
    expect(always).toContain('savedWallMs')
    for (const key of always) {
      const { [key]: _without, ...others } = Object(sample)
      expect([key, readRecord<unknown>(formats.formRuns, others).ok]).toEqual([key, false])
    }
    for (const key of optional) {
      const { [key]: _without, ...others } = Object(sample)
      expect([key, readRecord<unknown>(formats.formRuns, others).ok]).toEqual([key, true])
    }
  })

  test('none of what they hold is lost in reading', () => {
    for (const [place, format] of Object.entries(formats)) {
      for (const sample of samples[place] ?? []) {
        const read = readRecord<unknown>(format, sample)
        expect(read.ok && read.record).toEqual(sample)
      }
    }
  })
})
