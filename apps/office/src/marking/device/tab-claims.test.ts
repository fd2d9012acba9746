import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openSeal } from './seal.ts'
import { createTabClaims, endingMs } from './tab-claims.ts'
import type { TabKey } from './tab-key.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The locks of a browser, for pages that a test ends. */
const browser = () => {
  const held = new Map<string, () => void>()
  const waiting = new Map<string, () => void>()
  // Boundary: of the ways to ask for a lock there is only the one that pages take.
  const request = (async (name: string, { signal }: LockOptions, granted: () => Promise<never>) => {
    if (held.has(name))
      await new Promise<void>((resolve, reject) => {
        waiting.set(name, resolve)
        signal?.addEventListener('abort', () => reject(signal.reason))
      })
    held.set(name, () => waiting.get(name)?.())
    return granted()
  }) as unknown as LockManager['request']
  const end = () => {
    for (const [name, next] of held) {
      held.delete(name)
      next()
    }
  }
  return { request, end }
}

const copyOf = (key: TabKey | undefined) => {
  let own = key
  return {
    get: () => own,
    set: (next: TabKey) => {
      own = next
      return true
    },
    clear: () => {},
  }
}
const open = (tab: ReturnType<typeof copyOf>, isOwn: ReturnType<typeof createTabClaims>) =>
  openSeal(tab, { crypto, newId: () => crypto.randomUUID(), isOwn })

test('a copy of a tab gets its own key; the original tab and its next page keep theirs', async () => {
  const locks = browser()
  const first = copyOf(undefined)
  const page = createTabClaims(locks)
  const seal = await open(first, page)
  expect((await open(first, page))?.id).toBe(seal?.id)
  const copy = copyOf(first.get())
  const copied = open(copy, createTabClaims(locks))
  await vi.advanceTimersByTimeAsync(endingMs)
  expect((await copied)?.id).not.toBe(seal?.id)
  expect(copy.get()).not.toEqual(first.get())
  const kept = await seal?.seal(new TextEncoder().encode('answer'), 'place')
  expect(kept && (await (await copied)?.open(kept, 'place'))).toBeUndefined()
  // The page before is still ending while the next one opens.
  const next = open(first, createTabClaims(locks))
  await vi.advanceTimersByTimeAsync(endingMs / 2)
  locks.end()
  expect((await next)?.id).toBe(seal?.id)
})

test('a browser without locks has each key to itself', async () => {
  expect(await createTabClaims(undefined)('one')).toBe(true)
})
