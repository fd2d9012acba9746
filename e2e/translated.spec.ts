import type { Page } from '@playwright/test'
import { exam, expect, longText, openLoginPage, organisation, person, radio, signIn, startExam, test } from './fixtures.ts'
import { pressOn } from './keyboard.ts'
import { pressFinish } from './press-finish.ts'
import { showcaseAnswers, showcaseExam, showcaseQuestions } from './showcase.ts'
import { confirmRubric, openExam } from './sign-in.ts'
import { type Translator, translatePage } from './translate-page.ts'

const translators: readonly Translator[] = ['wraps', 'replaces']
const trees = ['Ash', 'Beech']
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const gate = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

for (const how of translators) {
  test(`a learner signs in, finds their exam, sits it and sees its result on pages whose every text a translator ${how}`, async ({
    page,
    sitwell,
  }) => {
    const world = await sitwell.arrange(
      organisation({
        exams: [
          exam({
            name: 'Trees',
            settings: { canBypassReadingTime: true, introText: '<p>Bring a <b>ruler</b>.</p>' },
            sections: [
              {
                name: 'Leaves',
                sectionTime: 3600,
                readingTime: 600,
                questions: [
                  radio('Which leaf?', trees, 0),
                  longText('Why?'),
                  radio('Which bark?', trees, 0),
                  radio('Which root?', trees, 0),
                ],
              },
            ],
          }),
        ],
        schedules: [{ password: 'open sesame' }],
      }),
    )
    const expectWhole = await translatePage(page, how)
    await page.clock.install()
    await page.emulateMedia({ reducedMotion: 'reduce' })

    await openLoginPage(page, world)
    await page.locator('input[name="username"]').fill('learner')
    await page.locator('input[name="password"]').fill('wrong')
    await button(page, 'Log in').click()
    await expect(page.getByText(/username and password don’t match/)).toBeVisible()
    await page.locator('input[name="password"]').fill('learner')
    await button(page, 'Log in').click()
    await confirmRubric(page)
    await expectWhole()

    // The clock has three texts, one after the other.
    const clock = page.getByTestId('server-clock')
    await expect(clock.locator('time')).toHaveText(/^\d\d:\d\d:\d\d$/)
    const before = await clock.locator('time').textContent()
    await expect(clock.locator('time')).not.toHaveText(before ?? '')
    const time = gate()
    await page.route('**/assessment/time?**', async (route) => {
      await time.opened
      await route.continue()
    })
    await page.reload()
    await expect(clock).toHaveText('Fetching server time...')
    time.open()
    await expect(clock).toHaveText(/^Server time:?\s*\d\d:\d\d:\d\d$/)
    await page.unroute('**/assessment/time?**')
    await page.route('**/assessment/time?**', (route) => route.abort())
    await page.reload()
    await expect(clock).toHaveText('Failed to load server time')
    await page.unroute('**/assessment/time?**')
    await expectWhole()

    await openExam(page, { name: 'Trees' })
    await page.locator('input[type="password"]').fill('open barley')
    await button(page, 'Submit').click()
    await expect(page.getByText('Invalid password')).toBeVisible()
    await page.locator('input[type="password"]').fill('open sesame')
    await button(page, 'Submit').click()
    await startExam(page)

    // Reading, instructions and back.
    const reading = page.getByRole('status').filter({ hasText: 'Reading Time' })
    await expect(reading).toBeVisible()
    await button(page, 'Instructions').click()
    await expect(heading(page, 'Instructions')).toBeVisible()
    await button(page, 'Instructions').click()
    await button(page, 'Start answering').first().click()
    await expect(reading).toHaveCount(0)
    await expectWhole()

    // Where an answer is has other words each time, and no old ones may be left.
    const saved = page.getByTestId('saved-state')
    await page.getByRole('radio', { name: 'Beech' }).check({ force: true })
    await expect(saved).toHaveText('Saved')
    await sitwell.goOffline(page)
    await page.getByRole('radio', { name: 'Ash' }).check({ force: true })
    await expect(saved).toHaveText('Kept on this device')
    await expect(page.getByText('Working offline: your answers are kept on this device')).toBeVisible()
    await sitwell.goOnline(page)
    await page.clock.runFor(30_000)
    await expect(saved).toHaveText('Saved')
    await expect(page.getByText('Working offline')).toHaveCount(0)
    await button(page, 'Bookmark').click()
    await button(page, 'Next').click()
    await expect(page.getByText('2 / 4')).toBeVisible()
    await page.getByRole('textbox').fill('Because of its edge')
    await button(page, 'Previous').click()
    await expect(page.getByText('1 / 4')).toBeVisible()
    await expectWhole()

    // By the list to the last question, past one that stays open.
    await page
      .getByRole('navigation')
      .getByRole('button', { name: /^Question 4/ })
      .click()
    await page.getByRole('radio', { name: 'Ash' }).check({ force: true })
    await button(page, 'Next').click()
    await expect(heading(page, 'Check your answers')).toBeVisible()
    await button(page, 'Bookmarked 1').click()
    await expect(page.getByRole('main').getByRole('listitem')).toHaveText([/Which leaf\?.*bookmarked.*answered$/])
    await expectWhole()
    await button(page, 'Finish the exam').click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('button', { name: 'Finish', exact: true }).click()
    await expect(dialog).toContainText('Not answered: 1')
    await button(page, 'Finish all the same').click()
    // One answer waits for a person.
    await button(page, 'Go on without the result').click()
    await expect(heading(page, 'Assessment complete')).toBeVisible()
    await expectWhole()
    expect(await sitwell.answersOf(world)).toHaveLength(3)
    await button(page, 'Close').click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Trees' })).toContainText(/completed/i)
    await page.goto('/no/such/page')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectWhole()
  })

  test(`each kind of question is answered by the keyboard where a translator ${how} every text`, async ({ page, sitwell }) => {
    const world = await sitwell.arrange(organisation({ exams: [await showcaseExam()] }))
    const ids = [...(await showcaseQuestions()).keys()]
    const expectWhole = await translatePage(page, how)
    await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
    await startExam(page)
    const moves = page.getByRole('group', { name: 'Move between questions' })
    for (const [index, id] of ids.entries()) {
      await expect(heading(page, `Question ${index + 1}`)).toBeFocused()
      await showcaseAnswers[id]?.answer?.(page)
      await pressOn(page, moves.getByRole('button', { name: 'Next' }))
      await expectWhole()
    }
    await expect(heading(page, 'Check your answers')).toBeVisible()
    await expectWhole()
  })

  test(`staff and their learners find their lists where a translator ${how} every text`, async ({ page, sitwell }) => {
    const world = await sitwell.arrange(organisation({ people: [person({ admin: true }), person({ username: 'other' })] }))
    const expectWhole = await translatePage(page, how)
    await signIn(page, world)
    for (const at of ['/sign-ins', '/password', '/people', '/logs']) {
      await page.goto(at)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByRole('banner').getByRole('button').first().waitFor()
      await expectWhole()
    }
  })
}

