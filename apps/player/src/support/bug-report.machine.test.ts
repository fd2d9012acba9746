import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { type BugReport, bugReportMachine } from './bug-report.machine.ts'

const nowMs = Date.parse('2026-11-21T12:00')

const start = (submit: (report: BugReport) => Promise<void> = async () => undefined) =>
  createActor(bugReportMachine, { input: { steps: { nowMs: () => nowMs, submit } } }).start()

// ADM-313
test('a report can be sent only once it says something', () => {
  const actor = start()
  expect(actor.getSnapshot().can({ type: 'submitted' })).toBe(false)
  actor.send({ type: 'described', value: '  ' })
  expect(actor.getSnapshot().can({ type: 'submitted' })).toBe(false)
  actor.send({ type: 'described', value: 'The timer stood still.' })
  expect(actor.getSnapshot().can({ type: 'submitted' })).toBe(true)
})

// ADM-314 ERR-321
test('a time that is yet to come is refused and reset, start or end', () => {
  for (const [type, field] of [
    ['start_chosen', 'start'],
    ['end_chosen', 'end'],
  ] as const) {
    const actor = start()
    actor.send({ type, value: '2026-11-21T12:01' })
    expect(actor.getSnapshot().context).toMatchObject({ [field]: '', alert: 'bug.laterThanNow' })
    actor.send({ type, value: '2026-11-21T12:00' })
    expect(actor.getSnapshot().context).toMatchObject({ [field]: '2026-11-21T12:00', alert: undefined })
  }
})

// ADM-315 ERR-321
test('an end before the start is refused and reset, and so is a start after the end', () => {
  const actor = start()
  actor.send({ type: 'start_chosen', value: '2026-11-21T11:00' })
  actor.send({ type: 'end_chosen', value: '2026-11-21T10:59' })
  expect(actor.getSnapshot().context).toMatchObject({ start: '2026-11-21T11:00', end: '', alert: 'bug.endBeforeStart' })
  actor.send({ type: 'end_chosen', value: '2026-11-21T11:00' })
  actor.send({ type: 'start_chosen', value: '2026-11-21T11:01' })
  expect(actor.getSnapshot().context).toMatchObject({ start: '', end: '2026-11-21T11:00', alert: 'bug.endBeforeStart' })
})

test('a report that could not be sent is still there, and can be sent again', async () => {
  const sent: BugReport[] = []
  const actor = start(async (report) => {
    sent.push(report)
    if (sent.length === 1) throw new Error('no answer')
  })
  actor.send({ type: 'described', value: ' The timer stood still. ' })
  actor.send({ type: 'submitted' })
  await waitFor(actor, (snapshot) => snapshot.matches('filling'))
  expect(actor.getSnapshot().context).toMatchObject({ description: ' The timer stood still. ', alert: 'bug.failed' })
  actor.send({ type: 'submitted' })
  await waitFor(actor, (snapshot) => snapshot.matches('reported'))
  expect(sent[1]).toEqual({ description: 'The timer stood still.', start: '', end: '', userGuid: '', examGuid: '' })
})

// ADM-316 ENT-332
test('choosing a user clears the exam, and there is no exam without a user', () => {
  const actor = start()
  const chosen = () => {
    const { userGuid, examGuid } = actor.getSnapshot().context
    return [userGuid, examGuid]
  }
  actor.send({ type: 'exam_chosen', value: 'e1' })
  expect(chosen()).toEqual(['', ''])
  actor.send({ type: 'user_chosen', value: 'u1' })
  actor.send({ type: 'exam_chosen', value: 'e1' })
  expect(chosen()).toEqual(['u1', 'e1'])
  actor.send({ type: 'user_chosen', value: 'u2' })
  expect(chosen()).toEqual(['u2', ''])
})
