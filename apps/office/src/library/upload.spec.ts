import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { organisation, type World } from '../../../../e2e/arrange.ts'
import { expect, expectNoViolations, test } from '../../../../e2e/fixtures.ts'
import { giftWithLosses, nativeExam, qtiWithLosses } from '../../../../e2e/library-files.ts'
import { pressEnter, spoken } from '../../../../e2e/office.ts'
import { owner, signInToOffice } from '../../../../e2e/office-people.ts'
import { passingFile } from '../../../../e2e/passing-file.ts'

const college = () => organisation({ people: [owner()], schedules: [], settings: { OfficeSecondStep: 'off' } })
const openUploads = (page: Page, world: World) => signInToOffice(page, world, '/library/upload')
const choose = (page: Page, ...files: string[]) => page.getByTestId('library-file').setInputFiles(files)
/** A process reads it that comes after all others which want a processor: on a busy machine that takes longer than any step of a page. */
const onceRead = { timeout: 120_000 }
const outcome = (page: Page, text: string) => expect(page.getByText(text)).toBeVisible(onceRead)
const item = (page: Page, name: string) => page.getByRole('article', { name })
/** The server reads one after the other, each in its own process: each is waited for by itself. */
const areRead = async (page: Page, ...files: string[]) => {
  for (const file of files)
    await expect(page.getByRole('listitem').filter({ hasText: file })).toContainText('Waits for your decision', onceRead)
}
const pieces = '**/office/api/library/uploads/piece'

