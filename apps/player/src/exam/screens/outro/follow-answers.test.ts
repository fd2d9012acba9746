import { textsOf } from '@sitwell/i18n/testing/texts-of'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AnswersAt } from '../../../sync/only-here/where-answers-are.ts'
import { type AnswersStatus, completedHelp, followAnswers, hasAll } from './follow-answers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const there: AnswersAt = { onServer: 2, onlyHere: [] }
const lastingKeeping = { get: () => 'lasting' as const, subscribe: () => () => {} }

const arrange = (isOwn = true) => {
  const status: AnswersStatus[] = []
  const listeners = new Set<() => void>()
  const world = {
    answersAt: async (): Promise<AnswersAt> => there,
    keeping: 'lasting' as 'lasting' | 'memory',
    lost: [] as { fileName: string }[],
    checks: 0,
  }
  const stop = followAnswers('run', {
    async sync() {
      const onAnswers = (listener: () => void) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      }
      const uploads = { subscribe: () => () => {}, lost: () => world.lost } as never
      return {
        answersAt: () => world.answersAt(),
        onAnswers,
        uploads,
        keeping: { ...lastingKeeping, get: () => world.keeping },
        connection: {
          async check() {
            world.checks += 1
          },
        } as never,
      }
    },
    isOwn,
    tell: (at) => void status.push(at),
    onError: () => {},
  })
  const move = () => {
    for (const listener of listeners) listener()
  }
  return { status, world, stop, move, listeners }
}
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
const { text } = textsOf()
const english = (status: AnswersStatus) => text(completedHelp(status))

test('that nothing can be lost is said of what is known to be on the server, and of nothing else', () => {
  const noFiles = { lostFiles: [] }
  expect([{ ...there, ...noFiles }, 'not-here' as const].map(hasAll)).toEqual([true, true])
  expect(english({ ...there, ...noFiles })).toBe('Your exam is complete. Nothing can be lost now.')
  const one = { questionId: 'q1', number: 1, reason: undefined }
  const others: readonly (readonly [AnswersStatus, RegExp])[] = [
    ['reading', /finding out/],
    ['unknown', /read the message below/],
    [{ ...there, ...noFiles, isChecking: true }, /finding out/],
    [{ onServer: 1, onlyHere: [one], ...noFiles }, /only on this device/],
    [{ ...there, lostFiles: ['map.png'] }, /files are missing/],
  ]
  for (const [status, words] of others) expect([hasAll(status), english(status)]).toEqual([false, expect.stringMatching(words)])
})

test('a device that can’t read what it keeps says so, looks again, and follows what it finds then', async () => {
  const failing = arrange()
  failing.world.answersAt = () => Promise.reject(new Error('The store is busy.'))
  await settle()
  expect(failing.status).toEqual(['unknown'])
  failing.world.answersAt = async () => there
  await settle(5000)
  expect(failing.status).toEqual(['unknown', { ...there, lostFiles: [] }])
  failing.world.lost = [{ fileName: 'map.png' }]
  failing.move()
  await settle()
  expect(failing.status.at(-1)).toEqual({ ...there, lostFiles: ['map.png'] })
  failing.world.answersAt = () => Promise.reject(new Error('The store is gone.'))
  failing.move()
  await settle()
  expect(failing.status.at(-1)).toBe('unknown')
  failing.stop()
  expect(failing.listeners.size).toBe(0)
  await settle(20_000)
  expect(failing.status).toHaveLength(4)
})

test('a store that hangs is not known, until it answers after all', async () => {
  const answer = Promise.withResolvers<AnswersAt>()
  const { status, world, stop, move } = arrange()
  world.answersAt = () => answer.promise
  await settle(5000)
  expect(status).toEqual(['unknown'])
  answer.resolve(there)
  await settle()
  expect(status).toEqual(['unknown', { ...there, lostFiles: [] }])
  move()
  stop()
})

test('an exam of which the browser holds nothing was sat elsewhere, unless it was sat in this tab, or the browser lost what it kept', async () => {
  for (const [isOwn, keeping, expected] of [
    [true, 'lasting', 'unknown'],
    [false, 'lasting', 'not-here'],
    [false, 'memory', 'unknown'],
  ] as const) {
    const { status, world, stop } = arrange(isOwn)
    world.keeping = keeping
    world.answersAt = async () => ({ onServer: 0, onlyHere: [], isNotHere: true })
    await settle()
    expect(status).toEqual([expected])
    stop()
  }
})

test('the server is asked now and then while the page says where the answers are, since only a reply tells of a database that was set back', async () => {
  const { world, stop } = arrange()
  await settle(29_000)
  expect(world.checks).toBe(0)
  await settle(62_000)
  expect(world.checks).toBe(3)
  stop()
  await settle(120_000)
  expect(world.checks).toBe(3)
})
