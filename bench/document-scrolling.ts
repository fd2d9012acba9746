import { readFile } from 'node:fs/promises'
import type { Page, Route } from '@playwright/test'
import { percentileOf } from './durations.ts'

const build = new URL('../node_modules/pdfjs-dist/build/', import.meta.url)

/** A page with pdf.js's own viewer, as its documentation puts one together, and nothing else. */
const ownViewer = `<!doctype html><link rel="stylesheet" href="/viewer/web/pdf_viewer.css">
<style>body { margin: 0 } #container { position: absolute; overflow: auto }</style>
<div id="container"><div class="pdfViewer"></div></div><script type="module">
  import * as pdfjs from '/viewer/build/pdf.min.mjs'
  globalThis.pdfjsLib = pdfjs
  pdfjs.GlobalWorkerOptions.workerSrc = '/viewer/build/pdf.worker.min.mjs'
  const { EventBus, PDFLinkService, PDFViewer } = await import('/viewer/web/pdf_viewer.mjs')
  window.show = async (source, { width, height, pageWidth }) => {
    const container = document.getElementById('container')
    Object.assign(container.style, { width: width + 'px', height: height + 'px' })
    const eventBus = new EventBus()
    const linkService = new PDFLinkService({ eventBus })
    const viewer = new PDFViewer({ container, eventBus, linkService, removePageBorders: true })
    linkService.setViewer(viewer)
    const pdf = await pdfjs.getDocument(source).promise
    const ready = new Promise((resolve) => eventBus.on('pagesinit', resolve))
    viewer.setDocument(pdf)
    linkService.setDocument(pdf, null)
    await ready
    const page = await pdf.getPage(1)
    viewer.currentScaleValue = String(pageWidth / page.getViewport({ scale: 96 / 72 }).width)
  }
</script>`

/** Milliseconds from one frame to the next while a document is scrolled through. */
export interface Scrolling {
  readonly p95Ms: number
  readonly longestMs: number
  /** Of a hundred frames, those that took longer than two of an idle screen. */
  readonly latePercent: number
}

/** What a document's pages are in, in pixels. */
export const placeOfPages = (page: Page) =>
  page.evaluate(() => {
    const container = document.querySelector('.pdfViewer')?.parentElement
    const first = document.querySelector('.page')
    if (!container || !first) throw new Error('There is no document.')
    return { width: container.clientWidth, height: container.clientHeight, pageWidth: first.clientWidth }
  })

/** Where the pages of a document stand. */
export type PlaceOfPages = Awaited<ReturnType<typeof placeOfPages>>

/** Gives a page pdf.js's own viewer, with nothing in it. */
export const bringOwnViewer = async (page: Page) => {
  await page.route('**/viewer/**', async (route: Route) => {
    const path = new URL(route.request().url()).pathname.replace('/viewer/', '')
    if (path === '') return route.fulfill({ contentType: 'text/html', body: ownViewer })
    const contentType = path.endsWith('.css') ? 'text/css' : 'text/javascript'
    await route.fulfill({ contentType, body: await readFile(new URL(`../${path}`, build)) })
  })
  await page.goto('/viewer/')
  await page.waitForFunction(() => 'show' in window)
}

/**
 * Shows a file in pdf.js's own viewer, in a place of the same size: from an address, or where there is none the one that this page
 * holds. Answers the milliseconds until its first page is painted.
 */
export const openInOwnViewer = async (page: Page, address: string | undefined, place: PlaceOfPages): Promise<number> => {
  await page.reload()
  await page.waitForFunction(() => 'show' in window)
  return page.evaluate(
    async ([from, at]) => {
      const own = window as unknown as { show(source: object, place: object): Promise<void> }
      const source = from === null ? { data: await (await caches.match('/held.pdf'))?.arrayBuffer() } : { url: from }
      const start = performance.now()
      await own.show(source, at)
      while (!document.querySelector('.page[data-page-number="1"][data-loaded] canvas'))
        await new Promise(requestAnimationFrame)
      return performance.now() - start
    },
    [address ?? null, place] as const,
  )
}

/** Puts a file into the page's own store, for turns that have it in the browser. */
export const holdForOwnViewer = (page: Page, address: string): Promise<void> =>
  page.evaluate(async (from) => {
    const cache = await caches.open('held')
    await cache.put('/held.pdf', new Response(await (await fetch(from)).arrayBuffer()))
  }, address)

/** Scrolls from the first page to the last, a third of what shows with each frame. */
export const scrollThrough = async (page: Page): Promise<Scrolling> => {
  await page.bringToFront()
  const gaps = await page.evaluate(async () => {
    const container = document.querySelector('.pdfViewer')?.parentElement
    if (!container) throw new Error('There is no document.')
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
    container.scrollTop = 0
    const found: number[] = []
    let last = await frame()
    for (let before = -1; container.scrollTop > before; ) {
      before = container.scrollTop
      container.scrollTop += Math.round(container.clientHeight / 3)
      const now = await frame()
      found.push(now - last)
      last = now
    }
    return found
  })
  const late = gaps.filter((gap) => gap > 2 * (1000 / 60) + 1).length
  return { p95Ms: percentileOf(gaps, 95), longestMs: Math.max(...gaps), latePercent: (100 * late) / gaps.length }
}
