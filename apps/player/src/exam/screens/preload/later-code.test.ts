import { expect, test } from 'vitest'
import { laterCode, type PageOfCode } from './later-code.ts'

/** A page whose network and clock stand until the test says otherwise. */
const createPage = () => {
  const waits: (() => void)[] = []
  const onlines: (() => void)[] = []
  let styles = 0
  let openings = 0
  const page: PageOfCode = {
    wait: () => new Promise((resolve) => waits.push(resolve)),
    online: () => new Promise((resolve) => onlines.push(resolve)),
    async loadStyles() {
      styles += 1
    },
    open() {
      openings += 1
    },
  }
  return { page, waits, onlines, styles: () => styles, openings: () => openings }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('code that is asked for twice is loaded once, and whoever shows it hears that it is there', async () => {
  const { page, styles } = createPage()
  let fetches = 0
  const code = laterCode(async () => {
    fetches += 1
    return 'code'
  }, page)
  let calls = 0
  code.subscribe(() => {
    calls += 1
  })
  expect(code.get()).toBeUndefined()
  expect(await Promise.all([code.load(() => {}), code.load(() => {})])).toEqual(['code', 'code'])
  expect([code.get(), fetches, calls, styles()]).toEqual(['code', 1, 1, 0])
})

test('code that doesn’t come is asked for again, after a while and once there is a network, with its styles; only the first fault is told', async () => {
  const { page, waits, onlines, styles } = createPage()
  const errors: unknown[] = []
  let isThere = false
  const code = laterCode(async () => {
    if (!isThere) throw new TypeError('Failed to fetch')
    return 'code'
  }, page)
  const loading = code.load((error) => errors.push(error))
  await settled()
  expect([waits.length, code.get()]).toEqual([1, undefined])
  waits[0]?.()
  await settled()
  expect([waits.length, onlines.length]).toEqual([2, 2])
  isThere = true
  onlines[1]?.()
  expect(await loading).toBe('code')
  expect([errors.length, styles()]).toEqual([1, 1])
})

test('a page is opened anew where code doesn’t come time after time, once nothing is lost by that, and not while nobody waits for it', async () => {
  const { page, waits, openings } = createPage()
  const code = laterCode(() => Promise.reject(new TypeError('Failed to fetch')), page)
  void code.load(() => {})
  const miss = async () => {
    await settled()
    waits.pop()?.()
    await settled()
  }
  for (let misses = 0; misses < 5; misses += 1) await miss()
  expect(openings()).toBe(0)
  let isKept = false
  const stop = code.openAnew(() => isKept)
  await miss()
  expect(openings()).toBe(0)
  isKept = true
  await miss()
  expect(openings()).toBe(1)
  stop()
  await miss()
  expect(openings()).toBe(1)
})
