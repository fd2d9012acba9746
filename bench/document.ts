import { readFile } from 'node:fs/promises'
import type { Browser, Page, Route } from '@playwright/test'
import { exam, longText, organisation } from '../e2e/arrange.ts'
import { pdfFile } from '../e2e/pdf-file.ts'
import { signIn, startExam } from '../e2e/sign-in.ts'
import type { Sitwell } from '../e2e/sitwell.ts'
import {
  bringOwnViewer,
  holdForOwnViewer,
  openInOwnViewer,
  placeOfPages,
  type Scrolling,
  scrollThrough,
} from './document-scrolling.ts'
import { medianOf } from './durations.ts'

const build = new URL('../node_modules/pdfjs-dist/build/', import.meta.url)

/** A page that does nothing but show the first page of a file, as pdf.js itself tells to. */
const bare = `<!doctype html><canvas></canvas><script type="module">
  import { getDocument, GlobalWorkerOptions } from '/bare/pdf.min.mjs'
  GlobalWorkerOptions.workerSrc = '/bare/pdf.worker.min.mjs'
  window.showFirst = async (source) => {
    const pdf = await getDocument(source).promise
    const page = await pdf.getPage(1)
    const viewport = page.getViewport({ scale: 1 })
    const canvas = document.querySelector('canvas')
    canvas.width = viewport.width
    canvas.height = viewport.height
    await page.render({ canvas, viewport }).promise
    await pdf.loadingTask.destroy()
  }
</script>`

/** Milliseconds here, in pdf.js's own viewer, and on a page that paints this one page and nothing else. */
export interface FirstPage {
  readonly ownMs: number
  readonly viewerMs: number
  readonly bareMs: number
}

export interface DocumentFigures {
  readonly pages: number
  readonly megabytes: number
  /** Until the first page is painted: from the server, and of a file that this browser has. */
  readonly cold: FirstPage
  readonly kept: FirstPage
  /** Megabytes of memory in use once the first page shows, and the most of it while all pages are gone through. */
  readonly memory: { readonly first: number; readonly most: number; readonly canvases: number }
  /** While all of it is scrolled through, here and in pdf.js's own viewer: of this many turns the one in the middle. */
  readonly scrolling: { readonly own: Scrolling; readonly viewer: Scrolling }
}

/** Opens a file of 300 pages in the viewer and on a bare page, in turns, and goes through it. */
export const measureDocument = async (browser: Browser, sitwell: Sitwell, turns: number): Promise<DocumentFigures> => {
  const pages = 300
  const lines = [
    'A rule of the harbour',
    ...Array.from({ length: 22 }, (_, line) => `Vessels of ${line + 2} masts keep to the side.`),
  ]
  const file = pdfFile({ pages: Array.from({ length: pages }, () => ({ lines })), ballast: 270_000 })
  const world = await sitwell.arrange(
    organisation({
      exams: [exam({ name: 'Law', files: { 'resources/law.pdf': file }, questions: [longText('Why?'), longText('How?')] })],
    }),
  )
  const context = await browser.newContext({ baseURL: sitwell.origin, viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  let address = ''
  let isHeld = true
  await page.route('**/law.pdf*', async (route: Route) => {
    address = route.request().url()
    // What is loaded ahead waits, so that the viewer is alone with what it asks for.
    const range = route.request().headers().range ?? ''
    if (isHeld && /^bytes=[1-9]\d*-/.test(range) && lengthOf(range) === 1024 * 1024) await new Promise(() => undefined)
    else await route.continue()
  })
  await signIn(page, world)
  await page.goto(`/exam/${world.exams[0]?.examGuid}`)
  await page.getByRole('button', { name: 'Go on while they load' }).click()
  await startExam(page)

  const bareContext = await browser.newContext({ baseURL: sitwell.origin })
  const other = await bareContext.newPage()
  await other.route('**/bare/**', async (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? ''
    if (name === '') await route.fulfill({ contentType: 'text/html', body: bare })
    else await route.fulfill({ contentType: 'text/javascript', body: await readFile(new URL(name, build)) })
  })
  await other.goto('/bare/')

  const third = await bareContext.newPage()
  await bringOwnViewer(third)
  const place = await placeOnce(page)
  const cold = { own: [] as number[], viewer: [] as number[], bare: [] as number[] }
  for (let turn = 0; turn < turns; turn += 1) {
    cold.own.push(await openOnce(page))
    cold.viewer.push(await openInOwnViewer(third, address, place))
    cold.bare.push(await showBare(other, address))
  }
  isHeld = false
  await page.reload()
  await page.waitForFunction(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('sitwell')
      request.onsuccess = () => resolve(request.result)
    })
    const count = await new Promise<number>((resolve) => {
      const request = database.transaction('examFiles').objectStore('examFiles').count()
      request.onsuccess = () => resolve(request.result)
    })
    database.close()
    return count > 0
  })
  await other.evaluate(async (from) => {
    Object.assign(window, { held: await (await fetch(from)).arrayBuffer() })
  }, address)
  await holdForOwnViewer(third, address)
  const cached = { own: [] as number[], viewer: [] as number[], bare: [] as number[] }
  for (let turn = 0; turn < turns; turn += 1) {
    cached.own.push(await openOnce(page))
    cached.viewer.push(await openInOwnViewer(third, undefined, place))
    cached.bare.push(await showBare(other))
  }
  const memory = await goThrough(page, pages)
  await openInOwnViewer(third, address, await placeOfPages(page))
  const scrolled = { own: [] as Scrolling[], viewer: [] as Scrolling[] }
  for (let turn = 0; turn < turns; turn += 1) {
    scrolled.own.push(await scrollThrough(page))
    scrolled.viewer.push(await scrollThrough(third))
  }
  await context.close()
  await bareContext.close()
  return {
    pages,
    megabytes: file.length / 1_000_000,
    cold: medians(cold),
    kept: medians(cached),
    memory,
    scrolling: { own: middleOf(scrolled.own), viewer: middleOf(scrolled.viewer) },
  }
}

