import { createMemoryStore } from '@sitwell/storage/memory-store'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDeviceStore, forgetDone, forgetPerson } from './device-store.ts'
import { type DevicePlace, type MarkRecord, officeDatabase } from './mark-records.ts'
import { meaningOf } from './mark-sender.ts'

const placesOf = () => createMemoryStore<DevicePlace>(officeDatabase.places)
const markOf = (userGuid: string, id: string, after?: string): MarkRecord => ({
  ...{ format: 1, type: 'mark', id, order: 1, userGuid, failed: false, responseID: 'r', queueID: 'q', code: 'C', seen: 0 },
  given: { marks: 1 },
  ...(after !== undefined && { after }),
})
const draft = { format: 1, points: {}, comment: 'x', learnerComment: '', isFlagged: false, seen: 0 } as const

test('at the end of a session drafts go, and entries on which no mark builds; marks that the server lacks stay', async () => {
  const people = fc.constantFrom('ann', 'bob')
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.tuple(people, fc.nat(5), fc.boolean()), { selector: String }), async (marks) => {
      const places = placesOf()
      for (const [who, number, builds] of marks) {
        const store = createDeviceStore(places, who, () => 0)
        const mark = markOf(who, `m${number}${builds}`, builds ? `before${number}` : undefined)
        await store.queueStore.save([
          { request: mark },
          store.entryChange(`before${number}`, 3),
          store.draftChange(`r${number}`, draft),
        ])
      }
      const requests = await places.list('requests', '')
      await forgetDone(places)
      expect(await places.list('requests', '')).toEqual(requests)
      expect(await places.keys('drafts', '')).toEqual([])
      const needed = new Set(marks.flatMap(([who, number, builds]) => (builds ? [`${who}/before${number}`] : [])))
      expect(await places.keys('entries', '')).toEqual([...needed].sort())
    }),
  )
})

test('who has all of theirs removed leaves nothing, and everybody else’s stays', async () => {
  const places = placesOf()
  for (const who of ['ann', 'bob']) {
    const store = createDeviceStore(places, who, () => 0)
    const [sent, refused] = [markOf(who, `${who}-1`), markOf(who, `${who}-2`)]
    await store.queueStore.save([
      { request: sent },
      { request: refused },
      store.entryChange('before', 3),
      store.draftChange('r', draft),
    ])
    await store.queueStore.save([
      { sent: refused },
      { setAside: { from: 'requests', key: refused.id, reason: 'NOT_FOUND', value: refused } },
    ])
  }
  await forgetPerson(places, 'ann')
  const [ann, bob] = ['ann', 'bob'].map((who) => createDeviceStore(places, who, () => 0))
  expect([await ann?.draftOf('r'), await ann?.recordOf('before'), await ann?.refused()]).toEqual([undefined, undefined, []])
  expect([await bob?.draftOf('r'), (await bob?.recordOf('before'))?.entry]).toEqual([draft, 3])
  expect((await bob?.refused())?.map(({ mark }) => mark.id)).toEqual(['bob-2'])
  expect((await places.list('requests', '')).map(({ value }) => Object(value).id)).toEqual(['bob-1'])
})

test('drafts and entries are of one person', async () => {
  const places = placesOf()
  const ann = createDeviceStore(places, 'ann', () => 0)
  const bob = createDeviceStore(places, 'bob', () => 0)
  await ann.write([ann.draftChange('r', draft), ann.entryChange('m', 4)])
  expect(await bob.draftOf('r')).toBeUndefined()
  expect(await bob.recordOf('m')).toBeUndefined()
  expect(await ann.draftOf('r')).toEqual(draft)
  expect((await ann.recordOf('m'))?.entry).toBe(4)
})

test('a mark is set aside only for refusals that would come for ever', () => {
  for (const code of ['BUSY', 'CANNOT_SAVE', 'TOO_MANY_REQUESTS', 'NO_AUTHORISATION', 'OTHER_SESSION', 'MFA_REQUIRED'])
    expect(meaningOf(code)).toBe('later')
  for (const code of ['SERVER_ERROR', 'BODY_TOO_LARGE']) expect(meaningOf(code)).toBe('doubted')
  for (const code of ['NOT_FOUND', 'NOT_ALLOWED', 'INVALID_REQUEST', 'INVALID_ANSWER']) expect(meaningOf(code)).toBe('final')
})
