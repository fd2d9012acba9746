import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  enterExam,
  exam,
  expect,
  expectNoViolations,
  longText,
  multipleChoice,
  openExam,
  organisation,
  radio,
  signIn,
  startExam,
  test,
} from '../../../../../../e2e/fixtures.ts'
import { pressFinish } from '../../../../../../e2e/press-finish.ts'
import { resize } from '../../../../../../e2e/settled.ts'
import { showcaseAnswers, showcaseExam } from '../../../../../../e2e/showcase.ts'

const square = new URL('../../../../../../e2e/media/square.png', import.meta.url)

/** Two choices of which things are said, and a text of which a person says them. */
const withFeedback = async (settings: Record<string, unknown>) =>
  organisation({
    exams: [
      exam({
        name: 'Birds with feedback',
        settings,
        questions: [
          radio('<p>Which is a <b>bird</b>?</p>', ['Otter', 'Heron'], 1, {
            marks: 2,
            feedback: {
              parts: [
                {
                  title: 'Not quite',
                  text: '<p>An otter is a mammal: it has fur. <img src="resources/square.png" alt="An otter’s fur"></p>',
                  when: [{ on: 'option', option: '1' }],
                },
                { text: '<p>Yes, a heron is a bird.</p>', when: [{ on: 'mark', is: 'right' }] },
              ],
            },
          }),
          longText('Why do they fly?', { marks: 3, feedback: { parts: [{ text: 'A model answer' }] } }),
          multipleChoice('Which can fly?', ['Heron', 'Swift', 'Otter'], [0, 1], {
            marks: 2,
            feedback: { parts: [{ text: '<p>Herons and swifts fly; <em>every</em> swift even sleeps in the air.</p>' }] },
          }),
        ],
        files: { 'resources/square.png': await readFile(square) },
      }),
    ],
    schedules: [{ practice: true }],
  })

const sit = async (page: Page) => {
  await openExam(page, { name: 'Birds with feedback' })
  await startExam(page)
  await page.getByRole('radio', { name: 'Otter' }).check({ force: true })
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByRole('textbox').fill('They like it.')
  await pressFinish(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Finish all the same' }).click()
  await page.getByRole('button', { name: 'Go on without the result' }).click()
  await expect(page.getByRole('heading', { name: 'Assessment complete' })).toBeVisible()
}
const all = (page: Page) => page.getByRole('region', { name: 'Feedback on your answers' })

// RES-305 START-104 FIN-301
test('what is said of an answer stands with its question after the exam, and again with its result, in any window and theme', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(await withFeedback({ questionFeedback: true, resultFeedbackMask: 1 }))
  const sent: string[] = []
  page.on('response', (response) => {
    if (response.headers()['content-type']?.includes('json'))
      response.text().then(
        (text) => void sent.push(text),
        () => {},
      )
  })
  await signIn(page, world)
  await sit(page)
  const first = page.getByRole('article', { name: 'Question 1' })
  const last = page.getByRole('article', { name: 'Question 3' })
  const shows = async () => {
    await expect(first.getByRole('heading', { name: 'Not quite' })).toBeVisible()
    await expect(first).toContainText('Which is a bird?')
    await expect(first).toContainText('0 of 2')
    await expect(first).toContainText('Your answer')
    await expect(first).toContainText('Otter')
    await expect(first.getByRole('img', { name: 'An otter’s fur' })).toHaveJSProperty('naturalWidth', 16)
    await expect(last).toContainText('No answer')
    await expect(last).toContainText('every swift even sleeps in the air')
    // The text waits for a person, and so does what is said of it.
    await expect(all(page).getByRole('article')).toHaveCount(2)
  }
  await shows()
  await expectNoViolations(page)
  // Nothing of what this answer didn't earn came to the browser, with whatever call.
  expect(sent.join()).toContain('Not quite')
  expect(sent.join()).not.toMatch(/Yes, a heron|A model answer/)

  await page.getByRole('button', { name: 'Back to your assessments' }).click()
  await page.getByRole('button', { name: 'Result of Birds with feedback' }).click()
  const themes = page.getByLabel('Colour theme')
  for (const [theme, media] of [
    ['Default', {}],
    ['Black on White', { contrast: 'more' }],
    ['White on Black', { contrast: 'more', colorScheme: 'dark' }],
  ] as const) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia(media)
    await expect(themes).toHaveValue(theme)
    for (const [width, height] of [
      [1440, 900],
      [844, 390],
      [390, 844],
    ] as const) {
      await resize(page, { width, height })
      await shows()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await expectNoViolations(page)
    }
  }
})

