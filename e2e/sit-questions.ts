import type { Page } from '@playwright/test'
import { exam, organisation } from './arrange.ts'
import type { QuestionSpec } from './arrange-exam.ts'
import { signIn, startExam } from './sign-in.ts'
import type { Sitwell } from './sitwell.ts'

/** Brings a learner to the first question of an exam of these questions, which is called `Types`. */
export async function sitQuestions(page: Page, sitwell: Sitwell, ...questions: QuestionSpec[]) {
  const world = await sitwell.arrange(organisation({ exams: [exam({ name: 'Types', questions })] }))
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await startExam(page)
  return world
}
