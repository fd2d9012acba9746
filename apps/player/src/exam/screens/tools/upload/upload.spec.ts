import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  enterExam,
  exam,
  expect,
  expectNoViolations,
  organisation,
  radio,
  signIn,
  startExam,
  test,
} from '../../../../../../../e2e/fixtures.ts'
import { pressFinish } from '../../../../../../../e2e/press-finish.ts'
import type { Sitwell } from '../../../../../../../e2e/sitwell.ts'

const evidence = { type: 'EVIDENCE', marks: 0, text: '<p>Your joint</p>', evidenceText: '<p>Two photographs, please.</p>' }

const arrangeExam = (sitwell: Sitwell, settings: Record<string, string> = {}) =>
  sitwell.arrange(
    organisation({
      settings,
      exams: [exam({ name: 'Joints', settings: { examTime: 3600 }, questions: [evidence, radio('Which?', ['A', 'B'], 0)] })],
    }),
  )
const sit = async (page: Page, sitwell: Sitwell, settings: Record<string, string> = {}) => {
  const world = await arrangeExam(sitwell, settings)
  await enterExam(page, world)
  return world
}

const panel = (page: Page) => page.getByRole('region', { name: 'Your files' })
const zone = (page: Page) => panel(page).getByRole('button', { name: /^Choose/ })
const pending = (page: Page) => page.getByRole('list', { name: 'Not on the server yet' }).getByRole('listitem')
const uploaded = (page: Page) => page.getByRole('list', { name: 'On the server', exact: true }).getByRole('listitem')
const refused = (page: Page) => page.getByRole('list', { name: 'Not taken' }).getByRole('listitem')
const dialog = (page: Page) => page.getByRole('alertdialog')
const bytesOf = (text: string, size = text.length) => Buffer.from(text.repeat(Math.ceil(size / text.length)).slice(0, size))
/** A picture of this many bytes. */
const photoOf = async (size: number) => {
  const square = await readFile(new URL('../../../../../../../e2e/media/square.png', import.meta.url))
  return Buffer.concat([square, bytesOf('\0\x01\xff\r\n', size - square.length)])
}
const fileOf = (name: string, content = name, mimeType = '') => ({ name, mimeType, buffer: bytesOf(content) })

/** As a learner does by the chooser, which the button opens. */
const choose = async (page: Page, ...files: ReturnType<typeof fileOf>[]) => {
  const opening = page.waitForEvent('filechooser')
  await zone(page).click()
  await (await opening).setFiles(files)
}
const drop = async (page: Page, ...names: string[]) => {
  const transfer = await page.evaluateHandle((dropped) => {
    const held = new DataTransfer()
    for (const name of dropped) held.items.add(new File([name.endsWith('.pdf') ? `%PDF-1.4 ${name}` : name], name))
    return held
  }, names)
  for (const type of ['dragenter', 'dragover', 'drop']) await zone(page).dispatchEvent(type, { dataTransfer: transfer })
}
const acknowledge = async (page: Page, title: string, text: string) => {
  await expect(dialog(page).getByRole('heading')).toHaveText(title)
  await expect(dialog(page).locator('p').first()).toHaveText(text)
  await dialog(page).getByRole('button', { name: 'Ok', exact: true }).click()
}