// RES-305
test('an exam that says nothing of feedback shows none', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(await withFeedback({ resultFeedbackMask: 1 }))
  await signIn(page, world)
  await sit(page)
  await expect(page.getByRole('region', { name: 'Your result' })).toContainText('so far')
  await expect(all(page)).toHaveCount(0)
  await expect(page.getByText('Not quite')).toHaveCount(0)
})

test('on a narrow page words of a table stay whole, what an answer stands for stands nearest to it, and forced colours show what is set apart', async ({
  page,
  sitwell,
}) => {
  const showcase = await showcaseExam((id) => id === 'before-hours' || id === 'floor-needs')
  const feedback = { parts: [{ text: '<p>Look at the plan.</p>' }] }
  const sections = showcase.sections?.map((section) => ({
    ...section,
    questions: section.questions?.map((question) => ({ ...question, feedback })) ?? [],
  }))
  const world = await sitwell.arrange(
    organisation({
      exams: [{ ...showcase, settings: { questionFeedback: true, resultFeedbackMask: 1 }, sections: sections ?? [] }],
      schedules: [{ practice: true }],
    }),
  )
  await enterExam(page, world)
  await page.getByRole('button', { name: 'Next', exact: true }).press('Enter')
  await showcaseAnswers['floor-needs']?.answer?.(page)
  await pressFinish(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Finish all the same' }).click()
  await expect(all(page).getByRole('article')).toHaveCount(2)

  await resize(page, { width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  const cell = all(page).getByRole('rowheader', { name: 'Wednesday' })
  const linesIn = (element: Element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size
  }
  expect(await cell.evaluate(linesIn)).toBe(1)
  const topOf = async (text: string) => {
    const box = await all(page).getByRole('article').last().getByText(text).boundingBox()
    if (!box) throw new Error(`${text} is not shown.`)
    return { from: box.y, to: box.y + box.height }
  }
  const [given, of, next] = [await topOf('Cloakroom'), await topOf('A family'), await topOf('Harbour gallery')]
  expect(of.from - given.to).toBeGreaterThan(next.from - of.to + 8)
  await page.emulateMedia({ forcedColors: 'active' })
  for (const apart of [
    page.getByRole('region', { name: 'Your result' }),
    all(page).getByText('Look at the plan.').first().locator('xpath=../../..'),
  ]) {
    const { edge, ground } = await apart.evaluate((element) => {
      const { borderTopColor, borderTopStyle, borderTopWidth, backgroundColor } = getComputedStyle(element)
      return { edge: `${borderTopWidth} ${borderTopStyle} ${borderTopColor}`, ground: backgroundColor }
    })
    expect(edge).toMatch(/^1px solid /)
    expect(edge).not.toContain(ground)
  }
})

test('a day of a form is told in the learner’s language, and what was typed as it was typed', async ({ page, sitwell }) => {
  const components = [
    { kind: 'input', id: 'due', label: 'Due', format: 'date' },
    { kind: 'input', id: 'note', label: 'Note' },
  ]
  const feedback = { parts: [{ text: '<p>Thank you.</p>' }] }
  const key = { fields: { due: { kind: 'date', accept: ['03-04'] } } }
  const form = { type: 'QGRID', text: 'Fill it in.', marks: 1, rows: [{ cells: [{ components }] }], key, feedback }
  const world = await sitwell.arrange(
    organisation({
      exams: [exam({ name: 'A date', settings: { questionFeedback: true, resultFeedbackMask: 1 }, questions: [form] })],
      schedules: [{ practice: true }],
    }),
  )
  await enterExam(page, world)
  await page.getByRole('combobox', { name: 'Day' }).selectOption('4')
  await page.getByRole('combobox', { name: 'Month' }).selectOption('March')
  await page.getByRole('textbox', { name: 'Note' }).fill('2026-03-04')
  await pressFinish(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  const given = page.getByRole('article', { name: 'Question 1' })
  await expect(given).toContainText('Thank you.')
  await expect(given).toContainText(`4 March ${new Date().getFullYear()}`)
  await expect(given).toContainText('2026-03-04')
})
