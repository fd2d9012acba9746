import type { Page } from '@playwright/test'
import { exam, expect, organisation, person, radio, signIn, startExam, test } from '../../../../../e2e/fixtures.ts'
import { pressFinish } from '../../../../../e2e/press-finish.ts'

const numbers = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight']
const people = [person(), person({ username: 'learner2', firstName: 'Noor' })]
const world = organisation({
  people,
  exams: [
    exam({
      name: 'Exam from a pool',
      settings: { resultFeedbackMask: 1 },
      sections: [
        { name: 'For everybody', questions: [radio('Which is a fish?', ['Salmon', 'Otter'], 0)] },
        {
          name: 'From the pool',
          select: 3,
          shuffle: true,
          questions: numbers.map((text) => radio(`Pool ${text}?`, ['Right', 'Wrong'], 0, { marks: 2 })),
        },
      ],
    }),
  ],
  schedules: people.map(({ username }) => ({ username })),
})

const heading = (page: Page, number: number) => page.getByRole('heading', { name: `Question ${number}`, exact: true })
const pool = (page: Page) => page.getByText(/^Pool \w+\?$/).first()
const goTo = async (page: Page, number: number) => {
  await page
    .getByRole('navigation')
    .getByRole('button', { name: new RegExp(`^Question ${number}\\b`) })
    .click()
  await expect(heading(page, number)).toBeFocused()
}
/** The drawn questions as they stand in the exam that is open. */
const drawn = async (page: Page) => {
  const texts: string[] = []
  for (const number of [2, 3, 4]) {
    await goTo(page, number)
    texts.push((await pool(page).textContent()) ?? '')
  }
  return texts
}

test('each learner has questions of their own from a pool, the same after a reload and on another device, and a result of them', async ({
  page,
  browser,
  sitwell,
}) => {
  const arranged = await sitwell.arrange(world)
  const at = `/exam/${arranged.exams[0]?.examGuid}`
  await signIn(page, arranged, { at })
  await startExam(page)
  await expect(heading(page, 1)).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('button', { name: /^Question \d/ })).toHaveCount(4)
  const first = await drawn(page)
  expect(new Set(first).size).toBe(3)

  await page.getByRole('radio', { name: 'Right' }).check({ force: true })
  await expect(page.getByTestId('saved-state')).toHaveText('Saved')
  await page.reload()
  await expect(heading(page, 4)).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Right' })).toBeChecked()
  expect(await drawn(page)).toEqual(first)

  // On another device: the question that is answered is the same one.
  const elsewhere = await browser.newContext({ baseURL: arranged.origin })
  const other = await elsewhere.newPage()
  await signIn(other, arranged, { at })
  await expect(other.getByRole('heading', { name: /^Question \d$/ })).toBeVisible()
  expect(await drawn(other)).toEqual(first)
  await expect(other.getByRole('radio', { name: 'Right' })).toBeChecked()

  // Finishing counts what was drawn: of four questions three are open.
  await pressFinish(other)
  await other.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await expect(other.getByRole('alertdialog')).toContainText('3')
  await other.getByRole('button', { name: 'Finish all the same' }).click()
  await expect(other.getByRole('region', { name: 'Your result' })).toContainText(/2\s*(\/|of|out of)\s*7/)
  await elsewhere.close()
})
