import type { Page } from '@playwright/test'
import { exam, type OrganisationSpec, organisation } from './arrange.ts'
import type { QuestionSpec } from './arrange-exam.ts'
import { enterExam } from './sign-in.ts'
import type { Sitwell } from './sitwell.ts'

/** Brings the first learner of an organisation to the first question of its first exam. */
export async function sitExam(page: Page, sitwell: Sitwell, spec: OrganisationSpec) {
  const world = await sitwell.arrange(spec)
  await enterExam(page, world)
  return world
}

/** Brings a learner to the first question of an exam of these questions, which is called `Types`. */
export const sitQuestions = (page: Page, sitwell: Sitwell, ...questions: QuestionSpec[]) =>
  sitExam(page, sitwell, organisation({ exams: [exam({ name: 'Types', questions })] }))
