import { readFile } from 'node:fs/promises'
import type { FrameLocator, Page, Request } from '@playwright/test'
import { type CodeItem, writeCodePackage } from './custom-code.ts'
import { enterExam, expect, expectNoViolations, organisation, test } from './fixtures.ts'
import { tabTo } from './keyboard.ts'
import { lookAway } from './look-away.ts'
import type { Sitwell } from './sitwell.ts'

const square = new URL('media/square.png', import.meta.url)

/** Sits an exam of items with code of their own. */
const sit = async (page: Page, sitwell: Sitwell, ...names: CodeItem[]) => {
  const { path, remove } = await writeCodePackage(names, new Uint8Array(await readFile(square)))
  const world = await sitwell.arrange(organisation({ exams: [], packages: [path], schedules: [{ username: 'learner' }] }))
  await remove()
  await enterExam(page, world)
  return world
}

/** What the code shows: its frame is in that of the page around it. */
const code = (page: Page): FrameLocator => page.frameLocator('[data-testid="code-frame"]').frameLocator('iframe')
const saved = (page: Page) => page.getByTestId('saved-state')

test('code of a question counts presses in its frame, and a reload gives back its response and its state', async ({
  page,
  sitwell,
}) => {
  const world = await sit(page, sitwell, 'counter', 'older')
  await expect(code(page).getByText('Pressed 0 of 5')).toBeVisible()
  for (const count of [1, 2, 3]) {
    await code(page).getByRole('button', { name: 'Press' }).click()
    await expect(code(page).getByText(`Pressed ${count} of 5`)).toBeVisible()
  }
  await code(page).getByLabel('Note').fill('Thrice')
  await lookAway(page)
  await expect(saved(page)).toHaveText('Saved')
  await expectNoViolations(page)
  await page.reload()
  await expect(code(page).getByText('Pressed 3 of 5')).toBeVisible()
  await expect(code(page).getByLabel('Note')).toHaveValue('Thrice')

  await page.getByRole('button', { name: 'Next' }).click()
  await code(page).getByLabel('A bird').fill('heron')
  // At once: what was done last is not lost with the frame.
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(code(page).getByText('Pressed 3 of 5')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(code(page).getByLabel('A bird')).toHaveValue('heron')
  await expect(saved(page)).toHaveText('Saved')
  // Too much to be kept: what was there before stays.
  await code(page).getByLabel('A bird').fill('x'.repeat(50_000))
  await expect(page.getByRole('alert').filter({ hasText: 'too large to save' })).toBeVisible()
  const texts = (await sitwell.answersOf(world)).map(({ answerText }) => answerText)
  expect(texts.join()).toContain('{"base":{"integer":3}}')
  expect(texts.join()).toContain('{"base":{"string":"heron"}}')
})

test('Tab goes into the frame of a question’s code and out of it, and its name is that of its question', async ({
  page,
  sitwell,
}) => {
  await sit(page, sitwell, 'counter')
  const press = code(page).getByRole('button', { name: 'Press' })
  await expect(press).toBeVisible()
  await expect(page.getByTestId('code-frame')).toHaveAccessibleName(/Question 1 Press three times\./)
  await page.getByRole('heading', { name: 'Question 1' }).focus()
  const isIn = () =>
    code(page)
      .locator(':focus')
      .evaluateAll((found) => found.map(({ className }) => className))
  await expect(async () => {
    await page.keyboard.press('Tab')
    expect(await isIn()).toEqual(['press'])
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(code(page).getByText('Pressed 1 of 5')).toBeVisible()
  await page.keyboard.press('Tab')
  expect(await isIn()).toEqual(['note'])
  await page.keyboard.press('Tab')
  await expect.poll(isIn).toEqual([])
  await tabTo(page, page.getByRole('button', { name: 'Finish' }).first())
})

test('code of a question reaches no network, no store, no dialog and no page around it, and can’t answer past its port', async ({
  page,
  sitwell,
}) => {
  const asked: string[] = []
  // What the policy holds fails before anybody is asked.
  const note = (request: Request) => {
    if (request.url().includes('elsewhere') && request.failure()?.errorText !== 'csp') asked.push(request.url())
  }
  page.on('requestfinished', note)
  page.on('requestfailed', note)
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    return dialog.dismiss()
  })
  const world = await sit(page, sitwell, 'hostile')
  const around = await page.request.get((await page.getByTestId('code-frame').getAttribute('src')) ?? '')
  const policy = around.headers()['content-security-policy'] ?? ''
  expect(policy.split('; ').filter((one) => /http/.test(one))).toEqual([`frame-ancestors ${sitwell.origin}`])
  for (const closed of ['default', 'connect', 'frame', 'object']) expect(policy).toContain(`${closed}-src 'none'`)
  const lines = code(page).getByRole('listitem')
  await expect(lines).toHaveCount(13)
  const came = (await lines.allTextContents()).sort()
  const held = ['cookie', 'storage', 'parent', 'top', 'top address', 'database', 'fetch', 'own', 'picture', 'script']
  expect(came).toEqual([...held.map((what) => `${what}: held`), 'alert: nothing', 'confirm: false', 'window: nothing'].sort())
  // Going elsewhere with what it knows.
  await code(page).getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { name: 'Question 1' })).toBeVisible()
  expect(asked).toEqual([])
  expect(dialogs).toEqual([])
  expect(page.url()).toContain('/exam/')
  expect((await sitwell.answersOf(world)).map(({ answerText }) => answerText).join()).not.toContain('999')
})

