import type { LearnerAction } from '@sitwell/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPageReports, reportEveryMs, unsentForMs } from './page-reports.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 11, 3, 10) }))
afterEach(() => void vi.useRealTimers())

/** A page whose server, connection and answers the test says. */
const arrange = () => {
  const world = {
    ...{ leftMs: 600_000 as number | undefined, unsent: 0, mayReport: true, status: 200 },
    actions: [] as LearnerAction[],
    answer: undefined as Promise<void> | undefined,
  }
  const sent: { leftMs?: number | undefined; unsent: number; deviceMs: number; build?: string | undefined }[] = []
  const received: (readonly LearnerAction[])[] = []
  const reports = createPageReports({
    facts: () => ({ formRunGuid: 'run', leftMs: world.leftMs, unsent: world.unsent, build: '7' }),
    deviceMs: () => Date.now() - 90_000,
    mayReport: () => world.mayReport,
    send: async (report) => {
      sent.push(report)
      await world.answer
      if (world.status !== 200) return { ok: false, kind: 'refused', code: 'NOT_FOUND', status: world.status, message: 'no' }
      return { ok: true, value: { actions: world.actions } }
    },
    onActions: (actions) => void received.push(actions),
    random: () => 0,
    onError: (error) => {
      throw error
    },
  })
  return { world, sent, received, reports }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

// OFFICE-104
test('a page reports as it opens and every 20 seconds: its time, its unsent answers, its build and its device’s clock', async () => {
  const { world, sent, received } = arrange()
  await pass(0)
  expect(sent).toEqual([{ formRunGuid: 'run', leftMs: 600_000, unsent: 0, build: '7', deviceMs: Date.now() - 90_000 }])
  world.leftMs = 580_000
  world.actions = [{ actionID: 'a', kind: 'message', at: '2026-12-03T10:00:00Z', text: 'Hello' }]
  await pass(reportEveryMs)
  expect(sent[1]).toMatchObject({ leftMs: 580_000, deviceMs: Date.now() - 90_000 })
  expect(received).toEqual([[], world.actions])
})

test('it says at once that answers have begun to wait, and that none waits any more; a save that takes a moment is no news', async () => {
  const { world, sent, reports } = arrange()
  await pass(1000)
  world.unsent = 1
  reports.look()
  await pass(unsentForMs - 1)
  world.unsent = 0
  reports.look()
  await pass(unsentForMs)
  expect(sent).toHaveLength(1)
  world.unsent = 2
  reports.look()
  await pass(unsentForMs)
  expect(sent.map(({ unsent }) => unsent)).toEqual([0, 2])
  world.unsent = 0
  reports.look()
  await pass(unsentForMs)
  expect(sent.map(({ unsent }) => unsent)).toEqual([0, 2, 0])
})

test('nothing is reported while the connection counts as lost, one report is on its way at a time, and none after the end', async () => {
  const { world, sent, reports } = arrange()
  await pass(0)
  world.mayReport = false
  await pass(3 * reportEveryMs)
  expect(sent).toHaveLength(1)
  world.mayReport = true
  let answered = () => {}
  world.answer = new Promise((resolve) => {
    answered = resolve
  })
  await pass(3 * reportEveryMs)
  expect(sent).toHaveLength(2)
  answered()
  await pass(reportEveryMs)
  expect(sent).toHaveLength(3)
  reports.stop()
  world.unsent = 5
  reports.look()
  await pass(10 * reportEveryMs)
  expect(sent).toHaveLength(3)
})

test('a server that knows no such call isn’t asked again; one that fails is', async () => {
  const failing = arrange()
  failing.world.status = 503
  await pass(2 * reportEveryMs)
  expect(failing.sent).toHaveLength(3)
  failing.reports.stop()
  const older = arrange()
  older.world.status = 404
  await pass(5 * reportEveryMs)
  expect(older.sent).toHaveLength(1)
})