test('a bank in GIFT is uploaded, its report is read item by item, and it is stored, by keyboard alone', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(college())
  await signInToOffice(page, world, '/library')
  await pressEnter(page.getByRole('link', { name: 'Upload…' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Upload to the library' })).toBeFocused()
  await expect(page.getByText('No upload of yours is waiting.')).toBeVisible()
  await expectNoViolations(page)
  const chooser = page.waitForEvent('filechooser')
  await pressEnter(page.getByRole('button', { name: 'Choose files' }))
  await (await chooser).setFiles(await giftWithLosses())

  await expect(page.getByRole('heading', { level: 1, name: 'trees.gift' })).toBeVisible()
  await outcome(page, 'A new exam: trees, version 1.')
  await expect(page.getByText('3 items in the file')).toBeVisible()
  await expect(page.getByText('1 refused')).toBeVisible()
  // What somebody else wrote is shown as text or cleaned, and never runs.
  const oak = item(page, 'Item 1: Oak')
  await expect(oak.getByRole('group', { name: 'Item 1 in the file' })).toContainText('onerror="document.title=1"')
  await expect(oak.getByText('Right answer')).toBeVisible()
  await expect(oak.locator('[onerror], script')).toHaveCount(0)
  await expect(page).toHaveTitle(/trees\.gift/)
  await expectNoViolations(page)

  await pressEnter(page.getByRole('button', { name: /^Refused/ }))
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(item(page, 'Item 2: Ash')).toContainText('Lost: how the exam is made up')
  await expect(item(page, 'Item 2: Ash')).toContainText('braces twice')
  await expect(page).toHaveURL(/show=left-out/)
  await expectNoViolations(page)

  await pressEnter(page.getByRole('button', { name: 'Add to the library' }))
  await expect(spoken(page)).toHaveText('Tick first that you accept the losses.')
  await page.getByRole('checkbox', { name: 'I have seen the losses and accept them' }).press('Space')
  await expect(page.getByRole('checkbox')).toBeChecked()
  await pressEnter(page.getByRole('button', { name: 'Add to the library' }))
  await expect(page.locator(':focus')).toHaveText('trees is stored as version 1.')
  await expectNoViolations(page)
  await pressEnter(page.getByRole('link', { name: 'Open the exam' }))
  await expect(page.getByRole('heading', { level: 1, name: 'trees' })).toBeFocused()
  await expect(page.getByRole('row', { name: 'True or false 1', exact: true })).toBeVisible()
})

test('losses of marks in a package of QTI are shown beside their source, a page of items at a time', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(college())
  await openUploads(page, world)
  await choose(page, await qtiWithLosses(23))
  await expect(page.getByText('22 with losses')).toBeVisible(onceRead)
  await expect(page.getByRole('article')).toHaveCount(20)
  await page.getByRole('button', { name: 'Load more items' }).click()
  await expect(page.getByRole('article')).toHaveCount(23)
  await expect(item(page, 'Item 2: item-2')).toContainText('Lost: how it is marked')
  await page.getByRole('button', { name: 'With losses or notes' }).click()
  await expect(item(page, 'Item 1: item-1')).toHaveCount(0)
  await page.getByRole('button', { name: 'Cancel the upload' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Cancel the upload of lossy.zip?' })
  await expect(dialog).toContainText('The library stays as it is.')
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Cancel the upload' }).click()
  await expect(page.getByText('No upload of yours is waiting.')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('alert').filter({ hasText: 'This upload is no longer there.' })).toBeVisible()
  await expectNoViolations(page)
})

test('an upload whose connection breaks says so, and goes on from where it was', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(college())
  await openUploads(page, world)
  const file = await nativeExam('leaves.zip', { guid: 'leaves', name: 'Leaves', pictureBytes: 9_000_000 })
  const offsets: string[] = []
  let isBroken = true
  await page.route(pieces, async (route) => {
    offsets.push(/name="offset"\r\n\r\n(\d+)/.exec(route.request().postDataBuffer()?.toString('latin1') ?? '')?.[1] ?? '')
    if (offsets.length >= 2 && isBroken) await route.abort()
    else await route.continue()
  })
  await page.route('**/office/api/library/uploads/upload?**', async (route) => {
    if (isBroken && offsets.length >= 2) await route.abort()
    else await route.continue()
  })
  await choose(page, file)
  await expect(page.getByRole('status').filter({ hasText: 'No connection to the server.' })).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '46')
  await expect(page.getByText('4.2 MB of 9 MB · 46%').or(page.getByText('4.2 MB of 9.0 MB · 46%'))).toBeVisible()
  await expectNoViolations(page)
  isBroken = false
  await page.getByRole('button', { name: 'Try again now' }).click()
  await outcome(page, 'A new exam: Leaves, version 1.')
  await expect(page.getByText('This is a package of Sitwell’s own form.', { exact: false })).toBeVisible()
  expect(offsets.slice(0, 3)).toEqual(['0', '4194304', '4194304'])
})

test('an upload goes on after a reload once the same file is chosen again, and with no other file', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(college())
  await openUploads(page, world)
  const noise = await passingFile('noise.zip', randomBytes(9_000_000))
  let isHeld = true
  const offsets: string[] = []
  await page.route(pieces, async (route) => {
    const offset = /name="offset"\r\n\r\n(\d+)/.exec(route.request().postDataBuffer()?.toString('latin1') ?? '')?.[1] ?? ''
    offsets.push(offset)
    // It never ends, as on a connection that hangs.
    if (!isHeld || offset === '0') await route.continue()
  })
  await choose(page, noise)
  await expect.poll(() => offsets.at(-1)).toBe('4194304')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText('The upload broke off with an earlier page.', { exact: false })).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '46')
  await expectNoViolations(page)
  await choose(page, await passingFile('noise.zip', randomBytes(9_000_000)))
  await expect(spoken(page)).toContainText('noise.zip is not the file that was begun')
  isHeld = false
  offsets.splice(0)
  await choose(page, noise)
  await expect(spoken(page)).toHaveText('noise.zip can’t be taken. The library stays as it is.', onceRead)
  expect(offsets).toEqual(['4194304', '8388608'])
  await expect(page.getByText('not a whole zip archive', { exact: false })).toBeVisible()
  await expectNoViolations(page)
})

