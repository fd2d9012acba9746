import type { Page } from '@playwright/test'
import { complete, saveAnswer } from '@sitwell/contract'
import {
  exam,
  expect,
  expectNoViolations,
  longText,
  organisation,
  person,
  radio,
  signIn,
  startExam,
  test,
} from '../../../../../../e2e/fixtures.ts'
import { invigilate, invigilator } from '../../../../../../e2e/invigilator.ts'
import { pressFinish } from '../../../../../../e2e/press-finish.ts'
import type { Sitwell } from '../../../../../../e2e/sitwell.ts'

/** A learner in an exam, and whoever watches over it. */
const sit = async (page: Page, sitwell: Sitwell, examTime = 600) => {
  const questions = [radio('Which is a fish?', ['Salmon', 'Otter'], 0), longText('Why?')]
  const fish = exam({ name: 'Fish of the lake', settings: { examTime }, questions })
  const world = await sitwell.arrange({ ...organisation({ exams: [fish] }), people: [person(), invigilator] })
  const { examGuid } = world.exams[0] ?? { examGuid: '' }
  await signIn(page, world, { at: `/exam/${examGuid}` })
  await startExam(page)
  const saved = page.waitForRequest((request) => new URL(request.url()).pathname.endsWith(saveAnswer.path))
  await page.getByRole('radio', { name: 'Salmon' }).check({ force: true })
  const request = await saved
  await expect(page.getByTestId('saved-state')).toHaveText('Saved')
  const { formRunGuid } = request.postDataJSON() as { formRunGuid: string }
  /** What another page of the same session would say. */
  const completeElsewhere = async () => {
    const answer = await fetch(`${sitwell.origin}/${complete.path}`, {
      method: 'POST',
      headers: { authorization: request.headers().authorization ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ formRunGuid, timeRemaining: 500, elapsedTime: 100 }),
    })
    expect(answer.status).toBe(200)
  }
  return { world, examGuid, completeElsewhere, invigilation: await invigilate(sitwell, world, examGuid) }
}
const finish = async (page: Page) => {
  await pressFinish(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Finish all the same' }).click()
  await expect(page.getByRole('heading', { name: 'Assessment complete' })).toBeVisible()
}

test('an exam that was finished elsewhere ends on the open page too, which sends what it has and says why', async ({
  page,
  sitwell,
}) => {
  const { world, completeElsewhere } = await sit(page, sitwell)
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByRole('textbox').fill('It has gills.')
  await completeElsewhere()
  const why = 'Your exam was finished on another device or by staff. What this page still held has been sent.'
  await expect(page.getByRole('heading', { name: 'Waiting for your result' })).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: why })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Go on without the result' }).press('Enter')
  const heading = page.getByRole('heading', { name: 'Assessment complete' })
  await expect(heading).toBeFocused()
  await expect(heading).toHaveAccessibleDescription(why)
  await expect(page.getByTestId('complete')).toContainText(why)
  await expectNoViolations(page)
  expect((await sitwell.answersOf(world)).map(({ answerText }) => answerText).sort()).toEqual(['It has gills.', 'Salmon'])
  // It is still said to whoever loads the page again.
  await page.reload()
  await page.getByRole('button', { name: 'Go on without the result' }).press('Enter')
  await expect(page.getByTestId('complete')).toContainText(why)
})

test('an exam that staff open again is offered on the page after it, and goes on where it was', async ({ page, sitwell }) => {
  const { invigilation } = await sit(page, sitwell)
  await finish(page)
  await invigilation.reopen('The fire alarm rang.', 300)
  const heading = page.getByRole('heading', { name: 'Your exam is open again' })
  await expect(heading).toBeFocused()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Go on with the exam' }).press('Enter')
  await expect(page.getByRole('radio', { name: 'Salmon' })).toBeChecked()
  // And ends a second time as it did the first.
  await finish(page)
})

test('an exam that staff open again is offered on the schedules too', async ({ page, sitwell }) => {
  const { invigilation } = await sit(page, sitwell)
  await finish(page)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('heading', { name: 'Assessments', exact: true })).toBeVisible()
  await invigilation.reopen('The fire alarm rang.', 300)
  const offer = page.getByRole('alertdialog', { name: 'Your exam is open again' })
  await expect(offer.getByRole('button', { name: 'Go on with the exam' })).toBeFocused()
  await expectNoViolations(page)
  await offer.getByRole('button', { name: 'Not now' }).click()
  await expect(offer).toHaveCount(0)
  // Who loads the page again is asked again.
  await page.reload()
  await offer.getByRole('button', { name: 'Go on with the exam' }).press('Enter')
  await expect(page.getByRole('radio', { name: 'Salmon' })).toBeChecked()
})

test('a learner who has left an exam for the schedules is told there that it goes on, because time was given', async ({
  page,
  sitwell,
}) => {
  const { invigilation } = await sit(page, sitwell, 15)
  await sitwell.goOffline(page)
  await invigilation.addTime(300)
  await expect(page.getByRole('alertdialog')).toContainText('Your internet connection was lost')
  const completion = (url: URL) => url.pathname.endsWith(complete.path)
  await page.route(completion, (route) => route.abort())
  await sitwell.goOnline(page)
  await page.goto('/schedules')
  await page.unroute(completion)
  const offer = page.getByRole('alertdialog', { name: 'You have more time' })
  await expect(offer.getByRole('button', { name: 'Go on with the exam' })).toBeFocused()
  await expectNoViolations(page)
  await offer.getByRole('button', { name: 'Go on with the exam' }).press('Enter')
  await expect(page.getByRole('radio', { name: 'Salmon' })).toBeChecked()
  await expect(page.getByRole('timer')).toHaveText(/^[45]m$/)
})
