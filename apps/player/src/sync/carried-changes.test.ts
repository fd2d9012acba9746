import { createOverflowStore } from '@sitwell/storage/overflow-store'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Change, type KeyValueStore, places } from '../storage/key-value-store.ts'
import { createMemoryStore } from '../storage/memory-store.ts'
import { formRunRecord } from '../support/testing/form-run-record.ts'
import { carryOver, heldRecords, takeCarried, takeHanded } from './carried-changes.ts'

const answer = (sequence: number, changedAt = '2026-11-22T10:00:00.000Z', text = `text ${sequence} of ${changedAt}`) => ({
  ...{ format: 1, formRunGuid: 'run', questionId: 'q1', userGuid: 'user', answer: { answerText: text, options: [] } },
  ...{ bookmarked: false, workings: '', changed: false, sequence, acknowledged: 0, writerId: 'tab', changedAt },
})
const formRun = (savedAt: string) => formRunRecord('run', { userGuid: 'user', savedAt })
const put = (value: unknown, key = 'run/q1', place: (typeof places)[number] = 'answers'): Change => ({ put: place, key, value })

/** What a tab keeps beyond a page. */
const createTab = () => {
  const values = new Map<string, string>()
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

describe('what a page holds in its memory alone', () => {
  let tab: ReturnType<typeof createTab>
  let next: KeyValueStore
  beforeEach(() => {
    tab = createTab()
    next = createMemoryStore()
  })

  /** A page over a browser that takes nothing, which goes away in the middle of its last write. */
  const openPage = () => {
    const lasting = { ...createMemoryStore(), write: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) }
    return createOverflowStore({ lasting, makeRoom: async () => false, onKeeping: () => {}, onError: () => {} })
  }

  test('is there for the next page of the tab, the write that was under way too, and for that one alone', async () => {
    const store = openPage()
    await store.write([put(answer(1)), { remove: 'requests', key: 'sent' }])
    void store.write([put({ number: 2 }, 'r2', 'requests')])
    await next.write([put({ number: 1 }, 'sent', 'requests')])
    carryOver(store.unwritten(), tab)
    await takeCarried(next, tab)
    expect(await next.list('answers', '')).toEqual([{ key: 'run/q1', value: answer(1) }])
    expect(await next.list('requests', '')).toEqual([{ key: 'r2', value: { number: 2 } }])
    expect(tab.values.size).toBe(0)
    await takeCarried(next, tab)
    expect(await next.list('answers', '')).toHaveLength(1)
  })

  test('is handed to another tab that goes on, in place of what is older there alone', async () => {
    const store = openPage()
    await store.write([put(answer(2)), put(answer(1), 'run/q2'), put('exam', 'exam', 'exams')])
    await next.write([put(answer(1)), put(answer(3), 'run/q2')])
    await takeHanded(next, structuredClone(heldRecords(store.unwritten())))
    expect(await next.list('answers', '')).toEqual([
      { key: 'run/q1', value: answer(2) },
      { key: 'run/q2', value: answer(3) },
    ])
    expect(await next.keys('exams', '')).toEqual([])
    await expect(takeHanded(next, [{ put: 'nowhere' }])).rejects.toThrow('can’t be read')
  })

  test('is nothing where all is written', async () => {
    const store = createOverflowStore({
      ...{ lasting: createMemoryStore(), makeRoom: async () => false, onKeeping: () => {}, onError: () => {} },
    })
    await store.write([put(answer(1))])
    tab.setItem('sitwell.unwritten', 'of an earlier page')
    carryOver(store.unwritten(), tab)
    expect(tab.values.size).toBe(0)
  })

  test('takes the place of older answers and form runs, and of nothing else that the store has', async () => {
    const later = '2026-11-22T10:00:01.000Z'
    for (const [carried, stored, stands] of [
      [answer(2), answer(1), answer(2)],
      [answer(1), answer(2), answer(2)],
      [answer(1, later), answer(1), answer(1, later)],
      [answer(1), answer(1, later), answer(1, later)],
      [answer(2), { broken: true }, { broken: true }],
    ] as const) {
      await next.write([put(stored)])
      carryOver([put(carried)], tab)
      await takeCarried(next, tab)
      expect(await next.read('answers', 'run/q1')).toEqual(stands)
    }
    const [before, after] = [formRun('2026-11-22T10:00:00.000Z'), formRun('2026-11-22T10:00:05.000Z')]
    for (const [carried, stored] of [
      [before, after],
      [after, before],
    ]) {
      await next.write([put(stored, 'user/run', 'formRuns')])
      carryOver([put(carried, 'user/run', 'formRuns')], tab)
      await takeCarried(next, tab)
      expect(await next.read('formRuns', 'user/run')).toEqual(after)
    }
    await next.write([put('there', 'key', 'requests')])
    carryOver([put('carried', 'key', 'requests')], tab)
    await takeCarried(next, tab)
    expect(await next.read('requests', 'key')).toBe('there')
  })

  test('leaves out what is no record, and stays where the next page can’t take it', async () => {
    carryOver([put(new Blob(['bytes']), 'file', 'uploadFiles'), put('exam', 'exam', 'exams'), put('a', 'a', 'activities')], tab)
    const failing = { ...next, write: () => Promise.reject(new Error('no')) }
    await expect(takeCarried(failing, tab)).rejects.toThrow('no')
    await takeCarried(next, tab)
    const found = await Promise.all(places.map(async (place) => [place, (await next.keys(place, '')).length]))
    expect(Object.fromEntries(found)).toMatchObject({ activities: 1, uploadFiles: 0, exams: 0 })
    tab.setItem('sitwell.unwritten', '[{"put":"nowhere"')
    await expect(takeCarried(next, tab)).rejects.toThrow()
  })
})
