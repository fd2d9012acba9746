import type { Browser, CDPSession, Page } from '@playwright/test'
import { exam, longText, organisation, radio } from '../e2e/arrange.ts'
import { signIn, startExam } from '../e2e/sign-in.ts'
import type { Sitwell } from '../e2e/sitwell.ts'

const hours = 3
const questions = 100
/** Shorter than what counts as a changed clock. */
const stepMs = 27_000
const stepsEach = (hours * 3_600_000) / questions / stepMs

const everyOther = Array.from({ length: questions }, (_, index) =>
  index % 2 === 0
    ? longText(`Question ${index + 1}: say why.`)
    : radio(`Question ${index + 1}: which?`, ['Red', 'Green', 'Blue', 'Yellow'], 0),
)

const sit = async (browser: Browser, sitwell: Sitwell) => {
  const settings = { examTime: (hours + 1) * 3600 }
  const world = await sitwell.arrange(organisation({ exams: [exam({ settings, questions: everyOther })] }))
  const context = await browser.newContext({ baseURL: sitwell.origin, viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const enter = async () => {
    await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
    await startExam(page)
  }
  return { page, enter, devTools: await context.newCDPSession(page), close: () => context.close() }
}

/** Milliseconds of the main thread that a second of a running exam costs in which nobody does anything: the tick and all else. */
export async function measureTick(browser: Browser, sitwell: Sitwell, seconds: number): Promise<number> {
  const { page, enter, devTools, close } = await sit(browser, sitwell)
  await enter()
  await devTools.send('Performance.enable')
  // What the start left to do is done by then.
  await page.waitForTimeout(5000)
  const before = await taskSeconds(devTools)
  await page.waitForTimeout(seconds * 1000)
  const cost = (await taskSeconds(devTools)) - before
  await close()
  return (cost * 1000) / seconds
}

/** Bytes of the page's heap after each quarter of three hours of an exam in which all the answers are typed or chosen. */
export async function measureLongSitting(browser: Browser, sitwell: Sitwell): Promise<number[]> {
  const { page, enter, devTools, close } = await sit(browser, sitwell)
  await page.clock.install()
  await enter()
  const heaps: number[] = []
  for (let question = 1; question <= questions; question += 1) {
    await answer(page, question)
    for (let step = 0; step < stepsEach; step += 1) await page.clock.runFor(stepMs)
    if (question % (questions / 4) === 0) heaps.push(await heapBytes(devTools))
    if (question < questions) await page.getByRole('button', { name: 'Next' }).click()
  }
  await close()
  return heaps
}

async function answer(page: Page, question: number): Promise<void> {
  await page.getByRole('heading', { level: 1, name: `Question ${question}`, exact: true }).waitFor()
  if (question % 2 === 0)
    return page
      .getByRole('radio')
      .nth(question % 4)
      .check({ force: true })
  const box = page.getByRole('article').getByRole('textbox').first()
  await box.click()
  await page.keyboard.type('Because a lake turns over twice a year, and what lives in it knows.')
}

async function taskSeconds(devTools: CDPSession): Promise<number> {
  const { metrics } = await devTools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
}

async function heapBytes(devTools: CDPSession): Promise<number> {
  await devTools.send('HeapProfiler.collectGarbage')
  return (await devTools.send('Runtime.getHeapUsage')).usedSize
}
