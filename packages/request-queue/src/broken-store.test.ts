import { createOverflowStore } from '@sitwell/storage/overflow-store'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPostStore, openPage, type PostStore, sendAll, settled } from './testing/arrange-post.ts'
import { createPostOffice, type Fate } from './testing/post-office.ts'

const fates = fc.array(fc.constantFrom<Fate>('taken', 'taken, reply lost', 'unreachable', 'busy', 'broken'), { maxLength: 20 })

/** A store whose writes fail as often as `fails` says so, one after another. */
const failing = (places: PostStore, fails: boolean[], failure: () => Error): PostStore => ({
  ...places,
  write: async (changes) => {
    if (fails.shift() === true) throw failure()
    return places.write(changes)
  },
})

test('if the store throws, the caller gets the error, and stored requests are sent in the end, under one id', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.boolean(), { maxLength: 40 }),
      fates,
      fc.integer({ min: 1, max: 12 }),
      async (plan, planned, count) => {
        const places = createPostStore()
        const office = createPostOffice([...planned])
        let ids = 0
        const fails = [...plan]
        const page = openPage(
          failing(places, fails, () => new Error('The store is broken')),
          office.deliver,
          {
            newId: () => `id${++ids}`,
          },
        )
        const stored: string[] = []
        const refused: number[] = []
        for (let number = 0; number < count; number += 1) {
          await page.write('Mill Lane', number).then(
            ({ id }) => stored.push(id),
            () => refused.push(number),
          )
          await settled()
        }
        fails.length = 0
        office.recover()
        await sendAll(page)
        expect(
          office
            .taken()
            .map(({ id }) => id)
            .sort(),
        ).toEqual(stored.sort())
        expect(office.taken().filter(({ number }) => refused.includes(number))).toEqual([])
        expect(await places.keys('requests', '')).toEqual([])
      },
    ),
  )
})

test('if the disk is full, requests are held in memory and sent anyway, and stored after there is space', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.boolean(), { maxLength: 40 }),
      fates,
      fc.integer({ min: 1, max: 12 }),
      async (plan, planned, count) => {
        const lasting = createPostStore()
        const office = createPostOffice([...planned])
        let ids = 0
        const fails = [...plan]
        const full = () => new DOMException('The disk is full', 'QuotaExceededError')
        const places = createOverflowStore({
          lasting: failing(lasting, fails, full),
          makeRoom: async () => false,
          onKeeping: () => {},
          onError: () => {},
        })
        const page = openPage(places, office.deliver, { newId: () => `id${++ids}` })
        const stored: string[] = []
        for (let number = 0; number < count; number += 1) {
          stored.push((await page.write('Mill Lane', number)).id)
          await settled()
        }
        fails.length = 0
        // All that isn't sent yet is in the store of the browser as soon as it takes anything.
        stored.push((await page.write('Mill Lane', count)).id)
        await settled()
        const taken = new Set(office.taken().map(({ id }) => id))
        const lastingIds = (await lasting.list('requests', '')).map(({ value }) => Object(value).id)
        for (const id of stored) expect([id, taken.has(id) || lastingIds.includes(id)]).toEqual([id, true])

        office.recover()
        await sendAll(page)
        expect(page.errors).toEqual([])
        expect(
          office
            .taken()
            .map(({ id }) => id)
            .sort(),
        ).toEqual(stored.sort())
        expect(await lasting.keys('requests', '')).toEqual([])
      },
    ),
  )
})

test('a request that was not stored is not sent, and what it would have replaced still is', async () => {
  const fails = [false, false, true]
  const contents: string[] = []
  let isThere = false
  let ids = 0
  const page = openPage(
    failing(createPostStore(), fails, () => new Error('The store is broken')),
    async ({ words }) => {
      if (!isThere) return { kind: 'unreachable' }
      contents.push(words)
      return { kind: 'acknowledged', reply: {} }
    },
    { newId: () => `id${++ids}` },
  )
  await page.write('Mill Lane', 1, 'first')
  await settled()
  const draft = { type: 'letter', street: 'Mill Lane', number: 1, words: 'second', numbers: [] } as const
  await expect(page.queue.enqueue({ ...draft, numbers: [] }, undefined, () => true)).rejects.toThrow('broken')
  isThere = true
  await sendAll(page)
  expect(contents).toEqual(['first'])
})
