import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { exam, expect, organisation, radio, test } from './fixtures.ts'
import { pressFinish } from './press-finish.ts'
import { signIn, startExam } from './sign-in.ts'
import type { Sitwell } from './sitwell.ts'

const evidence = { type: 'EVIDENCE', marks: 0, text: '<p>Your film</p>', evidenceText: '<p>Show how you did it.</p>' }
/** More than two pieces. */
const film = randomBytes(9_500_000)
const spec = (examTime = 3600) =>
  organisation({
    exams: [exam({ name: 'Joints', settings: { examTime }, questions: [evidence, radio('Which?', ['A', 'B'], 0)] })],
  })

const panel = (page: Page) => page.getByRole('region', { name: 'Your files' })
const pending = (page: Page) => page.getByRole('list', { name: 'Not on the server yet' }).getByRole('listitem')
const uploaded = (page: Page) => page.getByRole('list', { name: 'On the server', exact: true }).getByRole('listitem')
const choose = async (page: Page, name: string, buffer: Buffer) => {
  const opening = page.waitForEvent('filechooser')
  await panel(page)
    .getByRole('button', { name: /^Choose/ })
    .click()
  await (await opening).setFiles([{ name, mimeType: 'video/mp4', buffer }])
}
const open = async (page: Page, sitwell: Sitwell, of = spec()) => {
  const world = await sitwell.arrange(of)
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await startExam(page)
  return world
}
const finish = async (page: Page) => {
  await pressFinish(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Finish all the same' }).click()
}
const isPiece = (method: string) => method === 'PATCH'

test('a large file goes on where it broke off, over cuts and a reload: no piece that has come is sent again', async ({
  page,
  sitwell,
  context,
}) => {
  const world = await open(page, sitwell)
  const offsets: number[] = []
  let cuts = 0
  await context.route('**/files/api/Files/resumable/*', async (route) => {
    const request = route.request()
    if (!isPiece(request.method())) return route.continue()
    offsets.push(Number(request.headers()['upload-offset']))
    // Each piece breaks off once before it leaves.
    if (offsets.filter((offset) => offset === offsets.at(-1)).length === 1) {
      cuts += 1
      return route.abort()
    }
    await route.continue()
  })
  await choose(page, 'film.mp4', film)
  await expect(pending(page)).toContainText(/stopped at \d+%, and goes on from there/)
  await expect.poll(() => offsets.length).toBeGreaterThan(2)
  await page.reload()
  await expect(pending(page).or(uploaded(page))).toContainText('film.mp4')
  await expect(uploaded(page)).toContainText('film.mp4', { timeout: 30_000 })
  expect(cuts).toBe(3)
  expect([...new Set(offsets)]).toEqual([0, 4_194_304, 8_388_608])
  const [file] = await sitwell.filesOf(world)
  expect(Buffer.compare(file?.bytes ?? Buffer.of(), film)).toBe(0)
  await finish(page)
  await expect(page.getByRole('heading', { name: 'Assessment complete' })).toBeVisible()
})

test('a tab that is closed in the middle of a large file is no new beginning: the next one goes on where it broke off', async ({
  page,
  sitwell,
  context,
}) => {
  const world = await open(page, sitwell)
  const offsets: number[] = []
  let isClosed = false
  await context.route('**/files/api/Files/resumable/*', async (route) => {
    const request = route.request()
    if (!isPiece(request.method())) return route.continue()
    const offset = Number(request.headers()['upload-offset'])
    offsets.push(offset)
    // The second piece is on its way when the tab goes.
    if (offset > 0 && !isClosed) return
    await route.continue()
  })
  await choose(page, 'film.mp4', film)
  await expect.poll(() => offsets).toEqual([0, 4_194_304])
  const address = page.url()
  const next = await context.newPage()
  isClosed = true
  await page.close()
  await next.goto(address)
  await expect(uploaded(next)).toContainText('film.mp4', { timeout: 30_000 })
  // The first piece had come; how much of the second one had is the network's affair.
  expect(offsets.lastIndexOf(0)).toBe(0)
  expect(offsets.length).toBeGreaterThan(2)
  const [file] = await sitwell.filesOf(world)
  expect(Buffer.compare(file?.bytes ?? Buffer.of(), film)).toBe(0)
})

test('a file that is still on its way when the time is over is waited for, and is there when the exam is complete', async ({
  page,
  sitwell,
  context,
}) => {
  const world = await open(page, sitwell, spec(12))
  let isCut = true
  await context.route('**/files/api/Files/resumable/*', (route) =>
    isCut && isPiece(route.request().method()) ? route.abort() : route.continue(),
  )
  await choose(page, 'film.mp4', film)
  await expect(page.getByText(/We are uploading your files/)).toBeVisible({ timeout: 30_000 })
  isCut = false
  await expect(page.getByRole('heading', { name: 'Assessment complete' })).toBeVisible({ timeout: 30_000 })
  const [file] = await sitwell.filesOf(world)
  expect(Buffer.compare(file?.bytes ?? Buffer.of(), film)).toBe(0)
})
