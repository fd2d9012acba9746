import type { Page } from '@playwright/test'
import { exam, organisation, person, radio } from '../../../../e2e/arrange.ts'
import { expect, expectNoViolations, type Sitwell, test } from '../../../../e2e/fixtures.ts'
import { pressOn, tabTo } from '../../../../e2e/keyboard.ts'
import { owner, signInInAnyLanguage, signInToOffice } from '../../../../e2e/office-people.ts'

const trees = ['Ash', 'Birch', 'Cedar']
const ids = ['bends', 'burns', 'grows'] as const

/** What a learner chose: the option of each question by its number. */
const answersOf = (chosen: readonly number[]) =>
  chosen.map((option, at) => {
    const answer = {
      answerText: trees[option] ?? '',
      options: [{ optionID: String(option + 1), optionText: trees[option] ?? '' }],
    }
    return { questionId: ids[at] ?? '', answer }
  })

/** An exam of three questions that so many learners completed: the first third has all of them right, the last third none. */
const arrangeSat = (sitwell: Sitwell, learners: number) => {
  const usernames = Array.from({ length: learners }, (_, at) => `learner${at}`)
  const chosen = (at: number) => ids.map((_, question) => (at % 3 > question || at % 3 === 2 ? 0 : 1 + (question % 2)))
  return sitwell.arrange(
    organisation({
      people: [owner(), ...usernames.map((username) => person({ username }))],
      exams: [
        exam({
          name: 'Trees',
          settings: { examTime: 600 },
          questions: ids.map((id) => radio(`<p>Which tree <b>${id}</b>?</p>`, trees, 0, { id, marks: 2 })),
        }),
      ],
      schedules: usernames.map((username, at) => ({
        username,
        state: { commenced: { answers: answersOf(chosen(at)), elapsedSeconds: 60 }, completed: at !== 0 },
      })),
      settings: { OfficeSecondStep: 'off' },
    }),
  )
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const rows = (page: Page) => page.getByRole('table', { name: 'Questions' }).locator('tbody tr[data-key]')

// OFFICE-407
test('statistics of an exam name its questions, who is left out, and lead to the options, by keys alone', async ({
  page,
  sitwell,
}) => {
  const world = await arrangeSat(sitwell, 13)
  await signInToOffice(page, world, '/library')
  await page.getByRole('link', { name: 'Trees' }).click()
  const link = page.getByRole('link', { name: 'Statistics' })
  await expect(link).toBeVisible()
  await tabTo(page, link)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Statistics')).toBeFocused()
  await expect(page.getByText('These are fewer than 30 people.', { exact: false })).toBeVisible()
  await expect(page.getByText('Still under way: 1')).toBeVisible()
  await expect(page.getByRole('definition').first()).toHaveText('12')
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).first()).toContainText('1. Which tree bends?')
  await expect(page.getByRole('img', { name: 'Facility and discrimination of each question' })).toBeVisible()
  await expectNoViolations(page)
  const question = rows(page).first().getByRole('link')
  await pressOn(page, question, 'Enter')
  const panel = page.getByRole('region', { name: 'Options of question 1' }).first()
  await expect(panel.getByRole('heading', { level: 2 })).toBeFocused()
  // Sittings that were arranged without a page logged no time.
  await expect(page.getByText('The pages of 12 people logged no times.')).toBeVisible()
  await pressOn(page, panel.getByRole('button', { name: 'Ash', exact: true }), 'Enter')
  const behind = panel.getByRole('region', { name: 'Who chose “Ash”' })
  await expect(behind.getByRole('heading', { level: 3 })).toBeFocused()
  await expect(behind.getByText('8 responses')).toBeVisible()
  await expect(behind.getByRole('listitem')).toHaveCount(8)
  await expect(behind.getByRole('listitem').first()).toContainText('Marks: 2')
  await expectNoViolations(page)
  // Each number of the table leads to the responses that it counts, and the address to the same list.
  const strong = panel.getByRole('button', { name: /^People who chose “Ash” in fifth 4: \d$/ })
  const counted = Number(await strong.textContent())
  await pressOn(page, strong, 'Enter')
  const ofFifth = panel.getByRole('region', { name: 'People who chose “Ash” in fifth 4' })
  await expect(ofFifth.getByRole('heading', { level: 3 })).toBeFocused()
  await expect(ofFifth.getByRole('listitem')).toHaveCount(counted)
  const address = page.url()
  await pressOn(page, panel.getByRole('button', { name: 'Responses that the figures are of: 12' }), 'Enter')
  await expect(panel.getByText('12 responses')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeFocused()
  await page.goto(address)
  await expect(ofFifth.getByRole('listitem')).toHaveCount(counted)
})

// OFFICE-407
test('of fewer than ten people nothing is computed, and of an exam that nobody has sat the page says so', async ({
  page,
  sitwell,
}) => {
  const world = await arrangeSat(sitwell, 4)
  const [{ examGuid } = { examGuid: '' }] = world.exams
  await signInToOffice(page, world, `/library/exams/${examGuid}/statistics`)
  await expect(page.getByText('Nothing is computed of fewer than 10 people.')).toBeVisible()
  await expect(rows(page).first()).toContainText('–')
  await page.goto(`${world.origin}/office/library/exams/${examGuid}/statistics?version=77`)
  await expect(page.getByText('Nobody has completed this exam yet', { exact: false })).toBeVisible()
  await expectNoViolations(page)
})

test.describe('in Arabic', () => {
  test.use({ locale: 'ar' })

  test('the statistics fit a phone, and read from right to left', async ({ page, sitwell }) => {
    const world = await arrangeSat(sitwell, 13)
    const [{ examGuid } = { examGuid: '' }] = world.exams
    await page.setViewportSize({ width: 390, height: 844 })
    await signInInAnyLanguage(page, world, `/library/exams/${examGuid}/statistics`)
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(heading(page, 'الإحصاءات')).toBeVisible()
    await expect(page.getByRole('definition').first()).toBeVisible()
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await expect.poll(overflow).toBe(0)
    await expectNoViolations(page)
  })
})