// UP-301 UP-302 UP-303 UP-304 UP-305 UP-306 UP-307 UP-308 UP-309 UP-310 UP-325 UP-328 UP-329 RUN-357 ENT-306 QSTATIC-202
// ERR-307 ERR-308 LOG-302 LOG-312 LOG-313
test('a learner chooses and drops files, sees them on the server, replaces, downloads and deletes them', async ({
  page,
  sitwell,
}) => {
  const world = await sit(page, sitwell, { AssignmentUploadLimits: '{"maxSize":1048576}' })
  const names = async () => (await sitwell.filesOf(world)).map(({ fileName }) => fileName)
  await expect(page.getByText('Two photographs, please.')).toBeVisible()
  await expect(panel(page).getByText('No files yet')).toBeVisible()
  expect((await panel(page).boundingBox())?.width).toBe(350)
  await expectNoViolations(page)

  // By the keyboard alone the chooser opens too.
  await zone(page).focus()
  // The browser is told that a test answers its chooser, well before one opens.
  page.on('filechooser', () => {})
  await expect(zone(page)).toBeFocused()
  const opening = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  const photo = await photoOf(700_001)
  await (await opening).setFiles([{ name: 'pins.png', mimeType: 'image/png', buffer: photo }, fileOf('notes.txt', 'First')])
  await expect(uploaded(page)).toHaveCount(2)
  await expect(uploaded(page).first()).toContainText('pins.png')
  await expect(panel(page).getByRole('status')).toHaveText('notes.txt is on the server.')
  await drop(page, 'dropped.pdf')
  await expect(uploaded(page)).toHaveCount(3)
  expect(Buffer.compare((await sitwell.filesOf(world))[0]?.bytes ?? Buffer.of(), photo)).toBe(0)
  const list = page.getByRole('list', { name: 'On the server', exact: true })
  expect(await list.evaluate((element) => getComputedStyle(element).maxBlockSize)).toBe('520px')
  await expectNoViolations(page)

  await choose(page, fileOf('virus.exe'), { name: 'long.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(1_048_576) })
  await acknowledge(page, 'Invalid File Type', 'virus.exe has an invalid file type')
  await acknowledge(page, 'Maxiumum File Size', 'The size of long.mp4 is greater than the maximum file size of 1 MB')

  // The same name again: No leaves it, Yes puts the new one where the old one stood.
  await choose(page, fileOf('notes.txt', 'Second'))
  await expect(dialog(page)).toContainText('Do you wish to wish to replace - notes.txt.')
  await expectNoViolations(page)
  await dialog(page).getByRole('button', { name: 'No' }).click()
  const calls: string[] = []
  page.on('request', (request) => {
    // That a file is announced ahead changes nothing that anybody sees.
    if (request.url().includes('/files/api/') && !request.url().endsWith('/announce')) calls.push(request.method())
  })
  await choose(page, fileOf('notes.txt', 'Second'))
  await dialog(page).getByRole('button', { name: 'Yes' }).click()
  await expect
    .poll(async () => (await sitwell.filesOf(world)).map(({ bytes }) => bytes.toString().slice(0, 6)))
    .toEqual([expect.stringContaining('PNG'), 'Second', '%PDF-1'])
  expect(calls).toEqual(['DELETE', 'POST'])
  await expect(uploaded(page).nth(1)).toContainText('notes.txt')

  const saving = page.waitForEvent('download')
  await panel(page).getByRole('button', { name: 'Download pins.png' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toBe('pins.png')
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  expect(Buffer.compare(Buffer.concat(chunks), photo)).toBe(0)

  await panel(page).getByRole('button', { name: 'Delete dropped.pdf' }).click()
  await expect(uploaded(page)).toHaveCount(2)
  await expect(zone(page)).toBeFocused()
  await expect.poll(names).toEqual(['pins.png', 'notes.txt'])

  // Fetched again when the panel opens.
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(panel(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(uploaded(page)).toHaveCount(2)
  await expect.poll(() => calls.at(-1)).toBe('GET')
  await pressFinish(page)
  await dialog(page).getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Finish all the same' }).click()
  await expect(page.getByRole('heading', { name: 'Assessment complete' })).toBeVisible()
  const types = (await sitwell.recordingsOf(world))[0]?.recording.activities.map(({ type }) => type) ?? []
  expect([14, 16].map((wanted) => types.filter((type) => type === wanted).length)).toEqual([4, 2])
})

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' })

  // LOG-103 LOG-302 LOG-312 ENT-318
  test('a chosen file survives the closed browser, holds back the finish of the exam, and is on the server byte for byte later', async ({
    page,
    context,
    sitwell,
  }) => {
    const world = await arrangeExam(sitwell)
    const address = `/exam/${world.exams[0]?.examGuid}`
    await signIn(page, world)
    await page.goto(address)
    await startExam(page)
    await choose(page, fileOf('before.txt'))
    await expect(uploaded(page)).toHaveCount(1)
    const isHeld = async () => (await (await caches.open('sitwell-sitting')).match('/service-worker/sitting')) !== undefined
    await expect.poll(() => page.evaluate(isHeld)).toBe(true)
    // The player's files are loaded one after the other, which takes a slow machine as long as it takes.
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state))
      .toBe('activated')

    await sitwell.goOffline(page)
    const photo = await photoOf(1_300_007)
    await choose(page, { name: 'صورة 1.jpg', mimeType: 'image/jpeg', buffer: photo })
    await expect(pending(page)).toContainText('Kept on this device until the connection is back')
    await panel(page).getByRole('button', { name: 'Delete before.txt' }).click()
    await expect(uploaded(page)).toContainText('Will be deleted when the connection is back')
    await expectNoViolations(page)
    await page.close()

    const again = await context.newPage()
    await again.goto(address)
    await expect(pending(again)).toContainText('صورة 1.jpg')
    await expect(panel(again).getByText('we can’t list what is on the server already')).toBeVisible()
    await choose(again, fileOf('later.txt'), fileOf('unwanted.txt'))
    await panel(again).getByRole('button', { name: 'Remove unwanted.txt' }).click()
    await expect(pending(again)).toHaveCount(2)
    await pressFinish(again)
    await dialog(again).getByRole('button', { name: 'Finish' }).click()
    await again.getByRole('button', { name: 'Finish all the same' }).click()
    await expect(again.getByText('Oops. Your internet connection was lost')).toBeVisible()
    await expect(again.getByText('We are uploading your files; left: 3.')).toBeAttached()
    expect((await sitwell.filesOf(world)).map(({ fileName }) => fileName)).toEqual(['before.txt'])

    await sitwell.goOnline(again)
    await expect(again.getByRole('heading', { name: 'Assessment complete' })).toBeVisible()
    const files = await sitwell.filesOf(world)
    expect(files.map(({ fileName }) => fileName)).toEqual(['صورة 1.jpg', 'later.txt'])
    expect(Buffer.compare(files[0]?.bytes ?? Buffer.of(), photo)).toBe(0)
  })
})

// ERR-301 ERR-302 ERR-303 ERR-304 ERR-305 ERR-306
test('a server that refuses or fails is told of in its own words; a lost answer after the commit leads to one file', async ({
  page,
  sitwell,
}) => {
  const refuse = (code: string, status: number) => ({ status, json: { error: { code, message: 'no' } } })
  let failing: 'list' | 'upload' | 'delete' | 'reply' | undefined = 'list'
  let posts = 0
  await page.route('**/files/api/Files/**', async (route) => {
    const method = route.request().method()
    // That it is announced ahead is another test's.
    if (route.request().url().endsWith('/announce')) return route.fallback()
    if (method === 'POST') posts += 1
    if (method === 'GET' && failing === 'list') return route.fulfill(refuse('SERVER_ERROR', 500))
    if (method === 'POST' && failing === 'upload') return route.fulfill(refuse('INVALID_FILE', 422))
    if (method === 'DELETE' && failing === 'delete') return route.fulfill(refuse('FORM_RUN_COMPLETED', 409))
    if (method !== 'POST' || failing !== 'reply') return route.fallback()
    failing = undefined
    await route.fetch()
    await route.abort('connectionreset')
  })
  const world = await sit(page, sitwell)
  await acknowledge(page, 'Unable to Get Uploaded Files', 'There was a problem getting the uploaded files.')
  await expect(uploaded(page)).toHaveCount(0)
  await expect(zone(page)).toBeEnabled()

  failing = 'upload'
  await choose(page, fileOf('refused.txt'))
  await acknowledge(page, 'Unable to Upload File', 'There was a problem uploading the file - refused.txt.')
  await expect(pending(page)).toHaveCount(0)
  await expect(zone(page)).toBeEnabled()
  expect(await sitwell.filesOf(world)).toEqual([])

  failing = 'reply'
  posts = 0
  await choose(page, fileOf('once.txt'))
  await expect(uploaded(page)).toHaveCount(1)
  await expect(pending(page)).toHaveCount(0)
  // Asked again how far it is, the server says that it is there: nothing is sent twice.
  expect(posts).toBe(1)
  expect((await sitwell.filesOf(world)).map(({ fileName }) => fileName)).toEqual(['once.txt'])

  failing = 'delete'
  await panel(page).getByRole('button', { name: 'Delete once.txt' }).click()
  await acknowledge(page, 'Unable to Delete File', 'There was a problem deleting the file - once.txt.')
  await expect(uploaded(page)).toContainText('On the server')
  await expect(panel(page).getByRole('button', { name: 'Delete once.txt' })).toBeEnabled()
})

// UP-308 UP-320 UP-321 UP-322 UP-323 UP-324 ERR-309 ERR-310 START-125
test('the organisation says what is taken: few at a time, of some size, and not before the learner says so', async ({
  page,
  sitwell,
}) => {
  const world = await sit(page, sitwell, {
    AllowedAssignmentUploadFileTypes: 'txt, image/*',
    AssignmentUploadLimits: '{"instant":false,"maxQueued":2,"maxUploaded":3,"minSize":3}',
  })
  await expect(zone(page)).toContainText('Types: txt, image/*')
  await choose(page, fileOf('a.txt'), fileOf('odd', 'odd', 'image/x-odd'), fileOf('c.txt'), fileOf('no.pdf'))
  await acknowledge(page, 'Error', 'c.txt')
  await expect(dialog(page)).toHaveCount(0)
  // The one that ended the choice and all behind it are named, with the reason.
  await expect(refused(page)).toHaveText([/^c\.txt.*wait at once/, /^no\.pdf.*wait at once/])
  await expect(pending(page)).toHaveCount(2)
  await expect(pending(page).first()).toContainText('Kept on this device, not uploaded yet')
  await expect(panel(page).getByRole('button', { name: /No more files can wait|^Choose/ })).toBeDisabled()
  expect(await sitwell.filesOf(world)).toEqual([])

  await page.reload()
  await expect(pending(page)).toHaveCount(2)
  await panel(page).getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(uploaded(page)).toHaveCount(2)
  await choose(page, fileOf('tiny.txt', 'x'), fileOf('c.txt'), fileOf('c.txt'))
  await acknowledge(page, 'Minimum File Size', 'The size of tiny.txt must be greater than the minimum file size of 3 bytes')
  await expect(dialog(page)).toHaveCount(0)
  await expect(pending(page)).toHaveCount(1)
  await choose(page, fileOf('beyond.txt'))
  await expect(refused(page).last()).toHaveText(/^beyond\.txt.*As many files as you may upload/)
  await expect(pending(page)).toHaveCount(1)
  // What was chosen belongs to the exam that is finished.
  await pressFinish(page)
  await dialog(page).getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Finish all the same' }).click()
  await expect(page.getByRole('heading', { name: 'Assessment complete' })).toBeVisible()
  expect((await sitwell.filesOf(world)).map(({ fileName }) => fileName)).toEqual(['a.txt', 'odd', 'c.txt'])
})

// ERR-303 ERR-304
test('a file that the server refuses for what is in it is named with the reason, until it is dismissed or another of its name is taken', async ({
  page,
  sitwell,
}) => {
  const world = await sit(page, sitwell)
  await choose(page, fileOf('plan.pdf', 'This is a text.'), fileOf('sketch.pdf', 'This one too.'))
  for (const name of ['plan.pdf', 'sketch.pdf']) {
    await expect(dialog(page)).toContainText(`There was a problem uploading the file - ${name}.`)
    await expect(dialog(page)).toContainText('What is in it doesn’t fit its name')
    await expect(dialog(page)).not.toContainText('kept on this device')
    await dialog(page).getByRole('button', { name: 'Ok', exact: true }).click()
  }
  await expect(refused(page)).toHaveText([/^plan\.pdf.*doesn’t fit its name/, /^sketch\.pdf.*doesn’t fit its name/])
  await expect(page.getByRole('alert').filter({ hasText: 'plan.pdf' })).toBeVisible()
  await expectNoViolations(page)
  // Elsewhere in the exam and back it is there still.
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(panel(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Previous', exact: true }).click()
  await expect(refused(page)).toHaveCount(2)
  await panel(page).getByRole('button', { name: 'Dismiss the message about sketch.pdf' }).click()
  await expect(refused(page)).toHaveText([/^plan\.pdf/])
  await drop(page, 'plan.pdf')
  await expect(uploaded(page)).toHaveCount(1)
  await expect(refused(page)).toHaveCount(0)
  expect((await sitwell.filesOf(world)).map(({ fileName }) => fileName)).toEqual(['plan.pdf'])
})

// UP-301
test('a question for files is not answered and never “Saved” until a file is uploaded, in the list, the review and at Finish', async ({
  page,
  sitwell,
}) => {
  await sit(page, sitwell)
  const own = page.getByRole('navigation').getByRole('button', { name: /^Question 1/ })
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByRole('radio', { name: 'A', exact: true }).check({ force: true })
  await expect(own).toHaveAccessibleName('Question 1, not answered')
  await pressFinish(page)
  await expect(page.getByRole('main').getByRole('listitem').first()).toHaveText(/no file uploaded.*not answered$/)
  await dialog(page).getByRole('button', { name: 'Finish', exact: true }).click()
  await expect(dialog(page).getByRole('listitem')).toHaveText(['Not answered: 1', 'No file uploaded: 1'])
  await dialog(page).getByRole('button', { name: 'Show what is open' }).click()
  await page.getByRole('main').getByRole('listitem').getByRole('button').click()
  await expect(panel(page)).toBeVisible()
  await expect(page.getByText('Saved', { exact: true })).toHaveCount(0)
  await drop(page, 'map.pdf')
  await expect(uploaded(page)).toHaveCount(1)
  await expect(own).toHaveAccessibleName('Question 1, answered')
  // A device that knows nothing of it asks the server.
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name)
  })
  await page.reload()
  await expect(own).toHaveAccessibleName('Question 1, answered')
  await panel(page).getByRole('button', { name: 'Delete map.pdf' }).click()
  await expect(own).toHaveAccessibleName('Question 1, not answered')
})
