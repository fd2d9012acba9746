import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import type { StoredLog } from './activity-logs.ts'
import { type LogsSteps, logsMachine } from './logs.machine.ts'
import { formRunRecord } from './testing/form-run-record.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const log: StoredLog = {
  id: 'run',
  userGuid: 'u',
  learnerName: 'Mina Okafor',
  examName: 'Fishes',
  entries: [{ id: '2026-11-21T12:00:00.000Z', type: 6, value: '' }],
  activities: [],
  requests: [],
}

const start = (steps: Partial<LogsSteps> = {}) => {
  const all: LogsSteps = {
    isReady: vi.fn(async () => true),
    read: vi.fn(async () => [log]),
    readAside: vi.fn(async () => ({ entries: [], nobodys: 2 })),
    readOnlyHere: vi.fn(async () => []),
    saveHandIn: vi.fn(async () => undefined),
    exportAll: vi.fn(async () => undefined),
    saveAside: vi.fn(async () => undefined),
    upload: vi.fn(async () => undefined),
    remove: vi.fn(async () => undefined),
    ...steps,
  }
  return { actor: createActor(logsMachine, { input: { steps: all } }).start(), steps: all }
}
const settle = () => vi.advanceTimersByTimeAsync(0)

// ADM-309 CONST-103
test('the logs are looked for every 500 ms until they can be read', async () => {
  const answers = [false, new Error('blocked'), true]
  const isReady = vi.fn(async () => {
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    return answer ?? true
  })
  const { actor, steps } = start({ isReady })
  await vi.advanceTimersByTimeAsync(499)
  expect(isReady).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(isReady).toHaveBeenCalledTimes(2)
  expect(steps.read).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(500)
  expect(isReady).toHaveBeenCalledTimes(3)
  expect(actor.getSnapshot().matches('shown')).toBe(true)
  await vi.advanceTimersByTimeAsync(5000)
  expect(isReady).toHaveBeenCalledTimes(3)
})

test('logs that cannot be read say so, and can be tried again', async () => {
  let broken = true
  const { actor } = start({
    read: async () => {
      if (broken) throw new Error('disk')
      return [log]
    },
  })
  await settle()
  expect(actor.getSnapshot().matches('failed')).toBe(true)
  broken = false
  actor.send({ type: 'retry' })
  await settle()
  expect(actor.getSnapshot()).toMatchObject({ value: 'shown', context: { logs: [log] } })
})

// ADM-304
test('nothing is deleted before the administrator has said yes', async () => {
  const { actor, steps } = start()
  await settle()
  actor.send({ type: 'delete', log })
  actor.send({ type: 'cancelled' })
  await settle()
  expect(steps.remove).not.toHaveBeenCalled()
  expect(actor.getSnapshot()).toMatchObject({ value: 'shown', context: { chosen: undefined, notice: undefined } })
  actor.send({ type: 'delete', log })
  actor.send({ type: 'confirmed' })
  await settle()
  expect(steps.remove).toHaveBeenCalledExactlyOnceWith(log)
  expect(actor.getSnapshot().context.notice).toBe('logs.deleted')
})

// ADM-303
test('an upload tells how it ended, and what is kept is read again either way', async () => {
  let reachable = false
  const { actor, steps } = start({
    upload: async () => {
      if (!reachable) throw new Error('unreachable')
    },
  })
  await settle()
  actor.send({ type: 'upload', log })
  await settle()
  expect(actor.getSnapshot()).toMatchObject({ value: 'shown', context: { notice: 'logs.uploadFailed' } })
  reachable = true
  actor.send({ type: 'upload', log })
  await settle()
  expect(actor.getSnapshot().context.notice).toBe('logs.uploaded')
  expect(steps.read).toHaveBeenCalledTimes(3)
  expect(steps.remove).not.toHaveBeenCalled()
})

test('an export tells how it ended; what was set aside is read with the logs', async () => {
  let full = true
  const { actor } = start({
    exportAll: async () => {
      if (full) throw new Error('no room')
    },
  })
  await settle()
  expect(actor.getSnapshot().context.aside.nobodys).toBe(2)
  actor.send({ type: 'export' })
  await settle()
  expect(actor.getSnapshot()).toMatchObject({ value: 'shown', context: { notice: 'logs.exportFailed' } })
  full = false
  actor.send({ type: 'export' })
  await settle()
  expect(actor.getSnapshot()).toMatchObject({ value: 'shown', context: { notice: 'logs.exported' } })
})

test('a file that was set aside is given out, and the page says how that ended', async () => {
  let isGone = true
  const saveAside = vi.fn(async () => {
    if (isGone) throw new Error('gone')
  })
  const { actor } = start({ saveAside })
  await settle()
  const record = { format: 1, from: 'uploads', key: 'f', reason: 'INVALID_FILE', setAsideAt: '', value: {} } as const
  const names = { learnerName: 'Mina Okafor', examName: 'Fishes', formRunGuid: 'run', questionId: '' }
  const file = { id: 'f', ...names, kind: 'file', reason: 'INVALID_FILE', setAsideAt: '', holds: 'joint.png', record } as const
  actor.send({ type: 'save', file })
  await settle()
  expect(actor.getSnapshot()).toMatchObject({ value: 'shown', context: { notice: 'logs.fileFailed' } })
  isGone = false
  actor.send({ type: 'save', file })
  await settle()
  expect(saveAside).toHaveBeenLastCalledWith(file)
  expect(actor.getSnapshot().context.notice).toBe('logs.fileSaved')
})

test('answers that are only here are given out as a file, and the page says how that ended', async () => {
  let isGone = true
  const saveHandIn = vi.fn(async () => {
    if (isGone) throw new Error('gone')
  })
  const run = { run: formRunRecord('run'), answers: 2 }
  const { actor } = start({ saveHandIn, readOnlyHere: async () => [run] })
  await settle()
  expect(actor.getSnapshot().context.onlyHere).toEqual([run])
  actor.send({ type: 'handIn', run, about: 'for staff' })
  await settle()
  expect(actor.getSnapshot()).toMatchObject({ value: 'shown', context: { notice: 'onlyHere.failed' } })
  isGone = false
  actor.send({ type: 'handIn', run, about: 'for staff' })
  await settle()
  expect(saveHandIn).toHaveBeenLastCalledWith(run, 'for staff')
  expect(actor.getSnapshot().context.notice).toBe('onlyHere.saved')
})
