import type { BrowserContext, Page } from '@playwright/test'
import {
  exam,
  expect,
  longText,
  multipleChoice,
  openExam,
  organisation,
  radio,
  signInAtLoginPage,
  startExam,
  test,
} from '../../../../e2e/fixtures.ts'
import { runUntilShown } from '../../../../e2e/pass-time.ts'
import { pressFinish } from '../../../../e2e/press-finish.ts'
import type { Sitwell } from '../../../../e2e/sitwell.ts'

const trees = (settings: Record<string, unknown> = {}) =>
  organisation({
    exams: [
      exam({
        name: 'Trees',
        settings,
        questions: [
          radio('Which is a tree?', ['Ash', 'Moss'], 0),
          multipleChoice('Which are trees?', ['Beech', 'Cedar', 'Fern'], [0, 1]),
          { type: 'MULTITEXT', text: '<p>A needle</p>', parts: [{ id: 'length', text: 'How long, in mm?', marks: 1 }] },
          longText('Describe a leaf.'),
        ],
      }),
    ],
  })

/** The scripts that the check weighs (script/check/first-question.ts). */
const ofWay = /\/assets\/((index|rolldown-runtime|first|signed-in|exam)|messages-en-(visitor|proctoring|player))-[\w-]{7}\.js$/

/** Sits such an exam while no other script comes, until the function that it answers is called. */
const sitWithoutTheRest = async (page: Page, sitwell: Sitwell, settings: Record<string, unknown> = {}) => {
  const asked: string[] = []
  let isHeld = true
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (ofWay.test(pathname) || !isHeld) return route.continue()
    asked.push(pathname)
    await route.abort()
  })
  const world = await sitwell.arrange(trees(settings))
  await signInAtLoginPage(page, world)
  await openExam(page, { name: 'Trees' })
  await startExam(page)
  return { world, asked, letThrough: () => (isHeld = false) }
}

const choose = (page: Page, name: string) => page.getByRole('radio', { name }).check({ force: true })
const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click()
const state = (page: Page) => page.getByTestId('saved-state')
const complete = (page: Page) => page.getByRole('heading', { name: 'Assessment complete' })

/** Cuts the network, and waits until the page knows. */
const cut = async (context: BrowserContext, page: Page) => {
  await context.setOffline(true)
  await expect(page.getByText('Working offline')).toBeVisible()
}
const finish = async (page: Page) => {
  await pressFinish(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Finish all the same' }).click()
}

test('an exam of common types is sat from the sign-in on with the scripts that are weighed, and what comes later is asked for once it is painted', async ({
  page,
  sitwell,
}) => {
  const { world, asked } = await sitWithoutTheRest(page, sitwell)
  // Tried again and again, and nothing is said of it.
  await expect.poll(() => asked.some((path) => path.includes('/outro-'))).toBe(true)
  await expect.poll(() => asked.some((path) => path.includes('/follow-form-runs-'))).toBe(true)
  await choose(page, 'Ash')
  await expect(state(page)).toHaveText('Saved')
  await next(page)
  await page.getByRole('checkbox', { name: 'Beech' }).check({ force: true })
  await expect(state(page)).toHaveText('Saved')
  await next(page)
  await page.getByRole('textbox').fill('28')
  await next(page)
  await page.getByRole('textbox').fill('Green')
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect
    .poll(async () => (await sitwell.answersOf(world)).map(({ answerText }) => answerText).sort())
    .toEqual(['28', 'Ash', 'Beech', 'Green'])
})

test('where the network goes as soon as the first question is painted, the exam is sat and finished, and completed once it is back', async ({
  page,
  context,
  sitwell,
}) => {
  const { world, letThrough } = await sitWithoutTheRest(page, sitwell, { examTime: 3600 })
  await cut(context, page)
  await choose(page, 'Ash')
  await expect(state(page)).toHaveText('Kept on this device')
  await expect(page.getByRole('timer')).toBeVisible()
  await page.goBack()
  const leaving = page.getByRole('alertdialog', { name: 'Leave the exam?' })
  await leaving.getByRole('button', { name: 'Stay' }).click()
  await finish(page)
  await expect(page.getByRole('heading', { name: 'Your internet connection was lost' })).toBeVisible()
  letThrough()
  await context.setOffline(false)
  await expect(complete(page)).toBeVisible()
  expect((await sitwell.answersOf(world)).map(({ answerText }) => answerText)).toEqual(['Ash'])
})

test('a browser that remembers that a script failed completes the exam once the network is back', async ({
  page,
  context,
  sitwell,
}) => {
  const { world, letThrough } = await sitWithoutTheRest(page, sitwell)
  await choose(page, 'Ash')
  await cut(context, page)
  await finish(page)
  await expect(page.getByRole('heading', { name: 'Your internet connection was lost' })).toBeVisible()
  // Such a browser asks for the script again only for a page that it opens.
  page.on('request', (request) => request.isNavigationRequest() && letThrough())
  await context.setOffline(false)
  await expect(complete(page)).toBeVisible()
  expect((await sitwell.answersOf(world)).map(({ answerText }) => answerText)).toEqual(['Ash'])
})

test('who closes the page before the code of the outro has come has finished all the same', async ({
  page,
  context,
  sitwell,
}) => {
  const { world, letThrough } = await sitWithoutTheRest(page, sitwell)
  await choose(page, 'Ash')
  await expect(state(page)).toHaveText('Saved')
  await cut(context, page)
  await finish(page)
  await expect(page.getByRole('heading', { name: 'Your internet connection was lost' })).toBeVisible()
  letThrough()
  await context.setOffline(false)
  await page.goto(`/exam/${world.exams[0]?.examGuid}`)
  await expect(complete(page)).toBeVisible()
})

test('where the time ends without a network and before the rest has come, the exam ends, and is completed once the network is back', async ({
  page,
  context,
  sitwell,
}) => {
  await page.clock.install()
  const { world, letThrough } = await sitWithoutTheRest(page, sitwell, { examTime: 120 })
  await cut(context, page)
  await choose(page, 'Ash')
  await expect(state(page)).toHaveText('Kept on this device')
  await sitwell.letPass(world, 120)
  await runUntilShown(page, page.getByRole('heading', { name: 'Your internet connection was lost' }), 5000)
  letThrough()
  await context.setOffline(false)
  await runUntilShown(page, complete(page))
  expect((await sitwell.answersOf(world)).map(({ answerText }) => answerText)).toEqual(['Ash'])
})
