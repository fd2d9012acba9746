import type { Browser } from '@playwright/test'
import { organisation } from '../e2e/arrange.ts'
import { pressFinish } from '../e2e/press-finish.ts'
import { signIn, startExam } from '../e2e/sign-in.ts'
import type { Sitwell } from '../e2e/sitwell.ts'
import { examOf } from './learners.ts'

const questionCount = 30
const answered = 5

export interface FinishFigures {
  /** From the confirmed finish to the figures of the result on the screen. */
  readonly shownMs: number
  /** The same calls asked again by the same browser, one after the other and nothing else. */
  readonly rawMs: number
  readonly calls: number
}

/** Sits an exam, finishes it, and then makes the calls that this took again without the player. */
export async function measureFinish(browser: Browser, sitwell: Sitwell): Promise<FinishFigures> {
  const world = await sitwell.arrange(organisation({ exams: [examOf(questionCount)] }))
  const context = await browser.newContext({ baseURL: sitwell.origin })
  const page = await context.newPage()
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await startExam(page)
  for (let question = 1; question <= answered; question += 1) {
    await page.getByRole('heading', { name: `Question ${question}`, exact: true }).waitFor()
    await page.getByRole('radio').first().click({ force: true })
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
  }
  await pressFinish(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  const last = page.getByRole('button', { name: 'Finish all the same' })
  await last.waitFor()
  const asked: { url: string; method: string; headers: Record<string, string>; body: string | null }[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(`${sitwell.origin}/assessment/`)) return
    const { authorization = '', 'content-type': type } = request.headers()
    const headers = { authorization, ...(type && { 'content-type': type }) }
    asked.push({ url: request.url(), method: request.method(), headers, body: request.postData() })
  })
  const shownMs = await last.evaluate(async (button: HTMLElement) => {
    const from = performance.now()
    button.click()
    await new Promise<void>((resolve) => {
      const look = () =>
        document.querySelector('section[aria-label="Your result"] dl') ? resolve() : requestAnimationFrame(look)
      look()
    })
    return performance.now() - from
  })
  const rawMs = await page.evaluate(async (all) => {
    const from = performance.now()
    for (const { url, ...init } of all) await (await fetch(url, init)).text()
    return performance.now() - from
  }, asked)
  await context.close()
  return { shownMs, rawMs, calls: asked.length }
}
