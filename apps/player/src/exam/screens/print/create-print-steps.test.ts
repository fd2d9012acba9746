import { expect, test } from 'vitest'
import type { Player } from '../../../context/player.ts'
import type { ExamVisit } from '../../content/exam-visit.ts'
import { createPrintSteps } from './create-print-steps.ts'

const arrange = (outcome: object) => {
  const asked: unknown[] = []
  const api = {
    call: async (call: { name: string }, input: { query: object }) => {
      asked.push([call.name, input.query])
      return outcome
    },
    resourceUrl: (path: string) => `https://exams.example/${path}`,
  }
  // Boundary: of a player and a visit printing takes nothing else.
  const player = { api, session: { user: { guid: 'ada' } }, text: (id: string) => id } as unknown as Player
  const schedule = { guid: 'schedule-1', scheduleType: 2, examTypeGuid: 'type-1' }
  const visit = { schedule, exam: { content: { examGuid: 'exam-1' } } } as unknown as ExamVisit
  const steps = createPrintSteps(player, visit, { formRunGuid: 'run-1', questionId: 'q1' }, () => true)
  return { asked, print: () => steps.print(new AbortController().signal) }
}

// API-315 PRINT-307 PRINT-308
test('asks for the question by its form run, and opens the API’s host, the link and inline', async () => {
  const { asked, print } = arrange({ ok: true, value: { link: 'print/Question/pdf?token=t' } })
  expect(await print()).toEqual({ link: 'https://exams.example/print/Question/pdf?token=t&inline=true' })
  const query = {
    questionId: 'q1',
    userGuid: 'ada',
    scheduleGuid: 'schedule-1',
    scheduleType: 2,
    examGuid: 'exam-1',
    examTypeGuid: 'type-1',
    formRunGuid: 'run-1',
    filename: 'question.pdf',
  }
  expect(asked).toEqual([['printQuestion', query]])
})

// ENT-321
test('takes the server’s words of an error, and none of what it says to people who read logs', async () => {
  expect(await arrange({ ok: true, value: { error: 'Later.' } }).print()).toEqual({ error: 'Later.' })
  expect(await arrange({ ok: true, value: {} }).print()).toEqual({ error: '' })
  for (const message of ['The exam is paused.', 'Error 500'])
    expect(await arrange({ ok: false, kind: 'refused', message }).print()).toEqual({ error: 'print.later' })
  const lost = { ok: false, kind: 'unreachable', message: 'Failed to fetch' }
  expect(await arrange(lost).print()).toEqual({ error: 'print.unreachable' })
  expect(await arrange({ ...lost, status: 502 }).print()).toEqual({ error: 'print.unreachable' })
  expect(await arrange({ ...lost, status: 400 }).print()).toEqual({ error: 'print.later' })
})
