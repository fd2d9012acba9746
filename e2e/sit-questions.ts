import type { Page } from '@playwright/test'
import { exam, organisation } from './arrange.ts'
import type { QuestionSpec } from './arrange-exam.ts'
import { openExam, signIn, startExam } from './sign-in.ts'
import type { Sitwell } from './sitwell.ts'

/** Brings a learner to the first question of an exam of these questions, which is called `Types`. */
export async function sitQuestions(page: Page, sitwell: Sitwell, ...questions: QuestionSpec[]) {
  const world = await sitwell.arrange(organisation({ exams: [exam({ name: 'Types', questions })] }))
  await signIn(page, world)
  await openExam(page, { name: 'Types' })
  await startExam(page)
  return world
}
