import type { Browser, BrowserContext, Page } from '@playwright/test'
import { type OrganisationSpec, organisation, type World } from '../e2e/arrange.ts'
import { openExam, signIn, startExam } from '../e2e/sign-in.ts'
import type { Sitwell } from '../e2e/sitwell.ts'

/** Arranges an exam, and starts it in a window of 1280 by 800. The context is the caller's to close. */
export async function sitDown(
  browser: Browser,
  sitwell: Sitwell,
  spec: Pick<OrganisationSpec, 'exams' | 'packages'>,
): Promise<{ context: BrowserContext; page: Page; exam: World['exams'][number] }> {
  const world = await sitwell.arrange(organisation({ exams: [], ...spec }))
  const context = await browser.newContext({ baseURL: sitwell.origin, viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await signIn(page, world)
  const [exam] = world.exams
  if (!exam) throw new Error('There is no exam to open.')
  await openExam(page, exam)
  await startExam(page)
  return { context, page, exam }
}
