import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { exam, longText, multipleChoice, organisation, radio } from '../e2e/arrange.ts'
import { openExam, signInAtLoginPage, startExam } from '../e2e/sign-in.ts'
import type { Sitwell } from '../e2e/sitwell.ts'

/** A script that a browser asked for. */
export interface WeighedScript {
  readonly name: string
  /** Brotli. */
  readonly bytes: number
  /** What it is made of, the largest sources first: packages, and folders of ours. */
  readonly holds: readonly string[]
}

const questions = [
  radio('Which is a tree?', ['Ash', 'Moss'], 0),
  multipleChoice('Which are trees?', ['Beech', 'Cedar', 'Fern'], [0, 1]),
  { type: 'MULTITEXT', text: '<p>A needle</p>', parts: [{ id: 'length', text: 'How long, in mm?', marks: 1 }] },
  longText('Describe a leaf.'),
]

/** The scripts of the build in `dist` that a browser asks for from the sign-in page to the painted first question of an exam of common types. */
export async function weighFirstQuestion(browser: Browser, sitwell: Sitwell, dist: string): Promise<WeighedScript[]> {
  const world = await sitwell.arrange(organisation({ exams: [exam({ name: 'Trees', questions })] }))
  // What a service worker fetches ahead holds nobody up.
  const context = await browser.newContext({ baseURL: sitwell.origin, serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.addInitScript(noteFirstQuestion)
  await signInAtLoginPage(page, world)
  await openExam(page, { name: 'Trees' })
  await startExam(page)
  await page.waitForLoadState('networkidle')
  const scripts = await page.evaluate(askedUntilPainted)
  await context.close()
  return (await Promise.all(scripts.map((path) => weigh(dist, path)))).sort((a, b) => b.bytes - a.bytes)
}

/** In the page: marks when the first question has been painted. */
function noteFirstQuestion() {
  performance.setResourceTimingBufferSize(1000)
  const watching = new MutationObserver(() => {
    if (document.querySelector('[id^="question-"]') === null) return
    watching.disconnect()
    requestAnimationFrame(() => {
      const painted = new MessageChannel()
      painted.port1.onmessage = () => performance.mark('first question')
      painted.port2.postMessage(undefined)
    })
  })
  watching.observe(document, { childList: true, subtree: true })
}

/** In the page: the paths of the scripts that it asked for until then. */
function askedUntilPainted(): string[] {
  const painted = performance.getEntriesByName('first question')[0]?.startTime ?? Number.POSITIVE_INFINITY
  const asked = performance.getEntriesByType('resource').filter(({ startTime }) => startTime <= painted)
  return [...new Set(asked.map(({ name }) => new URL(name).pathname))].filter((path) => /^\/assets\/.*\.js$/.test(path))
}

async function weigh(dist: string, path: string): Promise<WeighedScript> {
  const file = join(dist, path)
  const bytes = brotliCompressSync(await readFile(file)).length
  return { name: path.slice('/assets/'.length), bytes, holds: await heldIn(`${file}.map`) }
}

const folderOf = (source: string) =>
  /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ??
  source
    .replace(/^(\.\.\/)+/, '')
    .split('/')
    .slice(0, 3)
    .join('/')

/** By the length of the sources: what is left of them in the built file, their map doesn't say. */
async function heldIn(mapFile: string): Promise<string[]> {
  const text = await readFile(mapFile, 'utf8').catch(() => undefined)
  if (text === undefined) return []
  // Boundary: the bundler's own form.
  const { sources, sourcesContent } = JSON.parse(text) as { sources: string[]; sourcesContent: (string | null)[] }
  const lengths = new Map<string, number>()
  for (const [index, source] of sources.entries()) {
    const folder = folderOf(source)
    lengths.set(folder, (lengths.get(folder) ?? 0) + (sourcesContent[index]?.length ?? 0))
  }
  return [...lengths].sort(([, one], [, other]) => other - one).map(([folder]) => folder)
}
