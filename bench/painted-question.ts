import type { Browser, Page } from '@playwright/test'
import type { OrganisationSpec } from '../e2e/arrange.ts'
import type { Sitwell } from '../e2e/sitwell.ts'
import { sitDown } from './sit-down.ts'
import { threadTimes } from './thread-time.ts'

/** How many openings of a question go before those that count: its code is compiled, and what it caches is there. */
export const warmUps = 2

/** What the page's main thread worked for openings of a question, in milliseconds at this machine's own speed. */
export interface PaintedFigure {
  /** Which question of the exam was opened; counts from 1. */
  readonly question: number
  /** Of the first one in this page; question 1 was shown before. */
  readonly firstMs: number
  /** Of each that counts, from the click to the painted question. */
  readonly threadMs: readonly number[]
  /** Of the same elements, finished, put into the page: what the browser alone works to lay them out and paint them. */
  readonly bareMs: readonly number[]
  /** By the clock, with whatever else the machine did meanwhile. */
  readonly wallMs: readonly number[]
}

/**
 * Opens the questions `wanted` of an exam (they count from 1) through its navigation panel, each `clicks` times and each time from
 * the question after it. The processor isn't slowed down: a browser does that by waiting as long again as the clock says that something
 * took, so that what other processes take of a busy machine counts as often, in its thread's time too.
 */
export async function measurePainted(
  browser: Browser,
  sitwell: Sitwell,
  exam: Pick<OrganisationSpec, 'exams' | 'packages'>,
  wanted: readonly number[],
  clicks: number,
): Promise<PaintedFigure[]> {
  const { context, page, exam: scheduled } = await sitDown(browser, sitwell, exam)
  const devTools = await context.newCDPSession(page)
  // A learner looks at the question before moving on; what follows its opening is done then.
  const look = async () => {
    await page.waitForTimeout(80)
    await page.evaluate(() => new Promise<void>((rested) => requestIdleCallback(() => rested())))
  }
  const figures: PaintedFigure[] = []
  // The last first: the question after it was opened before, so that the first opening of each is its first in the page.
  for (const question of wanted.toSorted((a, b) => b - a)) {
    const wallMs: number[] = []
    const marks = await threadTimes(devTools, async () => {
      for (let click = 0; click <= warmUps + clicks; click += 1) {
        await clickToPaint(page, question === scheduled.questionIds.length ? 1 : question + 1, 'other')
        await look()
        wallMs.push(await clickToPaint(page, question, String(click)))
        await look()
        await paintBare(page, String(click))
      }
    })
    const between = (from: string, to: string) =>
      wallMs.map((_, click) => (marks.get(`${to} ${click}`) ?? 0) - (marks.get(`${from} ${click}`) ?? 0))
    const counted = (ms: readonly number[]) => ms.slice(1 + warmUps)
    const threadMs = between('clicked', 'painted')
    figures.push({
      question,
      firstMs: threadMs[0] ?? 0,
      threadMs: counted(threadMs),
      bareMs: counted(between('bare', 'bare painted')),
      wallMs: counted(wallMs),
    })
  }
  await context.close()
  return figures.toReversed()
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

/** Puts a copy of the shown question over the page, marks as it begins and once the frame with it is painted, and takes it away again. */
function paintBare(page: Page, name: string): Promise<void> {
  return page.evaluate(
    (name) =>
      new Promise<void>((resolve, reject) => {
        const shown = document.querySelector('main article')
        if (!shown) return reject(new Error('no question is shown'))
        const copy = document.createElement('div')
        copy.style.cssText = `position: fixed; inset: 0; inline-size: ${shown.clientWidth}px; overflow: auto`
        copy.append(shown.cloneNode(true))
        // What they hold is loaded behind the frame.
        for (const loaded of copy.querySelectorAll('iframe, audio, video')) loaded.remove()
        const painted = new MessageChannel()
        painted.port1.onmessage = () => {
          performance.mark(`bare painted ${name}`)
          copy.remove()
          resolve()
        }
        requestAnimationFrame(() => {
          performance.mark(`bare ${name}`)
          document.body.append(copy)
          queueMicrotask(() => painted.port2.postMessage(undefined))
        })
      }),
    name,
  )
}
