import type { Browser, Locator, Page } from '@playwright/test'
import type { World } from './arrange.ts'
import { exam, expect, expectNoViolations, organisation, person, radio, signIn, test } from './fixtures.ts'
import { type Invigilation, invigilate, invigilator } from './invigilator.ts'
import { holdClock } from './pass-time.ts'
import { pressFinish } from './press-finish.ts'
import { openExam, startExam } from './sign-in.ts'
import type { Sitwell } from './sitwell.ts'

const trees = ['Ash', 'Beech']
const people = [person(), invigilator]
const settings = { AllowRemotePause: '1' }

const question = (page: Page, number: number) => page.getByRole('heading', { name: `Question ${number}`, exact: true })
const timer = (page: Page) => page.getByRole('timer')
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** Axe has its own timers, so the clock has to go meanwhile. */
const scan = async (page: Page) => {
  await page.clock.resume()
  await expectNoViolations(page)
  await holdClock(page)
}
/** Live events find a page whose clock stands once its connection has had its time to be made again. */
const hears = (page: Page, alert: Locator, stepMs = 200) =>
  expect(async () => {
    await page.clock.runFor(stepMs)
    await expect(alert).toBeVisible({ timeout: 100 })
  }).toPass({ intervals: [100] })
/** A clock that was moved far has cut requests off: the next ping, 30 seconds later by that clock, sends what waits. */
const isComplete = (page: Page) => hears(page, page.getByRole('heading', { name: 'Assessment complete' }), 1000)
const secondsOf = async (page: Page) => Number(/^(\d+)s$/.exec((await timer(page).textContent()) ?? '')?.[1])
const typesOf = (activities: readonly { readonly type: number }[]) => activities.map(({ type }) => type)
const letPass = (page: Page, seconds: number) => page.clock.runFor(seconds * 1000)

