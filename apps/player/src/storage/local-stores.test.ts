import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { places } from './key-value-store.ts'
import { openExamStore } from './open-exam-store.ts'
import type { ActivityRecord, AnswerRecord, RequestRecord, UploadRecord } from './records.ts'
import { createUploadStore } from './upload-store.ts'

const whose = { format: 1, userGuid: 'u', formRunGuid: 'run' } as const

const answer: AnswerRecord = {
  ...whose,
  questionId: 'q1',
  answer: { answerText: 'typed', options: [] },
  bookmarked: false,
  workings: '',
  changed: true,
  sequence: 1,
  acknowledged: 0,
  writerId: '',
  changedAt: '2026-11-21T11:30:00.000Z',
}
const request: RequestRecord = { ...whose, id: 'r1', order: 1, type: 1, payload: {}, callbackId: 'q1', failed: false }
const activity: ActivityRecord = { ...whose, id: '2026-11-21T11:30:00.000Z', type: 0, value: 'typed' }
const upload: UploadRecord = {
  ...whose,
  kind: 'upload',
  fileGuid: 'file1',
  order: 1,
  fileName: 'a.txt',
  mimeType: 'text/plain',
  fileSize: 5,
  held: false,
  chosenAt: '2026-11-21T11:30:00.000Z',
}

/** The browser's stores as a page opens them. */
const openPage = async () => {
  const onError = (error: unknown) => {
    throw error
  }
  const { store, lastingPlaces, lasting } = await openExamStore(() => 0, onError)
  expect(lasting).toBe(true)
  return {
    store,
    places: lastingPlaces,
    uploads: createUploadStore({ places: lastingPlaces, nowMs: () => 0, estimate: () => undefined, onError }),
  }
}
type Page = Awaited<ReturnType<typeof openPage>>

const filledPlaces = async ({ places: all }: Page) => {
  const counts = await Promise.all(places.map(async (place) => [place, (await all.keys(place, '')).length] as const))
  return counts.filter(([, count]) => count > 0).map(([place]) => place)
}

// LOG-103
test('what is sent of an exam, its activity and its files are three stores, and a later page reads each', async () => {
  const kinds = [
    {
      places: ['answers', 'requests'],
      keep: ({ store }: Page) => store.save([{ answer }, { request }]),
      read: async ({ store }: Page) => [await store.answersOf('u', 'run'), await store.requestsOf('u')],
      expected: [[answer], [request]],
    },
    {
      places: ['activities'],
      keep: ({ store }: Page) => store.save([{ activity }]),
      read: async ({ store }: Page) => (await store.storedActivities()).activities,
      expected: [activity],
    },
    {
      places: ['uploads', 'uploadFiles'],
      keep: ({ uploads }: Page) => uploads.keep(upload, new Blob(['words'])),
      read: async ({ uploads }: Page) => [await uploads.recordsOf('u'), await (await uploads.bytesOf(upload))?.text()],
      expected: [[upload], 'words'],
    },
  ]
  for (const kind of kinds) {
    Object.assign(globalThis, { indexedDB: new IDBFactory() })
    const page = await openPage()
    await kind.keep(page)
    expect(await filledPlaces(page)).toEqual(kind.places)
    page.places.close()
    const later = await openPage()
    expect(await kind.read(later)).toEqual(kind.expected)
    later.places.close()
  }
})
