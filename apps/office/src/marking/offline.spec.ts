import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { officeMarkingGive } from '@sitwell/contract'
import { expect, expectNoViolations, longText, test } from '../../../../e2e/fixtures.ts'
import { codeOf, essayCollege, markByKeys, openQueue, response, sitEssays, whereMarks } from '../../../../e2e/marking.ts'
import { arriveInOffice } from '../../../../e2e/office.ts'

test.use({ serviceWorkers: 'allow' })

const give = `**/${officeMarkingGive.path}`

/** What the device keeps of responses, as anybody finds it who reads the browser's store. */
const keptResponses = (page: Page) =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('sitwell-office')
      request.onsuccess = () => resolve(request.result)
    })
    const kept = await new Promise<{ iv: Uint8Array; bytes: ArrayBuffer }[]>((resolve) => {
      const request = database.transaction('responses').objectStore('responses').getAll()
      request.onsuccess = () => resolve(request.result)
    })
    database.close()
    return kept.map(({ bytes }) => new TextDecoder('latin1').decode(bytes))
  })

/** Waits until the browser has the whole office, and serves the page from it. */
const untilKept = (page: Page) =>
  expect
    .poll(
      () =>
        page.evaluate(async () => {
          const registration = await navigator.serviceWorker.getRegistration()
          return registration?.scope.endsWith('/office') === true && navigator.serviceWorker.controller?.state === 'activated'
        }),
      { timeout: 30_000 },
    )
    .toBe(true)

// OFFICE-303
test('a marker loads the page anew without a network, goes on with what is here, and each mark is acknowledged once', async ({
  page,
  sitwell,
}) => {
  const leaf = await readFile(new URL('../../../../e2e/media/square.png', import.meta.url))
  const college = essayCollege(longText('<p>Why does <img src="resources/leaf.png" alt="a leaf"> fall?</p>', { marks: 6 }))
  const exams = college.exams?.map((one) => ({ ...one, files: { 'resources/leaf.png': leaf } })) ?? []
  const world = await sitwell.arrange({ ...college, exams })
  await sitEssays(world, 4)
  await openQueue(page, world)
  await expect(page.getByText('3 more responses are on this device')).toBeVisible()
  const given: unknown[] = []
  page.on('response', async (answer) => {
    if (answer.url().endsWith(officeMarkingGive.path) && answer.ok()) given.push(answer.request().postDataJSON().requestId)
  })
  await untilKept(page)
  await markByKeys(page, '1')
  await expect(whereMarks(page, '1 mark is on the server')).toBeVisible()
  const second = await codeOf(page)
  // The first one, to go back to, three responses, their line, and the picture of the question.
  await expect.poll(async () => (await keptResponses(page)).length).toBe(6)
  expect((await keptResponses(page)).join()).not.toContain('Leaves fall')

  await sitwell.goOffline(page)
  await markByKeys(page, '2')
  await expect(whereMarks(page, 'kept on this device, not sent yet: 1')).toBeVisible()
  const third = await codeOf(page)
  await page.getByRole('textbox', { name: 'Comment for staff' }).fill('Half done')
  await page.reload()
  await expect(page.getByRole('heading', { name: `Response ${third}` })).toBeVisible()
  await expect(page.getByText(/Leaves fall because of/)).toBeVisible()
  await expect(whereMarks(page, 'kept on this device, not sent yet: 1')).toBeVisible()
  await expect(page.getByText('1 more response is on this device')).toBeVisible()
  const picture = page.getByRole('img', { name: 'a leaf' })
  await expect(picture).toHaveAttribute('src', /^blob:/)
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await expect(page.getByRole('textbox', { name: 'Comment for staff' })).toHaveValue('Half done')
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByRole('heading', { name: `Response ${second}` })).toBeVisible()
  await expect(page.getByRole('radio', { name: '2', exact: true })).toBeChecked()
  await page.getByRole('button', { name: 'Next without a mark' }).click()
  await expect(page.getByRole('heading', { name: `Response ${third}` })).toBeVisible()
  await markByKeys(page, '3')
  await expect(page.getByText('No more responses are on this device')).toBeVisible()

  // Any other page says that it needs the network, leads back here, and opens by itself.
  await page.goto('/office')
  await expect(page.getByRole('heading', { name: 'This page needs the network' })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'Go on marking: 1 response is on this device' }).click()
  await expect(response(page)).toBeVisible()
  await markByKeys(page, '4')
  await expect(page.getByText('No more responses are on this device.', { exact: false })).toBeVisible()
  await page.getByRole('link', { name: 'All queues' }).first().click()
  await expect(page.getByRole('heading', { name: 'This page needs the network' })).toBeVisible()
  await sitwell.goOnline(page)
  await expect(whereMarks(page, 'All 3 marks are on the server')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('4 of 4')).toBeVisible()
  expect(new Set(given).size).toBe(4)
  expect(given).toHaveLength(4)
})

test('who signs in after a marker finds nothing of the responses that waited, with a network and without', async ({
  page,
  context,
  sitwell,
}) => {
  const world = await sitwell.arrange(essayCollege())
  await sitEssays(world, 3)
  await openQueue(page, world)
  await untilKept(page)
  await expect.poll(async () => (await keptResponses(page)).length).toBe(4)
  const at = page.url()

  // Another tab has no key: without the server it opens nothing.
  await sitwell.goOffline(page)
  const other = await context.newPage()
  await other.goto(at)
  await expect(other.getByText('Network error', { exact: false }).first()).toBeVisible()
  await expect(response(other)).toHaveCount(0)
  await sitwell.goOnline(page)
  // With it, it isn't given what the first tab has.
  await expect(other.getByText('Another tab of yours has what is left.', { exact: false })).toBeVisible({ timeout: 30_000 })
  await expectNoViolations(other)
  await other.close()

  // The session ends under the page.
  await sitwell.command(world, 'end-sessions', 'mara')
  await page.route(give, (route) => route.continue())
  await markByKeys(page, '2')
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible()
  await expect.poll(async () => (await keptResponses(page)).length).toBe(0)
  await sitwell.goOffline(page)
  await page.reload()
  await expect(page.getByText('Network error', { exact: false }).first()).toBeVisible()
  await expect(page.getByText(/Leaves fall because of/)).toHaveCount(0)
  await sitwell.goOnline(page)
  await arriveInOffice(page, world, { as: 'noel', at: '/marking' })
  await expect(page.getByText(/of 3/)).toBeVisible()
  expect(await keptResponses(page)).toEqual([])
})
