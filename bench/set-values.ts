import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Frame, Page } from '@playwright/test'
import { medianOf } from './durations.ts'
import { listening } from './listening.ts'

/** What a call costs that sets a value: in a lesson, and in the run-time library that is behind it, alone on its page. */
export interface SetFigure {
  /** Set before, each with an id. */
  readonly interactions: number
  readonly ownMicroseconds: number
  readonly bareMicroseconds: number
}

/** Of calls in one turn, and of turns, by which the two alternate: the first ones are for the browser to compile what is called. */
const [calls, firstTurns, turns] = [2000, 5, 15]

const pageOfLibrary = `<!doctype html><title>Run time</title><script type="module">
import { Scorm12API } from './scorm12.js'
window.API = new Scorm12API({ dataCommitFormat: 'flattened', lmsCommitUrl: false, autocommit: false, onLogMessage() {} })
window.API.LMSInitialize('')
</script>`

/** A server that has the library as the player loads it, in its own page. */
export const serveRunTime = async () => {
  const folder = dirname(createRequire(import.meta.url).resolve('scorm-again/scorm12/min'))
  const script = await readFile(join(folder, 'esm/scorm12.min.js'), 'utf8')
  const server = createServer((request, response) => {
    const isScript = request.url === '/scorm12.js'
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
    response.end(isScript ? script : pageOfLibrary)
  })
  return listening(server)
}

/** Runs in a lesson, or in the page of the library, which is its own parent. */
const set = ([from, to, values]: readonly [number, number, number]): number => {
  const { API } = parent as unknown as { API: { LMSSetValue(element: string, value: string): string } }
  for (let at = from; at < to; at += 1) API.LMSSetValue(`cmi.interactions.${at}.id`, `question-${at}`)
  const began = performance.now()
  for (let at = 0; at < values; at += 1) API.LMSSetValue('cmi.core.lesson_location', String(at))
  return ((performance.now() - began) * 1000) / values
}

/** `lesson`: the frame of one that is open; `page`: for the library, which is at that origin. */
export const measureSets = async (lesson: Frame, page: Page, origin: string): Promise<readonly SetFigure[]> => {
  await page.goto(origin)
  await page.waitForFunction(() => 'API' in globalThis)
  const figures: SetFigure[] = []
  let there = 0
  for (const interactions of [0, 200]) {
    const [own, bare]: [number[], number[]] = [[], []]
    for (let turn = 0; turn < firstTurns + turns; turn += 1) {
      own.push(await lesson.evaluate(set, [there, interactions, calls] as const))
      bare.push(await page.evaluate(set, [there, interactions, calls] as const))
      there = interactions
    }
    const middle = (microseconds: readonly number[]) => medianOf(microseconds.slice(firstTurns))
    figures.push({ interactions, ownMicroseconds: middle(own), bareMicroseconds: middle(bare) })
  }
  return figures
}
