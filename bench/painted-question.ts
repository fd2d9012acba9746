import type { Browser, Page } from '@playwright/test'
import { organisation } from '../e2e/arrange.ts'
import { openExam, signIn, startExam } from '../e2e/sign-in.ts'
import type { Sitwell } from '../e2e/sitwell.ts'
import { examOf } from './learners.ts'

/** One frame of a screen that shows 60 in a second, in milliseconds. */
export const frameMs = 1000 / 60

export interface PaintedFigure {
  questions: number
  slowdown: number
  medianMs: number
  worstMs: number
}

const clicks = 30

/**
 * Opens questions of an exam of `questions` through its navigation panel, and gives the time from the click to the painted
 * question, at full speed and with the processor slowed down as many times as `slowdowns` says.
 */
export async function measurePainted(
  browser: Browser,
  sitwell: Sitwell,
  questions: number,
  slowdowns: readonly number[],
): Promise<PaintedFigure[]> {
  const world = await sitwell.arrange(organisation({ exams: [examOf(questions)] }))
  const context = await browser.newContext({ baseURL: sitwell.origin, viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await signIn(page, world)
  const [scheduled] = world.exams
  if (scheduled) await openExam(page, scheduled)
  await startExam(page)
  const devTools = await context.newCDPSession(page)
  const figures: PaintedFigure[] = []
  for (const slowdown of slowdowns) {
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const times: number[] = []
    for (let click = 0; click < clicks; click += 1) {
      // Through the whole exam, never the question that is open already.
      const wanted = ((click * 7 + slowdown) % (questions - 1)) + 2
      times.push(await clickToPaint(page, times.length % 2 === 0 ? wanted : 1))
      // A learner looks at the question before moving on; the save of the one left is then under way or done.
      await page.waitForTimeout(150)
    }
    times.sort((a, b) => a - b)
    figures.push({ questions, slowdown, medianMs: times[clicks / 2] ?? 0, worstMs: times.at(-1) ?? 0 })
  }
  await context.close()
  return figures
}

/** Milliseconds from the click on a question's button to the second frame after its heading stands: by then it is painted. */
function clickToPaint(page: Page, number: number): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve, reject) => {
        const button = document.querySelectorAll<HTMLElement>('nav ol button')[wanted - 1]
        if (!button) return reject(new Error(`no button of question ${wanted}`))
        const from = performance.now()
        const look = () => {
          if (!document.getElementById(`question-${wanted}`)) return requestAnimationFrame(look)
          return requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - from)))
        }
        button.click()
        look()
      }),
    number,
  )
}