test('an exam asks not to be translated from its first page to its end, unless its package allows it', async ({
  page,
  sitwell,
}) => {
  const questions = [radio('Which leaf?', trees, 0)]
  const world = await sitwell.arrange(
    organisation({
      exams: [exam({ name: 'French', questions }), exam({ name: 'Safety', settings: { allowTranslation: true }, questions })],
      schedules: [{ exam: 0 }, { exam: 1 }],
    }),
  )
  const root = page.locator('html')
  await signIn(page, world)
  for (const [name, expectMark] of [
    ['French', () => expect(root).toHaveAttribute('translate', 'no')],
    ['Safety', () => expect(root).not.toHaveAttribute('translate')],
  ] as const) {
    await expect(page.getByTestId('schedule').first()).toBeVisible()
    await expect(root).not.toHaveAttribute('translate')
    await openExam(page, { name })
    await expect(page).toHaveURL(/\/intro$/)
    await expect(page.getByRole('button', { name: 'Start' })).toBeEnabled()
    await expectMark()
    await startExam(page)
    await expectMark()
    await page.getByRole('radio', { name: 'Ash' }).check({ force: true })
    await pressFinish(page)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Finish', exact: true }).click()
    await expect(heading(page, 'Assessment complete')).toBeVisible()
    await expect(root).not.toHaveAttribute('translate')
    await button(page, 'Close').click()
  }
})
