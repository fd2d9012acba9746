import type { Api } from '@sitwell/client/api'
import { expect, test } from 'vitest'
import type { ExamVisit } from '../../content/exam-visit.ts'
import { createRunSteps } from './run-steps.ts'

const arrange = (fields: { formRunGuid?: string; completed?: boolean; finished?: boolean; isUp?: boolean }) => {
  const met: unknown[] = []
  const calls: unknown[] = []
  const answer = async (call: { name: string }, input: unknown) => {
    calls.push([call.name, input])
    return fields.isUp ? { ok: true, value: 'state' } : { ok: false, kind: 'unreachable' }
  }
  // Doubles of what the steps use.
  const visit = { exam: { content: { formRunGuid: fields.formRunGuid } }, schedule: { completed: fields.completed ?? false } }
  const formRun = {
    formRunGuid: 'run',
    finished: () => fields.finished ?? false,
    time: { meet: (state: unknown) => met.push(state) },
  }
  const api = { call: answer } as unknown as Api
  return { steps: createRunSteps(visit as unknown as ExamVisit, formRun as never, api), met, calls }
}

// RUN-336
test('an exam is completed where its schedule is, or where the learner has finished it here', async () => {
  expect(await arrange({}).steps.isCompleted()).toBe(false)
  expect(await arrange({ completed: true }).steps.isCompleted()).toBe(true)
  expect(await arrange({ finished: true }).steps.isCompleted()).toBe(true)
})

test('an exam that goes on meets the ledger before it shows, one that begins has nothing to ask', async () => {
  const fresh = arrange({ isUp: true })
  await fresh.steps.start()
  expect(fresh.calls).toEqual([])
  const again = arrange({ formRunGuid: 'run', isUp: true })
  await again.steps.start()
  expect(again.calls).toEqual([['dashState', { query: { formRunGuid: 'run' } }]])
  expect(again.met).toEqual(['state'])
})

test('an exam goes on without the server', async () => {
  const { steps, met } = arrange({ formRunGuid: 'run' })
  await steps.start()
  expect(met).toEqual([])
})
