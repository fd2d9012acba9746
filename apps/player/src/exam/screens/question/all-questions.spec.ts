import type { Page } from '@playwright/test'
import { standsStill } from '../../../../../../e2e/after-timers.ts'
import {
  enterExam,
  exam,
  expect,
  expectNoViolations,
  longText,
  organisation,
  radio,
  test,
} from '../../../../../../e2e/fixtures.ts'

const lakes = Array.from({ length: 58 }, (_, index) => radio(`Which is lake ${index + 1}?`, ['North', 'South'], 0))
const sections = [
  { name: 'Alone', questions: [radio('Which is a fish?', ['Salmon', 'Otter'], 0)] },
  {
    name: 'Lakes',
    displayAllQuestions: true,
    scenarioText: '<p>A lake in spring.</p>',
    sections: [{ name: 'Deep ones', scenarioText: '<p>Deeper than a tower.</p>', questions: [longText('Describe a lake.')] }],
    questions: lakes,
  },
]
const page60 = organisation({ exams: [exam({ name: 'Lakes exam', sections })] })

const place = (page: Page, number: number) => page.getByRole('article', { name: `Question ${number}`, exact: true })
const inPanel = (page: Page, number: number) =>
  page.getByRole('navigation').getByRole('button', { name: new RegExp(`^Question ${number},`) })
/** Right below the bars, where a smooth scroll ends after a while: what is pressed before that ends the scroll wherever it is. */
const standsAtItsPlace = (page: Page, number: number) =>
  expect
    .poll(async () => {
      const isStill = await place(page, number).evaluate(standsStill)
      const box = await place(page, number).boundingBox()
      return isStill && (box?.y ?? placeBelowPx) < placeBelowPx
    })
    .toBe(true)
const placeBelowPx = 200
const isCurrent = async (page: Page, number: number) => {
  await expect(inPanel(page, number)).toHaveAttribute('aria-current', 'true')
  await expect(page.locator('article [aria-current="true"]')).toHaveAccessibleName(new RegExp(`^Question ${number},`))
}

// RUN-303 RUN-317 RUN-318 Q-208
test('a section of 59 questions shows them all: the view follows the moves, and what is done in a question makes it the current one', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(page60)
  await enterExam(page, world)
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('button', { name: 'Next' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lakes')
  await expect(page.getByRole('article')).toHaveCount(59)
  await expect(page.getByText('A lake in spring.')).toBeVisible()
  await expect(page.getByText('Deeper than a tower.')).toBeVisible()
  await isCurrent(page, 2)
  await expect(page.getByRole('heading', { name: 'Question 2', exact: true })).toBeFocused()
  await expectNoViolations(page)

  // A move far down, and on by the arrow key.
  await inPanel(page, 50).click()
  await expect(place(page, 50)).toBeInViewport({ ratio: 0.9 })
  await page.keyboard.press('ArrowRight')
  await isCurrent(page, 51)
  await expect(page.getByRole('heading', { name: 'Question 51', exact: true })).toBeFocused()
  await expect(page).toHaveURL(/q51$/)
  await standsAtItsPlace(page, 51)

  // What is done in another one makes it current.
  await place(page, 52).getByRole('radio', { name: 'South' }).click()
  await isCurrent(page, 52)
  await expect(page).toHaveURL(/q52$/)
  await expect(place(page, 52).getByTestId('saved-state')).toHaveText('Saved')
  await expect(place(page, 52).getByRole('radio', { name: 'South' })).toBeInViewport({ ratio: 0.9 })

  // Typed, then left for another question of the same page: on the server.
  await page.getByRole('textbox').fill('Cold and dark.')
  await isCurrent(page, 2)
  await page.keyboard.press('ArrowLeft')
  await isCurrent(page, 2)
  await place(page, 3).getByRole('button', { name: 'Bookmark' }).click()
  await isCurrent(page, 3)
  await expect(inPanel(page, 3)).toHaveAccessibleName('Question 3, not answered, bookmarked')
  await expect(place(page, 2).getByTestId('saved-state')).toHaveText('Saved')
  expect((await sitwell.answersOf(world)).map(({ answerText }) => answerText)).toEqual(
    expect.arrayContaining(['South', 'Cold and dark.']),
  )

  // Opened again it stands where the learner was; beyond its ends there are the other pages.
  await inPanel(page, 40).click()
  await expect(page).toHaveURL(/q40$/)
  await page.reload()
  await expect(place(page, 40)).toBeInViewport({ ratio: 0.9 })
  await page.getByRole('button', { name: 'Alone (1 mark)' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
})
