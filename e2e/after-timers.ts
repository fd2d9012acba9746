import type { Page } from '@playwright/test'

/** Resolves behind all that the page has set timers for until now and that is due within this many milliseconds: timers come in their order. */
export const afterTimers = (page: Page, withinMs: number): Promise<void> =>
  page.evaluate((ms) => new Promise<void>((resolve) => setTimeout(resolve, ms + 1)), withinMs)

/** Whether an element stands where it stood, over some frames: a smooth scroll moves it with each. */
export const standsStill = (element: Element): Promise<boolean> =>
  new Promise((resolve) => {
    const top = () => Math.round(element.getBoundingClientRect().top)
    const first = top()
    let frames = 0
    const look = () => {
      frames += 1
      if (top() !== first) resolve(false)
      else if (frames === 12) resolve(true)
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
