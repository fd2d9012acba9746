import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { exam, organisation, radio } from '../e2e/arrange.ts'
import { signIn, startExam } from '../e2e/sign-in.ts'
import type { Sitwell } from '../e2e/sitwell.ts'

/** Ten pictures of half a megabyte each. */
const pictures = 10
const size = { width: 416, height: 420 }

export interface OpeningFigures {
  /** From the click in the list to the intro, with everything that the exam needs at hand. */
  readonly openMs: number
  /** The same addresses fetched by the same browser, all at once and nothing else. */
  readonly rawMs: number
  readonly bytes: number
}

/** Opens an exam of `count` questions with pictures of 5 MB in all, and fetches the same bytes again without the player. */
export async function measureOpening(browser: Browser, sitwell: Sitwell, count: number): Promise<OpeningFigures> {
  const paths = Array.from({ length: pictures }, (_, index) => `resources/picture-${index}.png`)
  const questions = Array.from({ length: count }, (_, index) => {
    const picture = index < pictures ? `<img src="${paths[index]}" alt="Noise ${index}">` : ''
    return radio(`<p>Question ${index + 1}</p>${picture}`, ['Red', 'Green', 'Blue', 'Yellow'], index % 4)
  })
  const files = Object.fromEntries(paths.map((path) => [path, noise()]))
  const world = await sitwell.arrange(organisation({ exams: [exam({ name: 'Heavy', questions, files })] }))
  const context = await browser.newContext({ baseURL: sitwell.origin })
  const page = await context.newPage()
  const asked: { url: string; headers: Record<string, string> }[] = []
  await signIn(page, world)
  const open = page.getByRole('button', { name: 'Open Heavy' })
  await open.waitFor()
  page.on('request', (request) => {
    if (request.method() !== 'GET' || !request.url().startsWith(sitwell.origin)) return
    const { authorization } = request.headers()
    asked.push({ url: request.url(), headers: authorization ? { authorization } : {} })
  })
  const from = performance.now()
  await open.click()
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Start/ })
    .waitFor()
  const openMs = performance.now() - from
  const addresses = [...new Map(asked.map((one) => [one.url, one])).values()]
  const raw = await page.evaluate(async (all) => {
    const before = performance.now()
    const sizes = await Promise.all(
      all.map(async ({ url, headers }) => {
        const response = await fetch(url, { headers, cache: 'no-store' })
        return (await response.arrayBuffer()).byteLength
      }),
    )
    return { ms: performance.now() - before, bytes: sizes.reduce((sum, one) => sum + one, 0) }
  }, addresses)
  await startExam(page)
  await context.close()
  return { openMs, rawMs: raw.ms, bytes: raw.bytes }
}

/** A picture that nothing makes smaller. */
function noise(): Uint8Array {
  const row = 1 + size.width * 3
  const pixels = randomBytes(row * size.height)
  for (let at = 0; at < pixels.length; at += row) pixels[at] = 0
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size.width, 0)
  header.writeUInt32BE(size.height, 4)
  header.set([8, 2], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))])
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const around = Buffer.alloc(8)
  around.writeUInt32BE(data.length, 0)
  around.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)])
}
