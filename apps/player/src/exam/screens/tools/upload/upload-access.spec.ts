import type { Page } from '@playwright/test'
import { enterExam, exam, expect, organisation, radio, test } from '../../../../../../../e2e/fixtures.ts'
import { tabTo } from '../../../../../../../e2e/keyboard.ts'
import { holdClock } from '../../../../../../../e2e/pass-time.ts'
import { pressFinish } from '../../../../../../../e2e/press-finish.ts'
import type { Sitwell } from '../../../../../../../e2e/sitwell.ts'

const evidence = { type: 'EVIDENCE', marks: 0, text: '<p>Your joint</p>', evidenceText: '<p>Two photographs, please.</p>' }

const sit = async (page: Page, sitwell: Sitwell, limits: object = {}) => {
  const world = await sitwell.arrange(
    organisation({
      settings: { AssignmentUploadLimits: JSON.stringify(limits) },
      exams: [exam({ questions: [evidence, radio('Which?', ['A', 'B'], 0)] })],
    }),
  )
  await enterExam(page, world)
  return world
}

const panel = (page: Page) => page.getByRole('region', { name: 'Your files' })
const zone = (page: Page) => panel(page).getByRole('button', { name: /No more files can wait|^Choose/ })
const button = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true })
const rows = (page: Page, state: string) => panel(page).locator(`[data-state="${state}"]`)
const choose = (page: Page, ...names: string[]) =>
  panel(page)
    .locator('input[type="file"]')
    .setInputFiles(names.map((name) => ({ name, mimeType: '', buffer: Buffer.from(name) })))

/** Keeps what the panel tells a screen reader, in its order. */
const listen = (page: Page) =>
  panel(page)
    .getByRole('status')
    .evaluate((status) => {
      const heard: string[] = []
      Object.assign(window, { heard })
      new MutationObserver(() => heard.push(status.textContent)).observe(status, {
        childList: true,
        characterData: true,
        subtree: true,
      })
    })
const heard = (page: Page) => page.evaluate(() => (window as unknown as { heard: string[] }).heard)
/** The page's clock stands while files go their way, which takes as long as it takes: the time of a sentence passes here alone. */
const expectHeard = (page: Page, sentences: readonly string[]) =>
  expect(async () => {
    await page.clock.runFor(600)
    expect(await heard(page)).toEqual(sentences)
  }).toPass()

test('whatever control goes with a file that comes or goes, the focus stays in the panel', async ({ page, sitwell }) => {
  let answer: 'at once' | 'late' | 'never' = 'at once'
  let held: (() => void) | undefined
  const wait = () =>
    new Promise<void>((resolve) => {
      held = resolve
    })
  /** The row says that its file is sent a moment before the request is there to be answered. */
  const goOn = async () => {
    await expect.poll(() => held !== undefined).toBe(true)
    held?.()
    held = undefined
  }
  await page.route('**/files/api/Files/**', async (route) => {
    const isUpload = route.request().method() === 'POST' && !route.request().url().endsWith('/announce')
    if (!isUpload || answer === 'at once') return route.fallback()
    await wait()
    if (answer === 'late') return route.fallback()
    return route.fulfill({ status: 422, json: { error: { code: 'INVALID_FILE', message: 'no' } } })
  })
  await sit(page, sitwell, { instant: false, maxQueued: 1 })
  // No more may wait: where the file was chosen nothing can be chosen any more.
  await tabTo(page, zone(page))
  await choose(page, 'first.txt')
  await expect(zone(page)).toBeDisabled()
  await expect(zone(page)).toBeFocused()

  await tabTo(page, button(page, 'Upload'))
  answer = 'late'
  await page.keyboard.press('Enter')
  await expect(rows(page, 'sending')).toHaveCount(1)
  await expect(zone(page)).toBeFocused()

  await tabTo(page, button(page, 'Remove first.txt'))
  await goOn()
  await expect(rows(page, 'uploaded')).toHaveCount(1)
  await expect(button(page, 'Download first.txt')).toBeFocused()

  answer = 'never'
  await choose(page, 'second.txt')
  await button(page, 'Upload').click()
  await expect(rows(page, 'sending')).toHaveCount(1)
  await tabTo(page, button(page, 'Remove second.txt'))
  await goOn()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ok', exact: true }).press('Enter')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(zone(page)).toBeFocused()

  await tabTo(page, button(page, 'Download first.txt'))
  await sitwell.goOffline(page)
  await expect(button(page, 'Download first.txt')).toBeDisabled()
  await expect(zone(page)).toBeFocused()
  await tabTo(page, button(page, 'Delete first.txt'))
  await page.keyboard.press('Enter')
  await expect(rows(page, 'deleting')).toHaveCount(1)
  await expect(zone(page)).toBeFocused()
})