// START-103 TIME-320 TIME-322 FIN-304 FIN-306 FIN-309 FIN-310 FIN-315 FIN-317 FIN-308 EXT-303 EXT-304 EXT-311 EXT-320 EXT-327 NAV-318 Q-217 PAUSE-309
test('an exam of two timed parts runs to the second, over a pause and an extension, and is finished on purpose', async ({
  page,
  sitwell,
}) => {
  const name = 'Trees'
  const part = { oneWay: true, sectionTime: 120, readingTime: 60 }
  const world = await sitwell.arrange(
    organisation({
      people,
      settings,
      exams: [
        exam({
          name,
          settings: { isExtendable: true },
          sections: [
            { ...part, name: 'Leaves', questions: [radio('Which leaf?', trees, 0), radio('Which other?', trees, 0)] },
            { name: 'Nothing', questions: [] },
            { ...part, name: 'Bark', questions: [radio('Which bark?', trees, 0), radio('Which root?', trees, 0)] },
          ],
        }),
      ],
    }),
  )
  const examGuid = world.exams[0]?.examGuid ?? ''
  await signIn(page, world)
  await page.clock.install()
  await openExam(page, { name })
  await startExam(page)
  await holdClock(page)
  const invigilation = await invigilate(sitwell, world, examGuid)

  // Reading first; then answering.
  await expect(timer(page)).toHaveText(/^\d\ds$/)
  await expect(page.getByText('Reading Time')).toBeVisible()
  await letPass(page, await secondsOf(page))
  await expect(timer(page)).toHaveText('2m')
  await page.getByRole('radio', { name: 'Ash' }).click()
  await letPass(page, 61)
  await expect(timer(page)).toHaveText(/^(59|60)s$/)

  // An invigilator pauses without a word; no second of it counts. Some do until the page hears of it.
  await invigilation.pause()
  await hears(page, page.getByRole('heading', { name: 'Your exam is paused' }))
  const left = await secondsOf(page)
  await letPass(page, 120)
  await invigilation.resume()
  await hears(page, page.getByRole('button', { name: 'Resume' }))
  await press(page, 'Resume')
  // Its time continues with the step in which the page hears of it, and that may end a second.
  const lost = left - (await secondsOf(page))
  expect(lost).toBeGreaterThanOrEqual(0)
  expect(lost).toBeLessThan(10)

  // Time that nobody asked for is told kindly.
  await invigilation.addTime(60)
  await hears(page, page.getByText('Your invigilator has given you 1 minute more.'))
  await expect(timer(page)).toHaveText('2m')
  await press(page, 'Close this message')

  // The part is over: the learner continues when they are ready, past the empty one.
  await letPass(page, 120)
  const over = page.getByRole('alertdialog', { name: 'The time for Leaves is over' })
  await expect(over).toContainText('You go on to Bark')
  await scan(page)
  await letPass(page, 300)
  await page.keyboard.press('Escape')
  await expect(over.getByRole('button')).toHaveText(['Continue'])
  await page.keyboard.press('Enter')
  await expect(question(page, 3)).toBeFocused()
  await letPass(page, 1)
  await expect(timer(page)).toHaveText(/^(59|60)s$/)

  // There is no way back, by the browser's button or by an address.
  await page.goBack()
  await letPass(page, 1)
  const closed = page.getByRole('alertdialog', { name: 'That question can’t be opened' })
  await expect(closed).toBeVisible()
  await press(page, 'OK')
  await expect(question(page, 3)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/${world.exams[0]?.questionIds[2]}$`))
  await page.clock.resume()
  await page.goto(`/exam/${examGuid}/${world.exams[0]?.questionIds[0]}`)
  await expect(closed).toBeVisible()
  await press(page, 'OK')
  await holdClock(page)
  await expect(question(page, 3)).toBeVisible()

  // Nothing is left of the exam: more time is asked for, and nothing but an answer closes that.
  await letPass(page, 60)
  await page.getByRole('radio', { name: 'Beech' }).click()
  await letPass(page, 120)
  const timeUp = dialog(page).filter({ hasText: 'Your time is up' })
  await expect(timeUp).toContainText('extend Trees')
  await scan(page)
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 400)
  await press(page, 'Yes, ask for more time')
  await expect(timeUp).toContainText('Please wait for the answer')
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 400)
  await expect(timeUp).toBeVisible()
  await invigilation.decide(121)
  await hears(page, page.getByText('Invigilator has agreed to extend this Trees by 2 minutes and 1 second', { exact: true }))
  await press(page, 'Continue')
  await expect(dialog(page)).toBeVisible()
  await letPass(page, 1)
  await expect(dialog(page)).toHaveCount(0)
  // No second of it had passed until the exam was open again.
  await expect(timer(page)).toHaveText('3m')
  await letPass(page, 2)
  await expect(timer(page)).toHaveText('2m')

  // Finished on purpose: asked once, then about what can still be answered.
  await pressFinish(page)
  await expect(page.getByRole('alertdialog', { name: 'Finish Trees?' })).toBeVisible()
  await press(page, 'Keep working')
  // The focus goes back with the next frame, which the page's clock makes.
  await page.clock.runFor(100)
  await expect(page.getByRole('button', { name: 'Finish the exam' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Not answered: 1')
  await press(page, 'Finish all the same')
  await isComplete(page)
  await expect(page).toHaveURL(/\/outro$/)
  // By the server's clock, which nobody here has moved, the learner could only read as yet: it counts none of them.
  expect(await sitwell.answersOf(world)).toEqual([])
  await expect(page.getByText('Answers to a part that was closed, or could only be read: 2.')).toBeVisible()
  const [recorded] = await sitwell.recordingsOf(world)
  const types = typesOf(recorded?.recording.activities ?? [])
  expect(types.at(-1)).toBe(7)
  expect(types).not.toContain(8)
})

// EXT-314 EXT-317 EXT-318 EXT-321 NAV-309
test('an extension that is answered over a reload of the page: declined it ends the exam, granted it opens it anew', async ({
  page,
  sitwell,
}) => {
  const timed = (name: string) =>
    exam({ name, settings: { isExtendable: true, examTime: 60 }, questions: [radio('Which leaf?', trees, 0)] })
  const world = await sitwell.arrange(
    organisation({ people, exams: [timed('Oak'), timed('Elm')], schedules: [{ exam: 0 }, { exam: 1 }] }),
  )
  await signIn(page, world)
  await page.clock.install()
  /** Sits an exam to the end of its time, and asks for more. */
  const askForMore = async (name: string) => {
    await openExam(page, { name })
    await startExam(page)
    await page.getByRole('radio', { name: 'Ash' }).click()
    await sitwell.letPass(world, 61)
    await letPass(page, 61)
    await press(page, 'Yes, ask for more time')
    await expect(dialog(page)).toContainText('Please wait for the answer')
  }

  await askForMore('Oak')
  const oak = await invigilate(sitwell, world, world.exams[0]?.examGuid ?? '')
  await page.reload()
  await expect(dialog(page)).toContainText('Please wait for the answer')
  await oak.decide(0)
  await expect(dialog(page)).toContainText('Invigilator has not agreed to extend this Oak. Your Oak will finish now')
  await expect(dialog(page).getByRole('button')).toHaveText(['Finish'])
  await dialog(page).getByRole('button', { name: 'Finish' }).click()
  await isComplete(page)
  const [recorded] = await sitwell.recordingsOf(world)
  expect(typesOf(recorded?.recording.activities ?? []).slice(-2)).toEqual([8, 7])
  await press(page, 'Close')

  await askForMore('Elm')
  const elm = await invigilate(sitwell, world, world.exams[1]?.examGuid ?? '')
  await page.goto('about:blank')
  await elm.decide(3000)
  await page.goto(`/exam/${world.exams[1]?.examGuid}`)
  await expect(page.getByRole('heading', { name: 'Extending Exam' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/reload/${world.exams[1]?.examGuid}$`))
  await letPass(page, 51)
  // Its time stands until the learner has read of it.
  await expect(page.getByText('Invigilator has agreed to extend this Elm by 50 minutes', { exact: true })).toBeVisible()
  await press(page, 'Continue')
  await expect(question(page, 1)).toBeVisible()
  await expect(timer(page)).toHaveText(/^(49|50)m$/)
  await expect(page.getByRole('radio', { name: 'Ash' })).toBeChecked()
})

