import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { saveAnswer } from '../packages/contract/src/calls.ts'
import { exam, expect, expectNoViolations, longText, organisation, radio, test } from './fixtures.ts'
import { pressFinish } from './press-finish.ts'
import { signIn, startExam } from './sign-in.ts'
import { sitExam } from './sit-questions.ts'

const spec = organisation({
  exams: [
    exam({
      name: 'Lakes',
      settings: { examTime: 3600, resultFeedbackMask: 0 },
      questions: [
        radio('Which is a fish?', ['Salmon', 'Otter'], 0),
        ...['Describe a lake.', 'A river.', 'The sea.'].map((text) => longText(text)),
      ],
    }),
  ],
})
const state = (page: Page) => page.getByTestId('saved-state')
const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click()
/** Saves the learner's answers as a file; answers where it is. */
const saveFile = async (page: Page, within = page.locator('body')) => {
  const downloading = page.waitForEvent('download')
  await within.getByRole('button', { name: 'Save your answers as a file' }).click()
  const download = await downloading
  await expect(within.getByText('The file is in your downloads.')).toBeVisible()
  expect(download.suggestedFilename()).toMatch(/^answers-.*Lakes.*\.json$/)
  return download.path()
}

test('answers that a firewall refuses for ever keep no exam from its end, and come to the server in a file', async ({
  page,
  sitwell,
}) => {
  const world = await sitExam(page, sitwell, spec)
  await page.route(`**/${saveAnswer.path}`, (route) => {
    const body = route.request().postData() ?? ''
    const words = body.startsWith('{') ? body : Buffer.from(body, 'base64').toString()
    if (!/drop table/i.test(words)) return route.continue()
    return route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>Request blocked</h1>' })
  })
  await page.getByRole('radio', { name: 'Salmon' }).check({ force: true })
  await expect(state(page)).toHaveText('Saved')
  await next(page)
  await page.getByRole('textbox').fill("'; DROP TABLE lakes; --")
  await next(page)
  await page.getByRole('textbox').fill('DROP TABLE rivers')
  await next(page)
  // Marked by a person: nobody is told any mark meanwhile.
  await page.getByRole('textbox').fill('Salt.')
  await pressFinish(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByText('Your exam is complete. Some answers are only on this device')).toBeVisible()
  const missing = page.getByRole('alert')
  await expect(missing).toContainText('Answers that are only on this device: 2. On the server: 2.')
  await expect(missing).toContainText('Question 2: Something between this device and the server')
  await expectNoViolations(page)
  const path = await saveFile(page, missing)
  const output = await sitwell.command(world, 'hand-in', path)
  expect(output).toMatch(/question 2 .*taken: it counts\n.*question 3 .*taken: it counts/)
  expect(output).toContain('2 of its answers were here before')
  const held = await sitwell.answersOf(world)
  expect(held.map(({ answerText }) => answerText).sort()).toEqual([
    "'; DROP TABLE lakes; --",
    'DROP TABLE rivers',
    'Salmon',
    'Salt.',
  ])
  expect(await sitwell.command(world, 'hand-in', path)).toContain('nothing in it that the server lacks')
  expect(await readFile(path, 'utf8')).toContain('sitwell hand-in FILE')
})

test('answers of an exam that a restore has lost are handed in where the learner logs off, and nobody opens it again', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(spec)
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  // The server is away while it is backed up.
  await expect(page).toHaveURL(/\/intro$/)
  await sitwell.backUp()
  await startExam(page)
  await page.getByRole('radio', { name: 'Salmon' }).check({ force: true })
  await expect(state(page)).toHaveText('Saved')
  await next(page)
  await page.getByRole('textbox').fill('Deep and cold.')
  await sitwell.restore()
  await next(page)
  await expect(state(page)).not.toHaveText('Saved')
  await page.getByRole('banner').getByRole('button', { name: 'Log off' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('only on this device: 2 answers.')
  const path = await saveFile(page, dialog)
  expect(await sitwell.command(world, 'hand-in', path)).toMatch(/lost it: form run .* begun for it, has its place/)
  const held = await sitwell.answersOf(world)
  expect(held.map(({ answerText }) => answerText).sort()).toEqual(['Deep and cold.', 'Salmon'])
})
