import { textsOf } from '@sitwell/i18n/testing/texts-of'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followUnsent } from '../../exam/screens/hand-in/follow-unsent.ts'
import { isAllThere, type Unsent, wordsOfUnsent } from '../../exam/screens/hand-in/words-of-unsent.ts'
import type { OnlyHere } from '../../sync/player-sync-types.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const { text } = textsOf()
const nothing: OnlyHere = { answers: 0, files: 0, courses: 0, checking: 0, refused: [] }
const online: Unsent = { ...nothing, isOffline: false, isLasting: true }
const words = (unsent: Partial<Unsent>, isOverdue = false, who?: 'signedIn') =>
  wordsOfUnsent(text, { ...online, ...unsent, isOverdue }, who)

test('all is called there only where nothing waits, nothing is being looked at, and what is kept could be read', () => {
  expect(words({})).toBe('All your answers are on the server.')
  for (const one of [{ answers: 1 }, { files: 1 }, { courses: 1 }, { checking: 1 }, { isUnknown: true as const }])
    expect([isAllThere({ ...online, ...one }), words(one, true)]).toEqual([false, expect.not.stringContaining('All your')])
  expect(words({ isUnknown: true })).toContain('can’t say whether all of your answers are on the server')
})

test('what is only here is counted, of courses alone too, with what the server is asked about', () => {
  expect(words({ answers: 2 })).toBe('Your answers are being sent …')
  expect(words({ courses: 1 }, true)).toContain('only on this device: 1 lesson of a course.')
  expect(words({ answers: 2, files: 1, checking: 3 }, true)).toMatch(
    /only on this device: 2 answers, 1 file\. .+ asked whether it still has 3 answers\./,
  )
  expect(words({ checking: 3 })).toBe('The server is being asked whether it still has 3 answers.')
})

// NAV-321
test('who leaves an exam hears what stays only here, and that a browser that keeps nothing must not be closed', () => {
  expect(words({ answers: 1, isOffline: true }, false, 'signedIn')).toMatch(/only on this device: 1 answer\. They stay here/)
  expect(words({ answers: 1, isOffline: true, isLasting: false }, false, 'signedIn')).toMatch(
    /this browser can’t keep them: 1 answer\. Don’t close this window/,
  )
})

const arrange = () => {
  const seen: Unsent[] = []
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const world = { onlyHere: async (): Promise<OnlyHere> => nothing }
  const follow = () =>
    followUnsent(
      {
        onlyHere: () => world.onlyHere(),
        onAnswers: subscribe,
        queue: { subscribe },
        uploads: { subscribe },
        connection: { state: () => 'online', subscribe },
        keeping: { get: () => 'lasting', subscribe },
      },
      (unsent) => void seen.push(unsent),
      () => {},
    )
  const move = () => {
    for (const listener of listeners) listener()
  }
  return { seen, world, follow, move, listeners }
}
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

test('what changes while it is read is read once more', async () => {
  const { seen, world, follow, move, listeners } = arrange()
  const first = Promise.withResolvers<OnlyHere>()
  world.onlyHere = () => first.promise
  const stop = follow()
  world.onlyHere = async () => ({ ...nothing, answers: 2 })
  for (let times = 0; times < 10; times += 1) move()
  first.resolve(nothing)
  await settle()
  expect(seen.map(({ answers }) => answers)).toEqual([0, 2])
  stop()
  expect(listeners.size).toBe(0)
  await settle(5000)
  expect(seen).toHaveLength(2)
})

test('a store that hangs or fails holds nobody back, and isn’t taken for an empty one', async () => {
  for (const isHanging of [true, false]) {
    const { seen, world, follow, move } = arrange()
    const never = new Promise<never>(() => undefined)
    world.onlyHere = () => (isHanging ? never : Promise.reject(new Error('The store is gone.')))
    const stop = follow()
    await settle(2000)
    expect(seen.map(({ isUnknown }) => isUnknown)).toContain(true)
    expect(seen.every((one) => !isAllThere(one))).toBe(true)
    if (!isHanging) {
      world.onlyHere = async () => nothing
      move()
      await settle()
      expect(seen.at(-1)).toEqual(online)
    }
    stop()
  }
})