/** Sits an exam of a minute to the end of its time, and asks for more; from there on the page's clock stands. */
const askForTime = async (page: Page, sitwell: Sitwell) => {
  const name = 'Oak'
  const oak = exam({ name, settings: { isExtendable: true, examTime: 60 }, questions: [radio('Which leaf?', trees, 0)] })
  const world = await sitwell.arrange(organisation({ people, exams: [oak], settings }))
  await signIn(page, world)
  await page.clock.install()
  await openExam(page, { name })
  await startExam(page)
  await holdClock(page)
  const invigilation = await invigilate(sitwell, world, world.exams[0]?.examGuid ?? '')
  const passes = async (seconds: number) => {
    await sitwell.letPass(world, seconds)
    await letPass(page, seconds)
  }
  await passes(61)
  await press(page, 'Yes, ask for more time')
  await expect(dialog(page)).toContainText('Please wait for the answer')
  return { ...invigilation, passes, world }
}

/** The learner continues from a dialog. The server lets the time stand until it has been told: what passes before that is given back. */
const goOn = async (page: Page, { ledger }: Invigilation) => {
  await press(page, 'Continue')
  await expect(async () => {
    await page.clock.runFor(200)
    expect(await ledger()).toContain('resume')
  }).toPass({ intervals: [100] })
}

/** The learner opens the exam on another device, which ends their session on the one before. */
const openElsewhere = async (browser: Browser, sitwell: Sitwell, world: World) => {
  const context = await browser.newContext({ baseURL: sitwell.origin, locale: 'en-GB' })
  const page = await context.newPage()
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  return page
}

// EXT-314 EXT-321
test('a request that is pending, or was declined meanwhile, shows as it stands on the device that the exam is opened on next', async ({
  page,
  sitwell,
  browser,
}) => {
  const { decide, world } = await askForTime(page, sitwell)
  const second = await openElsewhere(browser, sitwell, world)
  await expect(dialog(second)).toContainText('Please wait for the answer')
  await decide(0)
  await expect(dialog(second)).toContainText('Invigilator has not agreed to extend this Oak')
  const third = await openElsewhere(browser, sitwell, world)
  await expect(dialog(third)).toContainText('Invigilator has not agreed to extend this Oak. Your Oak will finish now')
  await dialog(third).getByRole('button', { name: 'Finish' }).click()
  await expect(third.getByRole('heading', { name: 'Assessment complete' })).toBeVisible()
  for (const other of [second, third]) await other.context().close()
})

// EXT-311 EXT-314 EXT-316 EXT-320
test('an extension that nobody has read shows on the device that the exam is opened on next, and is theirs whole', async ({
  page,
  sitwell,
  browser,
}) => {
  const { decide, world } = await askForTime(page, sitwell)
  await decide(60)
  await sitwell.letPass(world, 70)
  const second = await openElsewhere(browser, sitwell, world)
  await expect(second.getByText('Invigilator has agreed to extend this Oak by 1 minute', { exact: true })).toBeVisible()
  await expect(question(second, 1)).toHaveCount(0)
  await press(second, 'Continue')
  await expect(question(second, 1)).toBeVisible()
  // The server's clock continues by itself from here.
  await expect(timer(second)).toHaveText(/^(1m|[3-5]\ds)$/)
  await second.context().close()
})

// EXT-319
test('an exam is extended once: the end of the time that was granted finishes it', async ({ page, sitwell }) => {
  const invigilation = await askForTime(page, sitwell)
  await invigilation.decide(60)
  await hears(page, page.getByText('Invigilator has agreed to extend this Oak by 1 minute', { exact: true }))
  await goOn(page, invigilation)
  await expect(dialog(page)).toHaveCount(0)
  await invigilation.passes(61)
  await isComplete(page)
})