test('several files are sent at once and listed; an empty one is named, and a file that was stored is unchanged', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(college())
  await openUploads(page, world)
  const [first, second] = await Promise.all([giftWithLosses('one.gift'), nativeExam('two.zip', { guid: 'two', name: 'Two' })])
  await choose(page, first, second, await passingFile('empty.gift', new Uint8Array()))
  await expect(spoken(page)).toHaveText('empty.gift is empty.')
  await areRead(page, 'one.gift', 'two.zip')
  await expectNoViolations(page)
  for (const again of [false, true]) {
    if (again) await choose(page, second)
    else await page.getByRole('link', { name: 'two.zip' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'two.zip' })).toBeVisible()
    await outcome(
      page,
      again
        ? 'Two, version 1, is in the library already, exactly so. There is nothing to store.'
        : 'A new exam: Two, version 1.',
    )
    await page.getByRole('button', { name: again ? 'Finish: nothing to store' : 'Add to the library' }).click()
    await expect(page.getByText(again ? 'Nothing was changed.' : 'Two is stored as version 1.', { exact: false })).toBeVisible()
    await page.getByRole('link', { name: 'Upload another file' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Upload to the library' })).toBeVisible()
  }
  await expect(page.getByRole('listitem').filter({ hasText: 'two.zip' })).toContainText('Stored')
  await expect(page.getByRole('listitem').filter({ hasText: 'one.gift' })).toContainText('Waits for your decision')
})

test('a report that another upload has made old is shown anew before anything is stored', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(college())
  await openUploads(page, world)
  const exams = ['One', 'Other'].map((name) => nativeExam(`${name}.zip`, { guid: 'same', name }))
  await choose(page, ...(await Promise.all(exams)))
  await areRead(page, 'One.zip', 'Other.zip')
  await page.getByRole('link', { name: 'Other.zip' }).click()
  await outcome(page, 'A new exam: Other, version 1.')
  const other = await page.context().newPage()
  await other.goto('/office/library/upload')
  await other.getByRole('link', { name: 'One.zip' }).click()
  await other.getByRole('button', { name: 'Add to the library' }).click()
  await expect(other.getByText('One is stored as version 1.')).toBeVisible()
  await other.close()
  await page.getByRole('button', { name: 'Add to the library' }).click()
  await expect(spoken(page)).toContainText('The library has changed since the file was read.')
  await outcome(
    page,
    'Other, version 1, is in the library with another content. Nobody has begun it: its content would be replaced.',
  )
  await page.getByRole('button', { name: 'Replace version 1' }).click()
  await expect(page.getByText('Other is stored as version 1.')).toBeVisible()
})

test('a file that is dropped beside its place leaves the page as it is', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(college())
  await openUploads(page, world)
  const place = page.getByRole('group', { name: 'Choose or drop files' })
  await expect(place).toBeVisible()
  const file = await giftWithLosses()
  const devTools = await page.context().newCDPSession(page)
  const dropAt = async ({ x, y }: { x: number; y: number }) => {
    const data = { items: [], files: [file], dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await devTools.send('Input.dispatchDragEvent', { type, x, y, data })
  }
  // A drop that a test makes never leads away: what the browser is kept from is told by the event, once all others have had it.
  await page.evaluate(() => {
    const kept: string[] = []
    for (const kind of ['dragover', 'drop'] as const)
      window.addEventListener(kind, (event) => kept.push(`${kind} ${event.defaultPrevented}`))
    Object.assign(window, { kept })
  })
  await dropAt({ x: 5, y: 5 })
  const kept = () => page.evaluate(() => [...new Set((window as unknown as { kept: string[] }).kept)])
  await expect.poll(kept).toContain('dragover true')
  expect((await kept()).filter((one) => one.endsWith('false'))).toEqual([])
  const box = await place.boundingBox()
  if (box === null) throw new Error('There is no place for files.')
  await dropAt({ x: box.x + box.width / 2, y: box.y + 8 })
  await expect(page.getByRole('heading', { level: 1, name: 'trees.gift' })).toBeVisible()
})
