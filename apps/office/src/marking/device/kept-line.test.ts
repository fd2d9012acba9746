import { createMemoryStore } from '@sitwell/storage/memory-store'
import { expect, test } from 'vitest'
import { itemOf } from '../testing/marking-server.ts'
import { mostFileBytes, openKeptLines, removeResponses } from './kept-line.ts'
import { type DevicePlace, officeDatabase } from './mark-records.ts'
import { openSeal } from './seal.ts'
import type { TabKey } from './tab-key.ts'

const placesOf = () => createMemoryStore<DevicePlace>(officeDatabase.places)

const isOwn = async () => true

/** A tab: its key lasts as long as it does. */
const openTab = (name: string) => {
  let key: TabKey | undefined
  return {
    get: () => key,
    set: (next: TabKey) => {
      key = next
      return true
    },
    clear: () => {
      key = undefined
    },
    newId: () => name,
  }
}
type Tab = ReturnType<typeof openTab>

const openPage = async (places: ReturnType<typeof placesOf>, tab: Tab, { userGuid = 'mara', nowMs = 0 } = {}) => {
  const seal = await openSeal(tab, { crypto, newId: tab.newId, isOwn })
  if (seal === undefined) throw new Error('This machine can’t seal')
  return openKeptLines({ places, seal, userGuid, nowMs: () => nowMs })
}
const items = [1, 2, 3].map((number) => itemOf(number))
const line = { items, marked: ['r1'] }
const nothing = { items: [], marked: [] }

/** All that the browser holds, as somebody who reads its disk would find it. */
const readable = async (places: ReturnType<typeof placesOf>) =>
  (await places.list('responses', '')).map(({ key, value }) => {
    const { iv: _, bytes, ...rest } = value as { iv: Uint8Array; bytes: ArrayBuffer }
    return key + JSON.stringify(rest) + new TextDecoder('latin1').decode(bytes)
  })

test('the next page of a tab has the responses that the one before it had; no other tab can read them, nor the disk', async () => {
  const [places, tab] = [placesOf(), openTab('one')]
  await (await openPage(places, tab)).keep('queue', line)
  expect(await (await openPage(places, tab)).lineOf('queue')).toEqual(line)
  expect(await (await openPage(places, openTab('two'))).lineOf('queue')).toEqual(nothing)
  // Nor if a tab names itself as the other one, or a record is moved.
  expect(await (await openPage(places, openTab('one'))).lineOf('queue')).toEqual(nothing)
  for (const found of await readable(places)) expect(found).not.toContain('Answer')
})

test('a line takes the place of the one before, of which nothing stays that it hasn’t', async () => {
  const [places, tab] = [placesOf(), openTab('one')]
  const page = await openPage(places, tab)
  await page.keep('queue', line)
  const later = { items: items.slice(1), marked: ['r2'] }
  await page.keep('queue', later)
  expect(await (await openPage(places, tab)).lineOf('queue')).toEqual(later)
  expect(await places.keys('responses', '')).toHaveLength(3)
  const marked = { ...itemOf(2), newestEntry: 7 }
  await page.keep('queue', { items: [marked], marked: [] })
  expect((await (await openPage(places, tab)).lineOf('queue')).items).toEqual([marked])
})

test('responses of another person go as soon as somebody marks here, and those of tabs that are gone a day later', async () => {
  const [places, dayMs] = [placesOf(), 24 * 60 * 60_000]
  await (await openPage(places, openTab('one'))).keep('queue', line)
  await openPage(places, openTab('two'), { nowMs: dayMs })
  expect(await places.keys('responses', '')).toHaveLength(4)
  await openPage(places, openTab('three'), { nowMs: dayMs + 1 })
  expect(await places.keys('responses', '')).toEqual([])
  await (await openPage(places, openTab('one'))).keep('queue', line)
  await openPage(places, openTab('four'), { userGuid: 'mar' })
  expect(await places.keys('responses', '')).toEqual([])
})

test('at the end of a session all of it goes, and what is still being written comes no more', async () => {
  const places = placesOf()
  const page = await openPage(places, openTab('one'))
  await page.keep('queue', line)
  const late = page.keep('queue', { items: [itemOf(4)], marked: [] })
  page.forget()
  await removeResponses(places)
  await late
  await page.keepFile('f', new Blob(['x']))
  expect(await places.keys('responses', '')).toEqual([])
})

test('files are kept sealed and with their type, up to a bound, and only as long as a response names them', async () => {
  const [places, tab] = [placesOf(), openTab('one')]
  const page = await openPage(places, tab)
  await page.keepFile('picture', new Blob(['the picture'], { type: 'image/png' }))
  await page.keepFile('film', new Blob([new Uint8Array(mostFileBytes)], { type: 'video/mp4' }))
  expect([page.hasFile('picture'), page.hasFile('film')]).toEqual([true, false])
  const next = await openPage(places, tab)
  const file = await next.fileOf('picture')
  expect([file?.type, await file?.text()]).toEqual(['image/png', 'the picture'])
  for (const found of await readable(places)) expect(found).not.toContain('picture"the')
  await next.keepOnlyFiles(new Set())
  expect(await next.fileOf('picture')).toBeUndefined()
  expect(await places.keys('responses', '')).toEqual([])
})

test('a browser that can’t seal, or doesn’t keep the key, keeps no response', async () => {
  const { getRandomValues } = crypto
  const plain = { crypto: { getRandomValues: getRandomValues.bind(crypto) }, newId: () => 'one', isOwn }
  expect(await openSeal(openTab('one'), plain)).toBeUndefined()
  expect(await openSeal({ ...openTab('one'), set: () => false }, { crypto, newId: () => 'one', isOwn })).toBeUndefined()
})