test('code of a question that throws says so to the learner in words, and the exam goes on', async ({ page, sitwell }) => {
  await sit(page, sitwell, 'throwing', 'counter')
  const alert = page.getByRole('alert').filter({ hasText: 'This task doesn’t work here.' })
  await expect(alert).toBeVisible()
  await expectNoViolations(page)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(code(page).getByText('Pressed 0 of 5')).toBeVisible()
})

test('what fails in code of a question is reported to support', async ({ page, sitwell }) => {
  const reports: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') reports.push(request.postData() ?? '')
  })
  await sit(page, sitwell, 'throwing')
  await expect(page.getByRole('alert').filter({ hasText: 'This task doesn’t work here.' })).toBeVisible()
  await expect.poll(() => reports.some((body) => body.includes('out of order'))).toBe(true)
})

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' })

  test('code of a question goes on, starts again after a reload, and its answer reaches the server later', async ({
    page,
    sitwell,
  }) => {
    const world = await sit(page, sitwell, 'counter')
    await code(page).getByRole('button', { name: 'Press' }).click()
    await lookAway(page)
    await expect(saved(page)).toHaveText('Saved')
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    const isKept = async () => {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open('sitwell')
        request.onsuccess = () => resolve(request.result)
      })
      const exams = await new Promise<number>((resolve) => {
        const request = database.transaction('exams').objectStore('exams').count()
        request.onsuccess = () => resolve(request.result)
      })
      database.close()
      return exams
    }
    await expect.poll(() => page.evaluate(isKept)).toBe(1)
    const around = page.frames().find((frame) => frame.url().endsWith('/question-code.html'))
    await around?.evaluate(async () => void (await navigator.serviceWorker.ready))

    await sitwell.goOffline(page)
    await code(page).getByRole('button', { name: 'Press' }).click()
    await lookAway(page)
    await expect(saved(page)).toHaveText('Kept on this device')
    await page.reload()
    await expect(code(page).getByText('Pressed 2 of 5')).toBeVisible()
    await code(page).getByRole('button', { name: 'Press' }).click()
    await expect(code(page).getByText('Pressed 3 of 5')).toBeVisible()
    await lookAway(page)
    await expect(saved(page)).toHaveText('Kept on this device')

    await sitwell.goOnline(page)
    await expect(saved(page)).toHaveText('Saved')
    expect((await sitwell.answersOf(world)).map(({ answerText }) => answerText).join()).toContain('{"base":{"integer":3}}')
  })
})

test('code of a question fits a window of 320 pixels and a dark theme, in a frame as high as what it shows', async ({
  page,
  sitwell,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await sit(page, sitwell, 'counter')
  await expect(code(page).getByText('Pressed 0 of 5')).toBeVisible()
  const frame = page.getByTestId('code-frame')
  const inside = () =>
    code(page)
      .locator('html')
      .evaluate((root) => root.scrollHeight - root.clientHeight)
  await expect.poll(inside).toBe(0)
  const { width } = (await frame.boundingBox()) ?? { width: 1000 }
  expect(width).toBeLessThanOrEqual(320)
  expect(
    await code(page)
      .locator('html')
      .evaluate((root) => root.scrollWidth - root.clientWidth),
  ).toBe(0)
  const ground = (of: Element) => getComputedStyle(of).getPropertyValue('--colour-surface').trim()
  expect(await code(page).locator('html').evaluate(ground)).toBe(await page.locator('html').evaluate(ground))
})