test('on a phone the page stays where it is when a file is deleted, and goes along with who deletes it by a key', async ({
  page,
  sitwell,
}) => {
  await page.setViewportSize({ width: 390, height: 664 })
  await sit(page, sitwell)
  const names = [...'abcdefghijkl'].map((name) => `${name}.txt`)
  await choose(page, ...names)
  await expect(rows(page, 'uploaded')).toHaveCount(names.length)
  const toEnd = () => page.locator('[data-scrolls]').evaluate((pane) => pane.scrollTo(0, pane.scrollHeight))
  const isCovered = () =>
    zone(page).evaluate((element) => {
      const { left, top } = element.getBoundingClientRect()
      return !element.contains(document.elementFromPoint(left + 20, top + 10))
    })
  await button(page, 'Delete l.txt').scrollIntoViewIfNeeded()
  await toEnd()
  expect(await isCovered()).toBe(true)
  await button(page, 'Delete l.txt').click()
  await expect(rows(page, 'uploaded')).toHaveCount(names.length - 1)
  await expect(zone(page)).toBeFocused()
  expect(await isCovered()).toBe(true)

  await tabTo(page, button(page, 'Delete k.txt'))
  await toEnd()
  await page.keyboard.press('Enter')
  await expect(rows(page, 'uploaded')).toHaveCount(names.length - 2)
  await expect(zone(page)).toBeFocused()
  await expect.poll(isCovered).toBe(false)
})

test('a screen reader is told of each file where it is, one after the other and each once', async ({ page, sitwell }) => {
  await page.clock.install()
  await sit(page, sitwell)
  await expect(panel(page).getByText('No files yet')).toBeVisible()
  await listen(page)
  await holdClock(page)
  await choose(page, 'small.txt')
  await expect(rows(page, 'uploaded')).toHaveCount(1)
  await expectHeard(page, ['small.txt is on the server.'])

  await sitwell.goOffline(page)
  // The page asks three times before it believes it, and its clock stands.
  await expect(async () => {
    await page.clock.runFor(1000)
    await expect(page.getByText('Working offline')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await choose(page, 'one.txt', 'two.txt')
  await expect(rows(page, 'waiting')).toHaveCount(2)
  const expected = ['small.txt is on the server.', 'one.txt is kept on this device.', 'two.txt is kept on this device.']
  await expectHeard(page, expected)
  await button(page, 'Delete small.txt').click()
  await expect(rows(page, 'deleting')).toHaveCount(1)
  const offline = [...expected, 'small.txt will be deleted when the connection is back.']
  await expectHeard(page, offline)
  await button(page, 'Remove two.txt').click()
  // The same again is heard again.
  await expectHeard(page, [...offline, 'two.txt was removed.'])
  await sitwell.goOnline(page)
  await expect(rows(page, 'uploaded')).toContainText('one.txt')
  await expect(rows(page, 'deleting')).toHaveCount(0)
  const online = [...offline, 'two.txt was removed.', 'one.txt is on the server.', 'small.txt was deleted.']
  await expectHeard(page, online)

  // Behind a dialog nobody would hear it.
  await choose(page, 'no.exe', 'three.txt')
  await expect(rows(page, 'uploaded')).toHaveCount(2)
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.clock.runFor(2000)
  expect(await heard(page)).toEqual(online)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ok', exact: true }).click()
  await expectHeard(page, [...online, 'three.txt is on the server.'])
})

test('a screen reader is told that a file isn’t kept for which the browser has no room', async ({ page, sitwell }) => {
  await page.addInitScript(() =>
    Object.defineProperty(StorageManager.prototype, 'estimate', { value: async () => ({ quota: 1000, usage: 900 }) }),
  )
  await sit(page, sitwell, { instant: false })
  await choose(page, 'large.mp4')
  await expect(rows(page, 'held')).toHaveAttribute('data-keeping', 'memory')
  await expect(panel(page).getByRole('status')).toHaveText(
    'large.mp4 is not kept on this device: leave this page open until it is uploaded.',
  )
})

test('who has uploaded as many files as are taken reads so before choosing another', async ({ page, sitwell }) => {
  await sit(page, sitwell, { maxUploaded: 2 })
  await expect(zone(page)).toContainText('Files in all: 2 at most')
  await choose(page, 'one.txt', 'two.txt')
  await expect(rows(page, 'uploaded')).toHaveCount(2)
  await expect(zone(page)).toContainText('As many files as you may upload: 2. To add one, delete another.')
  await button(page, 'Delete one.txt').click()
  await expect(zone(page)).toContainText('Files in all: 2 at most')
})

test('who finishes while a file is on its way is read what is waited for, and how many are left', async ({ page, sitwell }) => {
  const going: (() => void)[] = []
  await page.route('**/files/api/Files/**', async (route) => {
    const isUpload = route.request().method() === 'POST' && !route.request().url().endsWith('/announce')
    if (isUpload) await new Promise<void>((resolve) => going.push(resolve))
    await route.fallback()
  })
  await sit(page, sitwell)
  await choose(page, 'one.mp4', 'two.mp4')
  await expect(rows(page, 'sending')).toHaveCount(1)
  await pressFinish(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Finish all the same' }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Finishing your exam')
  await expect(heading).toBeFocused()
  await expect(heading).toHaveAccessibleDescription(/We are uploading your files; left: 2/)
  await expect.poll(() => going.length).toBe(1)
  going[0]?.()
  await expect(page.getByRole('status').filter({ hasText: 'left: 1' })).toHaveText(/^We are uploading your files; left: 1/)
  await expect.poll(() => going.length).toBe(2)
  going[1]?.()
  await expect(page.getByRole('heading', { name: 'Assessment complete' })).toBeFocused()
})
