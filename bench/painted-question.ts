import type { Browser, Page } from '@playwright/test'
import { type OrganisationSpec, organisation } from '../e2e/arrange.ts'
import { openExam, signIn, startExam } from '../e2e/sign-in.ts'
import type { Sitwell } from '../e2e/sitwell.ts'
import { medianOf, percentileOf } from './durations.ts'
import { threadTimes } from './thread-time.ts'

export interface PaintedFigure {
  /** How many times slower the processor was made. */
  slowdown: number
  /** Which question of the exam was opened; counts from 1. */
  question: number
  /** From the click to the painted question, with whatever else the machine did meanwhile. */
  medianMs: number
  p95Ms: number
  /** What the page's main thread worked for it: the figure of a busy machine. */
  threadMedianMs: number
  threadP95Ms: number
}

/**
 * Opens the questions `wanted` of an exam (they count from 1) through its navigation panel, each `clicks` times and each time from
 * the question after it, and gives the times from the click to the painted question.
 */
export async function measurePainted(
  browser: Browser,
  sitwell: Sitwell,
  exam: Pick<OrganisationSpec, 'exams' | 'packages'>,
  wanted: readonly number[],
  { clicks, slowdowns }: { clicks: number; slowdowns: readonly number[] },
): Promise<PaintedFigure[]> {
  const world = await sitwell.arrange(organisation({ exams: [], ...exam }))
  const context = await browser.newContext({ baseURL: sitwell.origin, viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await signIn(page, world)
  const [scheduled] = world.exams
  if (!scheduled) throw new Error('There is no exam to open.')
  await openExam(page, scheduled)
  await startExam(page)
  const devTools = await context.newCDPSession(page)
  // A learner looks at the question before moving on; what follows its opening is done then, however slow the processor is.
  const look = async () => {
    await page.waitForTimeout(80)
    await page.evaluate(() => new Promise<void>((rested) => requestIdleCallback(() => rested())))
  }
  const timesOf = async (question: number) => {
    const times: number[] = []
    const marks = await threadTimes(devTools, async () => {
      // The first showing loads what the panel needs; it is looked at by itself in the tests.
      for (let click = 0; click <= clicks; click += 1) {
        await clickToPaint(page, question === scheduled.questionIds.length ? 1 : question + 1, 'other')
        await look()
        const ms = await clickToPaint(page, question, String(click))
        if (click > 0) times.push(ms)
        await look()
      }
    })
    const worked = times.map((_, click) => (marks.get(`painted ${click + 1}`) ?? 0) - (marks.get(`clicked ${click + 1}`) ?? 0))
    return { times, worked }
  }
  const figures: PaintedFigure[] = []
  for (const slowdown of slowdowns) {
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    for (const question of wanted) {
      const { times, worked } = await timesOf(question)
      figures.push({
        ...{ slowdown, question, medianMs: medianOf(times), p95Ms: percentileOf(times, 95) },
        ...{ threadMedianMs: medianOf(worked), threadP95Ms: percentileOf(worked, 95) },
      })
    }
  }
  await context.close()
  return figures
}

/**
 * Milliseconds from the click on a question's button, made as a frame begins, until the main thread has painted the first frame in
 * which the question stands. Marks both moments, under `name`.
 */
function clickToPaint(page: Page, number: number, name: string): Promise<number> {
  return page.evaluate(
    ([wanted, name]) =>
      new Promise<number>((resolve, reject) => {
        const button = document.querySelectorAll<HTMLElement>('nav ol button')[wanted - 1]
        if (!button) return reject(new Error(`no button of question ${wanted}`))
        const stands = () => document.getElementById(`question-${wanted}`) !== null
        const frame = (from: number) => {
          const painted = new MessageChannel()
          painted.port1.onmessage = () => {
            performance.mark(`painted ${name}`)
            resolve(performance.now() - from)
          }
          // What the click changes, it changes before the frame is laid out and painted; a message of now is answered after that.
          queueMicrotask(() => (stands() ? painted.port2.postMessage(undefined) : requestAnimationFrame(() => frame(from))))
        }
        requestAnimationFrame(() => {
          performance.mark(`clicked ${name}`)
          const from = performance.now()
          button.click()
          frame(from)
        })
      }),
    [number, name] as const,
  )
}
