import type { Page } from '@playwright/test'

/**
 * Waits until the layout and the scroll positions of a page are the same in three frames in a row. A change of the window's size or of
 * the theme reaches the page a frame later, and what observes sizes follows a frame after that; a loaded machine takes long for each.
 * A page that never comes to rest is measured as it is after two hundred frames.
 */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    // A held clock holds animation frames too, but no observer.
    const frame = () =>
      new Promise<void>((resolve) => {
        const observer = new ResizeObserver(() => {
          observer.disconnect()
          resolve()
        })
        observer.observe(document.documentElement)
      })
    const measure = () => {
      const { scrollWidth, scrollHeight } = document.documentElement
      const sizes = [innerWidth, innerHeight, scrollX, scrollY, scrollWidth, scrollHeight]
      for (const element of document.querySelectorAll('body *')) {
        if (element instanceof HTMLElement)
          sizes.push(element.offsetTop, element.offsetLeft, element.offsetWidth, element.offsetHeight)
        if (element.scrollTop !== 0) sizes.push(element.scrollTop)
      }
      return sizes.join()
    }
    let before = ''
    for (let same = 0, frames = 0; same < 2 && frames < 200; frames += 1) {
      await frame()
      const now = measure()
      same = now === before ? same + 1 : 0
      before = now
    }
  })

/** Changes the size of the window, and waits until the page has followed: what is measured before is the layout of the size before. */
export const resize = async (page: Page, size: { width: number; height: number }): Promise<void> => {
  await page.setViewportSize(size)
  await settled(page)
}
