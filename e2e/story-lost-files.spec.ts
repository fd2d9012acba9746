import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { exam, expect, organisation, radio, test } from './fixtures.ts'
import { pressFinish } from './press-finish.ts'
import { signIn, startExam } from './sign-in.ts'

const evidence = { type: 'EVIDENCE', marks: 0, text: '<p>Your film</p>', evidenceText: '<p>Show how you did it.</p>' }
const film = randomBytes(5_000_000)
const spec = organisation({
  exams: [exam({ name: 'Joints', settings: { examTime: 3600 }, questions: [evidence, radio('Which?', ['A', 'B'], 0)] })],
})

const panel = (page: Page) => page.getByRole('region', { name: 'Your files' })
const uploaded = (page: Page) => page.getByRole('list', { name: 'On the server', exact: true }).getByRole('listitem')
const choose = async (page: Page, name: string, buffer: Buffer) => {
  const opening = page.waitForEvent('filechooser')
  await panel(page)
    .getByRole('button', { name: /^Choose/ })
    .click()
  await (await opening).setFiles([{ name, mimeType: '', buffer }])
  await expect(uploaded(page).filter({ hasText: name })).toBeVisible({ timeout: 20_000 })
}
const finish = async (page: Page, hasGaps = false) => {
  await pressFinish(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  if (hasGaps) await page.getByRole('button', { name: 'Finish all the same' }).click()
  await expect(page.getByRole('heading', { name: 'Assessment complete' })).toBeVisible({ timeout: 30_000 })
}

test('files that a restored database lacks are sent again, and deleted ones deleted, before the exam is complete', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(spec)
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await startExam(page)
  await choose(page, 'before.txt', Buffer.from('before'))
  await sitwell.backUp()
  await choose(page, 'notes.txt', Buffer.from('notes'))
  await choose(page, 'film.mp4', film)
  await panel(page).getByRole('button', { name: 'Delete before.txt' }).click()
  await expect(uploaded(page)).toHaveCount(2)
  await page.reload()
  await expect(uploaded(page)).toHaveCount(2)
  await sitwell.restore()
  expect((await sitwell.filesOf(world)).map(({ fileName }) => fileName)).toEqual(['before.txt'])
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('radio', { name: 'A' }).check({ force: true })
  await expect(page.getByTestId('saved-state')).toHaveText('Saved')
  await finish(page)
  const files = await sitwell.filesOf(world)
  expect(files.map(({ fileName }) => fileName)).toEqual(['notes.txt', 'film.mp4'])
  expect(Buffer.compare(files[1]?.bytes ?? Buffer.of(), film)).toBe(0)
})

test('who goes on after a restore to before the start has their files too', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(spec)
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  // The server is away while it is backed up.
  await expect(page).toHaveURL(/\/intro$/)
  await sitwell.backUp()
  await startExam(page)
  await choose(page, 'notes.txt', Buffer.from('notes'))
  await sitwell.restore()
  await page.reload()
  await startExam(page)
  await expect(uploaded(page).filter({ hasText: 'notes.txt' })).toBeVisible({ timeout: 20_000 })
  await finish(page, true)
  expect((await sitwell.filesOf(world)).map(({ fileName }) => fileName)).toEqual(['notes.txt'])
})

test('a file that is neither on the server nor on the device any more is told of beside the question and on the last page', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(spec)
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await startExam(page)
  await expect(panel(page).getByText('No files yet')).toBeVisible()
  await sitwell.backUp()
  await choose(page, 'notes.txt', Buffer.from('notes'))
  // As a browser does that wants the room.
  await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('sitwell')
        opening.onerror = reject
        opening.onsuccess = () => {
          const clearing = opening.result.transaction('uploadFiles', 'readwrite')
          clearing.objectStore('uploadFiles').clear()
          clearing.oncomplete = resolve
        }
      }),
  )
  await sitwell.restore()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('radio', { name: 'A' }).check({ force: true })
  await expect(page.getByTestId('saved-state')).toHaveText('Saved')
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(panel(page).getByRole('alert')).toContainText('notes.txt is lost')
  // Its question has no file any more.
  await finish(page, true)
  // The last page shows unsent answers until the server has them.
  await expect(page.getByRole('alert')).toHaveCount(1)
  await expect(page.getByRole('alert')).toContainText('notes.txt')
  expect(await sitwell.filesOf(world)).toEqual([])
})
