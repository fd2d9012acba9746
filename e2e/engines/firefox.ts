import { fileURLToPath } from 'node:url'
import { type Frame, firefox } from '@playwright/test'
import { again, type Driven, findInPage, type InFrame, type Wanted } from './driven.ts'

const applied = (look: (...args: never[]) => unknown, args: readonly unknown[]) =>
  `(${look}).apply(null, ${JSON.stringify(args)})`

/** Debian's Firefox without a window, by way of `firefox.mjs`. Playwright's own build isn't downloaded. */
export async function openFirefox(): Promise<Driven> {
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: fileURLToPath(new URL('firefox.mjs', import.meta.url)),
    // A sound may play before anything was pressed, as in a browser that a learner has used for long.
    firefoxUserPrefs: { 'media.autoplay.default': 0 },
  })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  const middleIn = (frameOf: () => Promise<Frame>, wanted: Wanted) =>
    again(`“${wanted.text ?? wanted.css}” can be pressed`, async () => {
      const frame = await frameOf()
      const handle = await frame.evaluateHandle<Element | null>(applied(findInPage, [wanted.css, wanted.text ?? null]))
      const box = await handle.asElement()?.boundingBox()
      if (!box) throw new Error('nothing on the page is this')
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    })
  const whole = async () => page.mainFrame()
  const within = (frameOf: () => Promise<Frame>): InFrame => ({
    press: async (wanted) => {
      const { x, y } = await middleIn(frameOf, wanted)
      await page.mouse.click(x, y)
    },
    type: (text) => page.keyboard.type(text),
    until: (what, look, ...args) =>
      again(what, async () => {
        if (!(await (await frameOf()).evaluate(applied(look, args)))) throw new Error('not yet')
      }),
  })
  return {
    ...within(whole),
    goTo: async (address) => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    drag: async (from, to) => {
      const start = await middleIn(whole, from)
      await page.mouse.move(start.x, start.y)
      await page.mouse.down()
      await page.mouse.move(start.x + 12, start.y + 8, { steps: 3 })
      const end = await middleIn(whole, to)
      await page.mouse.move(end.x - 6, end.y, { steps: 8 })
      await page.waitForTimeout(100)
      await page.mouse.move(end.x, end.y)
      await page.waitForTimeout(100)
      await page.mouse.up()
    },
    choose: (css, path) => page.locator(css).setInputFiles(path),
    frame: (...path) =>
      within(async () => {
        let frame = page.mainFrame()
        for (const css of path) {
          const next = await (await frame.$(css))?.contentFrame()
          if (!next) throw new Error(`no frame is at ${css}`)
          frame = next
        }
        return frame
      }),
    picture: () => page.screenshot(),
    stop: () => browser.close(),
  }
}
