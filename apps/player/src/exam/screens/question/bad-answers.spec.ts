import type { Page } from '@playwright/test'
import { exam, expect, expectNoViolations, longText, organisation, radio, test } from '../../../../../../e2e/fixtures.ts'
import { pressFinish } from '../../../../../../e2e/press-finish.ts'
import { sitExam, sitQuestions } from '../../../../../../e2e/sit-questions.ts'
import type { Sitwell } from '../../../../../../e2e/sitwell.ts'
import { ping, saveAnswer } from '../../../../../../packages/contract/src/calls.ts'

const stored = organisation({
  settings: {},
  exams: [
    exam({
      name: 'Kept exam',
      settings: { examTime: 3600 },
      questions: [radio('Which is a fish?', ['Salmon', 'Otter'], 0), longText('Describe a lake.')],
    }),
  ],
})

const sit = (page: Page, sitwell: Sitwell) => sitExam(page, sitwell, stored)
const state = (page: Page) => page.getByTestId('saved-state')
const texts = async (sitwell: Sitwell, world: Awaited<ReturnType<typeof sit>>) =>
  (await sitwell.answersOf(world)).map(({ answerText }) => answerText).sort()

// SAVE-302 QUEUE-309
test('a Wi-Fi that answers everything with its own page leaves the learner in the exam, and their answers on the device, until it is gone', async ({
  page,
  sitwell,
}) => {
  const world = await sit(page, sitwell)
  const portal = '<!doctype html><h1>Welcome to the café! Sign in to use our Wi-Fi</h1>'
  for (const call of [saveAnswer, ping])
    await page.route(`**/${call.path}`, (route) => route.fulfill({ status: 403, contentType: 'text/html', body: portal }))
  await page.getByRole('radio', { name: 'Salmon' }).check({ force: true })
  await expect(page.getByText('Working offline: your answers are kept on this device')).toBeVisible()
  await expect(state(page)).toHaveText('Kept on this device')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect(await texts(sitwell, world)).toEqual([])
  await page.unrouteAll({ behavior: 'wait' })
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(state(page)).toHaveText('Saved')
  expect(await texts(sitwell, world)).toEqual(['Salmon'])
})

// SAVE-302
test('clearing the site’s data in the middle of an exam loses nothing: it is kept anew, and sent', async ({
  page,
  context,
  sitwell,
}) => {
  const world = await sit(page, sitwell)
  await page.route(`**/${saveAnswer.path}`, (route) => route.abort())
  await page.getByRole('radio', { name: 'Salmon' }).check({ force: true })
  await expect(state(page)).toHaveText('Kept on this device')
  const session = await context.newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin: world.origin, storageTypes: 'indexeddb' })
  const stored = () =>
    page.evaluate(async () => {
      const opening = indexedDB.open('sitwell')
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = reject
      })
      if (!database.objectStoreNames.contains('requests')) return database.close()
      const reading = database.transaction('requests').objectStore('requests').getAll()
      await new Promise((resolve) => reading.addEventListener('success', resolve))
      database.close()
      return JSON.stringify(reading.result)
    })
  await expect.poll(stored).toContain('Salmon')
  await expect(state(page)).toHaveText('Kept on this device')
  await page.reload()
  await page.unrouteAll({ behavior: 'wait' })
  await expect(page.getByRole('radio', { name: 'Salmon' })).toBeChecked()
  await expect.poll(() => texts(sitwell, world)).toEqual(['Salmon'])
})

test('more than an answer can hold is said where it is pasted, and what was there before stays and is saved', async ({
  page,
  sitwell,
}) => {
  const world = await sit(page, sitwell)
  await page.getByRole('button', { name: 'Next' }).click()
  const field = page.getByRole('textbox')
  await field.fill('Deep and cold.')
  await field.fill('x'.repeat(700_000))
  await expect(page.getByRole('alert')).toContainText('500,000 characters')
  await expect(field).toHaveValue('Deep and cold.')
  await field.fill('Deep, cold and dark.')
  await expect(page.getByRole('alert')).toBeEmpty()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect.poll(() => texts(sitwell, world)).toEqual(['Deep, cold and dark.'])
})

test('a field that takes no more says so, and so do the workings', async ({ page, sitwell }) => {
  const number = { kind: 'numbers', accepted: [{ value: 7 }] }
  const blanks = { type: 'BLANKS', text: 'A lake is [V1] metres deep.', key: { V1: number } }
  await sitQuestions(page, sitwell, blanks, radio('Why?', ['Ice', 'Rivers'], 0, { requiresWorkings: true }))
  const blank = page.getByRole('textbox', { name: 'Blank 1' })
  await blank.fill('7'.repeat(499))
  await blank.press('7')
  await expect(page.getByRole('status').filter({ hasText: 'it holds 500 characters' })).toBeVisible()
  await blank.press('Backspace')
  await expect(page.getByText('it holds 500 characters')).toHaveCount(0)
  await page.getByRole('button', { name: 'Next' }).click()
  const workings = page.getByRole('textbox', { name: 'Workings', exact: true })
  await workings.fill('7'.repeat(100_000))
  await expect(page.getByRole('status').filter({ hasText: /workings can hold/ })).toContainText('100,000 characters')
  await workings.fill('7')
  await expect(page.getByText(/workings can hold/)).toHaveCount(0)
})

test('an answer whose words a firewall refuses is saved in another form, and the exam is completed with it', async ({
  page,
  sitwell,
}) => {
  const world = await sit(page, sitwell)
  const refused: string[] = []
  await page.route(`**/${saveAnswer.path}`, (route) => {
    const body = route.request().postData() ?? ''
    if (!/drop table/i.test(body)) return route.continue()
    refused.push(body)
    return route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>Request blocked</h1>' })
  })
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('textbox').fill("'; DROP TABLE lakes; --")
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect.poll(() => texts(sitwell, world)).toEqual(["'; DROP TABLE lakes; --"])
  expect(refused.length).toBeGreaterThan(0)
  await expect(page.getByText('Working offline')).toHaveCount(0)
})

test('an exam that is complete without an answer says which one is only on the device, and never that nothing can be lost', async ({
  page,
  sitwell,
}) => {
  const world = await sit(page, sitwell)
  await page.route(`**/${saveAnswer.path}`, (route) => {
    const body = route.request().postData() ?? ''
    const words = body.startsWith('{') ? body : Buffer.from(body, 'base64').toString()
    if (!/drop table/i.test(words)) return route.continue()
    return route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>Request blocked</h1>' })
  })
  await page.getByRole('radio', { name: 'Salmon' }).check({ force: true })
  await expect(state(page)).toHaveText('Saved')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('textbox').fill("'; DROP TABLE lakes; --")
  await pressFinish(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByRole('heading', { name: 'Assessment complete' })).toBeVisible()
  const missing = page.getByRole('alert')
  await expect(missing).toContainText('Answers that are only on this device: 1. On the server: 1.')
  await expect(missing).toContainText('Question 2')
  await expect(missing).toContainText('tell your invigilator')
  expect(await texts(sitwell, world)).toEqual(['Salmon'])
  await expectNoViolations(page)
})
