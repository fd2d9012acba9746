import type { Page } from '@playwright/test'
import { exam, expect, expectNoViolations, longText, organisation, radio, signIn, test } from '../../../../../e2e/fixtures.ts'
import { startExam } from '../../../../../e2e/sign-in.ts'
import type { Sitwell } from '../../../../../e2e/sitwell.ts'
import { saveAnswer } from '../../../../../packages/contract/src/calls.ts'

const kept = organisation({
  exams: [
    exam({
      name: 'Kept exam',
      settings: { examTime: 3600 },
      questions: [
        radio('Which is a fish?', ['Salmon', 'Otter'], 0),
        longText('Describe a lake.'),
        radio('Which is a bird?', ['Otter', 'Heron'], 1),
      ],
    }),
  ],
})

const sit = async (page: Page, sitwell: Sitwell) => {
  const world = await sitwell.arrange(kept)
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await startExam(page)
  return world
}
const choose = (page: Page, name: string) => page.getByRole('radio', { name }).check({ force: true })
const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click()
const question = (page: Page, number: number) => page.getByRole('heading', { name: `Question ${number}`, exact: true })
const state = (page: Page) => page.getByTestId('saved-state')

// SAVE-301 SAVE-307
test('a choice is on the server at once, a text when its question is left, and the learner sees where it is', async ({
  page,
  sitwell,
}) => {
  const world = await sit(page, sitwell)
  await expect(state(page)).toHaveAttribute('data-state', 'none')
  await choose(page, 'Salmon')
  await expect(state(page)).toHaveText('Saved')
  await next(page)
  await page.getByRole('textbox').fill('Deep and cold.')
  await expect(state(page)).toHaveText('Kept on this device')
  await next(page)
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(state(page)).toHaveText('Saved')
  const held = await sitwell.answersOf(world)
  expect(held.map(({ answerText }) => answerText)).toEqual(expect.arrayContaining(['Salmon', 'Deep and cold.']))
})

// SAVE-302 LOG-102 Q-205
test('a tab that is killed loses nothing: answers, a half-typed text, the bookmark and the question are as they were', async ({
  page,
  context,
  sitwell,
}) => {
  const world = await sit(page, sitwell)
  await choose(page, 'Salmon')
  await page.getByRole('button', { name: 'Bookmark', exact: true }).click()
  await next(page)
  await page.route(`**/${saveAnswer.path}`, (route) => route.abort())
  await page.getByRole('textbox').fill('Deep and c')
  await expect(state(page)).toHaveText('Kept on this device')
  const stored = await page.evaluate(() => JSON.stringify(sessionStorage))
  await page.goto('chrome://crash', { timeout: 5000 }).catch(() => undefined)
  const again = await context.newPage()
  await again.addInitScript((entries: string) => {
    for (const [name, value] of Object.entries(JSON.parse(entries) as Record<string, string>))
      sessionStorage.setItem(name, value)
  }, stored)
  await again.goto(`/exam/${world.exams[0]?.examGuid}`)
  await expect(question(again, 2)).toBeVisible()
  await expect(again.getByRole('textbox')).toHaveValue('Deep and c')
  await again.getByRole('button', { name: 'Previous' }).click()
  await expect(again.getByRole('radio', { name: 'Salmon' })).toBeChecked()
  await expect(again.getByRole('button', { name: 'Bookmark', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(async () => (await sitwell.answersOf(world)).map(({ answerText }) => answerText)).toContain('Deep and c')
})

// QUEUE-309 QUEUE-303 NET-109 QUEUE-302 NET-309
test('without a network the exam goes on, says so quietly, and sends everything when it is back', async ({ page, sitwell }) => {
  const world = await sit(page, sitwell)
  await sitwell.goOffline(page)
  await choose(page, 'Salmon')
  await expect(page.getByText('Working offline: your answers are kept on this device')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(state(page)).toHaveText('Kept on this device')
  await next(page)
  await page.getByRole('textbox').fill('Deep.')
  await next(page)
  await choose(page, 'Heron')
  expect(await sitwell.answersOf(world)).toEqual([])
  await sitwell.goOnline(page)
  await expect(page.getByText('Working offline: your answers are kept on this device')).toBeHidden({ timeout: 20_000 })
  await expect(state(page)).toHaveText('Saved')
  await expect
    .poll(async () => (await sitwell.answersOf(world)).map(({ answerText }) => answerText).sort())
    .toEqual(['Deep.', 'Heron', 'Salmon'])
})

// ERR-324
test('finishing without a network says that it will be saved, and completes when the network is back', async ({
  page,
  sitwell,
}) => {
  await sit(page, sitwell)
  await choose(page, 'Salmon')
  await expect(state(page)).toHaveText('Saved')
  await sitwell.goOffline(page)
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Finish all the same' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Oops. Your internet connection was lost' })
  await expect(dialog).toContainText("Not to worry. We'll save your progress as soon as you're back online :)", {
    timeout: 20_000,
  })
  await sitwell.goOnline(page)
  await expect(page.getByRole('heading', { name: 'Assessment complete' })).toBeVisible({ timeout: 30_000 })
})

// NET-110 NET-111 NET-112 QUEUE-305 QUEUE-306
test('an answer that a dead tab left unsent is on the server after the next sign-in, before any exam is opened, and the learner is told', async ({
  page,
  context,
  sitwell,
}) => {
  const world = await sit(page, sitwell)
  await page.route(`**/${saveAnswer.path}`, (route) => route.abort())
  await choose(page, 'Salmon')
  await expect(state(page)).toHaveText('Kept on this device')
  await page.close()
  expect(await sitwell.answersOf(world)).toEqual([])
  const again = await context.newPage()
  await signIn(again, world)
  const notice = again.getByRole('alertdialog', { name: 'Unsaved answers have been synced!' })
  await expect(notice).toContainText('A connection was lost during a previous exam.')
  await expectNoViolations(again)
  await notice.getByRole('button', { name: 'OK' }).press('Enter')
  await expect(notice).toHaveCount(0)
  await expect.poll(async () => (await sitwell.answersOf(world)).map(({ answerText }) => answerText)).toEqual(['Salmon'])
})
