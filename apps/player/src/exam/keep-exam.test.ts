import { examContent } from '@sitwell/contract'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { Player } from '../api/player-context.tsx'
import { createServerClock } from '../api/server-clock.ts'
import type { FormRun } from '../sync/form-run.ts'
import type { ExamVisit } from './exam-visit.ts'
import { keepExam } from './keep-exam.ts'
import { loadExam } from './loaded-exam.ts'

const content = z.parse(examContent, {
  ...{ examGuid: 'e', examName: 'Lakes', version: 1, objectID: 1, resourceUrl: 'exams/', formRunGuid: 'run' },
  ...{ settings: { examTime: 600, examTimeRemaining: 240 }, sections: [], questions: [] },
  mappings: [{ sectionId: 'root', sectionIds: [], questionIds: [] }],
})
const hour = 3_600_000

test('an exam is kept until its time and some hours are over by the clock of the computer, wherever the server’s is', async () => {
  const browserMs = Date.UTC(2026, 10, 22, 12)
  const clock = createServerClock(() => browserMs)
  clock.ask()(browserMs - 6 * hour)
  const keep = vi.fn()
  // What of the player and the visit is used where the exam itself is kept already.
  const player = { clock, keptSession: { keep } } as unknown as Player
  const visit = { exam: { ...loadExam(content), isKept: true } } as unknown as ExamVisit
  await keepExam(player, visit, { formRunGuid: 'run' } as FormRun)
  expect(keep).toHaveBeenCalledExactlyOnceWith('e', browserMs + 240_000 + 4 * hour)
})