// EXT-319
test('an extension that is granted after time was given otherwise isn’t offered again at the end', async ({
  page,
  sitwell,
}) => {
  const invigilation = await askForTime(page, sitwell)
  await invigilation.addTime(60)
  await hears(page, page.getByText('Your invigilator has given you 1 minute more.'))
  await expect(dialog(page)).toHaveCount(0)
  await invigilation.decide(120)
  await hears(page, page.getByText('Your invigilator has given you 2 minutes more.'))
  await invigilation.passes(181)
  await isComplete(page)
})

// EXT-311 EXT-316 EXT-320 EXT-327
test('an extension that its learner leaves unread for longer than it lasts is theirs whole once they have read it', async ({
  page,
  sitwell,
}) => {
  const invigilation = await askForTime(page, sitwell)
  await invigilation.decide(20)
  await hears(page, page.getByText('Invigilator has agreed to extend this Oak by 20 seconds', { exact: true }))
  await invigilation.passes(25)
  await expect(dialog(page)).toContainText(/Your exam goes on by itself in 1 minute and \d+ seconds/)
  // Who leaves it open gains no time to read.
  await expect(page.getByText('Which leaf?')).toHaveCount(0)
  await goOn(page, invigilation)
  await expect(dialog(page)).toHaveCount(0)
  await expect(timer(page)).toHaveText(/^(19|20)s$/)
  await page.getByRole('radio', { name: 'Beech' }).click()
  // The timer of a held clock may be a second behind.
  await invigilation.passes(16)
  await expect(timer(page)).toHaveText(/^[1-5]s$/)
  await invigilation.passes(6)
  await isComplete(page)
  expect(await invigilation.ledger()).toEqual(['start', 'extension-request', 'extension', 'resume', 'complete'])
  expect(await sitwell.answersOf(invigilation.world)).toHaveLength(1)
})

// EXT-311 EXT-320
test('an extension that an invigilator’s pause comes before is read before the time goes on', async ({ page, sitwell }) => {
  const invigilation = await askForTime(page, sitwell)
  const agreed = page.getByText('Invigilator has agreed to extend this Oak by 20 seconds', { exact: true })
  await invigilation.decide(20)
  await hears(page, agreed)
  await invigilation.pause()
  await hears(page, page.getByRole('heading', { name: 'Your exam is paused' }))
  await expect(agreed).toHaveCount(0)
  await invigilation.resume()
  // The dialog takes the place of the offer to continue: reading it is continuing.
  await hears(page, agreed)
  await expect(page.getByRole('button', { name: 'Resume' })).toHaveCount(0)
  await expect(page.getByText('Which leaf?')).toHaveCount(0)
  await invigilation.passes(25)
  await goOn(page, invigilation)
  await expect(dialog(page)).toHaveCount(0)
  await expect(timer(page)).toHaveText(/^(19|20)s$/)
  expect(await invigilation.ledger()).toEqual([
    ...['start', 'extension-request', 'extension', 'pause', 'resume-offer', 'resume'],
  ])
})

// EXT-316
test('an extension is held for two minutes at most, and isn’t given once more to who leaves it unread for longer', async ({
  page,
  sitwell,
}) => {
  const invigilation = await askForTime(page, sitwell)
  await invigilation.decide(60)
  await hears(page, page.getByText('Invigilator has agreed to extend this Oak by 1 minute', { exact: true }))
  await invigilation.passes(120)
  await expect(dialog(page)).not.toContainText('goes on by itself')
  await invigilation.passes(61)
  await press(page, 'Continue')
  await letPass(page, 2)
  await expect(page).toHaveURL(/\/outro$/)
})

test('whoever was told no, and is given time all the same, goes on and may ask again at the end', async ({ page, sitwell }) => {
  const invigilation = await askForTime(page, sitwell)
  await invigilation.decide(0)
  await hears(page, page.getByText('Invigilator has not agreed to extend this Oak'))
  await invigilation.addTime(60)
  await hears(page, page.getByText('Your invigilator has given you 1 minute more.'))
  await expect(dialog(page)).toHaveCount(0)
  await invigilation.passes(61)
  await press(page, 'Yes, ask for more time')
  await expect(dialog(page)).toContainText('Please wait for the answer')
  await invigilation.decide(60)
  await hears(page, page.getByText('Invigilator has agreed to extend this Oak by 1 minute', { exact: true }))
})