const medians = ({ own, viewer, bare }: { readonly [K in 'own' | 'viewer' | 'bare']: number[] }): FirstPage => ({
  ownMs: medianOf(own),
  viewerMs: medianOf(viewer),
  bareMs: medianOf(bare),
})

const middleOf = (turns: readonly Scrolling[]): Scrolling => ({
  p95Ms: medianOf(turns.map(({ p95Ms }) => p95Ms)),
  longestMs: medianOf(turns.map(({ longestMs }) => longestMs)),
  latePercent: medianOf(turns.map(({ latePercent }) => latePercent)),
})

const lengthOf = (range: string) => {
  const [, from = '0', to = '0'] = /(\d+)-(\d+)/.exec(range) ?? []
  return Number(to) + 1 - Number(from)
}

/** Longer than clicks at one place may be apart and still be one, by the player's rule. */
const apartMs = 600

/** Closes the document; what is opened next must not find its pages still there. */
const close = async (page: Page) => {
  const button = page.getByRole('button', { name: 'Close the document' })
  await page.waitForTimeout(apartMs)
  await button.click()
  await button.waitFor({ state: 'detached' })
}

/** Milliseconds from the click that opens the document to its painted first page; closes it again, unless told otherwise. */
const openOnce = async (page: Page, closes = true) => {
  await page.locator('[data-document]').first().waitFor()
  const ms = await page.evaluate(async () => {
    const opener = document.querySelector<HTMLElement>('[data-document]')
    if (!opener) throw new Error('There is no document to open.')
    const from = performance.now()
    opener.click()
    while (!document.querySelector('.page[data-page-number="1"][data-loaded] canvas')) await new Promise(requestAnimationFrame)
    return performance.now() - from
  })
  if (closes) await close(page)
  return ms
}

/** Where its pages stand when it is open; closes it again. */
const placeOnce = async (page: Page) => {
  await openOnce(page, false)
  const place = await placeOfPages(page)
  await close(page)
  return place
}

const showBare = (page: Page, address?: string) =>
  page.evaluate(async (from) => {
    const own = window as unknown as { showFirst(source: object): Promise<void>; held: ArrayBuffer }
    const source = from === undefined ? { data: own.held.slice(0) } : { url: from }
    const start = performance.now()
    await own.showFirst(source)
    return performance.now() - start
  }, address)

/** Goes from page to page, each until it is painted. */
const goThrough = async (page: Page, pages: number) => {
  const devTools = await page.context().newCDPSession(page)
  const inUse = async () => {
    await devTools.send('HeapProfiler.collectGarbage')
    const { usedSize, backingStorageSize = 0 } = (await devTools.send('Runtime.getHeapUsage')) as {
      usedSize: number
      backingStorageSize?: number
    }
    return (usedSize + backingStorageSize) / 1_000_000
  }
  await page.locator('[data-document]').first().click()
  const shown = page.getByRole('region', { name: 'Document: Law' })
  await shown.locator('.page[data-page-number="1"][data-loaded] canvas').first().waitFor()
  const first = await inUse()
  let [most, canvases] = [first, 0]
  for (let from = 2; from <= pages; from += 50) {
    const to = Math.min(from + 49, pages)
    const seen = await page.evaluate(turnPages, { from, to })
    canvases = Math.max(canvases, seen)
    most = Math.max(most, await inUse())
  }
  return { first, most, canvases }
}

/** Turns one page after the other, each once the one before is painted; the most canvases that stood at once. */
const turnPages = async ({ from, to }: { readonly from: number; readonly to: number }) => {
  let canvases = 0
  for (let number = from; number <= to; number += 1) {
    document.querySelector<HTMLElement>('[aria-label="Next page"]')?.click()
    while (!document.querySelector(`.page[data-page-number="${number}"][data-loaded] canvas`))
      await new Promise(requestAnimationFrame)
    canvases = Math.max(canvases, document.querySelectorAll('.page canvas').length)
  }
  return canvases
}
