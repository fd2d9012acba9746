import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { organisation } from './arrange.ts'
import { chromiumFlags, chromiumPath } from './chromium.ts'
import { showcaseAnswers, showcaseExam, showcaseQuestions } from './showcase.ts'
import { openExam, signIn, startExam } from './sign-in.ts'
import { openSitwell } from './sitwell.ts'

/**
 * `node e2e/showcase-screenshots.ts FOLDER [ID…]`: each question of the showcase exam, or those named, unanswered and answered, wide
 * and narrow, in the default theme and in White on Black. To be looked at; nothing passes or fails by it.
 */
const [folder, ...named] = process.argv.slice(2)
if (!folder) throw new Error('Say where the pictures go.')
await mkdir(folder, { recursive: true })

const themes = ['Default', 'White on Black']
const sizes = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 844 } }

const isWanted = (id: string) => named.length === 0 || named.includes(id)
const ids = [...(await showcaseQuestions()).keys()].filter(isWanted)
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags() })
const { sitwell, stop } = await openSitwell('sqlite')
const world = await sitwell.arrange(organisation({ exams: [await showcaseExam(isWanted)] }))
const context = await browser.newContext({ baseURL: sitwell.origin, viewport: sizes.wide, locale: 'en-GB' })
const page = await context.newPage()
await signIn(page, world)
await openExam(page, { name: world.exams[0]?.name ?? '' })
await startExam(page)

for (const [index, id] of ids.entries()) {
  await page.locator(`#question-${index + 1}`).waitFor()
  await shoot(page, `${id}-1-empty`)
  await showcaseAnswers[id]?.answer?.(page)
  await shoot(page, `${id}-2-answered`)
  if (index < ids.length - 1)
    await page.getByRole('group', { name: 'Move between questions' }).getByRole('button', { name: 'Next' }).click()
}
await browser.close()
await stop()

async function shoot(page: Page, name: string): Promise<void> {
  for (const theme of themes) {
    await page.setViewportSize(sizes.wide)
    await page.getByRole('combobox', { name: 'Colour theme' }).selectOption(theme)
    for (const [size, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport)
      await page.waitForTimeout(200)
      const place = join(folder ?? '.', `${name}-${size}-${theme.toLowerCase().replaceAll(' ', '-')}.png`)
      await page.screenshot({ path: place, fullPage: size === 'narrow' })
    }
  }
  await page.setViewportSize(sizes.wide)
}
