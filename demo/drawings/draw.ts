import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'

/** Draws the pictures of the demonstration's exams again: `node demo/drawings/draw.ts`. An exam shows PNG, not SVG. */
const drawings = [
  { from: 'cold-store.svg', to: 'food-safety/resources/cold-store.png' },
  { from: 'sandholm-bay.svg', to: 'coasts/resources/sandholm-bay.png' },
  { from: 'museum-plan.svg', to: 'showcase/resources/museum-plan.png' },
]

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium' })
const page = await browser.newPage({ deviceScaleFactor: 2 })
for (const { from, to } of drawings) {
  await page.setContent(
    `<style>body{margin:0}svg{display:block}</style>${await readFile(join(import.meta.dirname, from), 'utf8')}`,
  )
  await page.locator('svg').screenshot({ path: join(import.meta.dirname, '../demo/exams', to) })
}
await browser.close()
