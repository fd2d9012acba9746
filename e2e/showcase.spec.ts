import type { Page } from '@playwright/test'
import { rulesOf } from '@sitwell/question-types/rules'
import { expect, expectNoViolations, organisation, signIn, test, type World } from './fixtures.ts'
import { pressOn } from './keyboard.ts'
import { reviewTakesFocus } from './press-finish.ts'
import { marksOf, showcaseAnswers, showcaseExam, showcaseQuestions, waitsForPerson } from './showcase.ts'

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page, number: number) => page.getByRole('heading', { level: 1, name: `Question ${number}`, exact: true })

const start = async (page: Page, world: World) => {
  await signIn(page, world)
  await pressOn(page, main(page).getByRole('button', { name: `Open ${world.exams[0]?.name}` }))
  await expect(page).toHaveURL(/\/intro$/)
  await pressOn(page, main(page).getByRole('button', { name: /^(Start|Resume)/ }))
}

/** Answers every question of the exam by the keyboard alone, and ends on the last. */
const answerAll = async (page: Page, ids: readonly string[]) => {
  const moves = page.getByRole('group', { name: 'Move between questions' })
  for (const [index, id] of ids.entries()) {
    await expect(heading(page, index + 1)).toBeFocused()
    const step = showcaseAnswers[id]
    if (!step) throw new Error(`Nobody has said how ${id} is answered.`)
    await step.answer?.(page)
    if (index < ids.length - 1) await pressOn(page, moves.getByRole('button', { name: 'Next' }))
  }
}

/** What of a question a person sees or hears: its controls with their values, in words. */
const looks = async (page: Page, ids: readonly string[]) => {
  const seen: string[] = []
  for (const index of ids.keys()) {
    await page
      .getByRole('navigation')
      .getByRole('button', { name: new RegExp(`^Question ${index + 1},`) })
      .click()
    await expect(heading(page, index + 1)).toBeVisible()
    await expect(page.locator('[class*="panelSpace"]')).toHaveCount(0)
    // The editor's code comes by itself, after its panel.
    await expect(page.getByText('Loading the editor')).toHaveCount(0)
    // A control and a calendar come once the question is painted.
    await expect(page.locator('article div[class*="frame"]:empty, article [aria-hidden] > [class*="empty"]')).toHaveCount(0)
    const frames = page.locator('article iframe')
    if ((await frames.count()) > 0) await frames.first().contentFrame().locator('input').first().waitFor()
    const values = await Promise.all(
      page.frames().map((frame) =>
        frame
          // What stands beside the question, as the place for files, comes when its code is here.
          .locator(frame === page.mainFrame() ? 'article :is(input, textarea, select)' : 'input, textarea, select')
          .evaluateAll((fields: HTMLInputElement[]) =>
            fields.map((field) => (['checkbox', 'radio'].includes(field.type) ? field.checked : field.value)),
          ),
      ),
    )
    const words = await page.getByRole('article').ariaSnapshot()
    // A recording knows how long it is once the browser has looked into it.
    const own = words.replace(/^.*(Saved|Saving|Kept|How far the recording is|Volume$).*$/gm, '')
    seen.push(`${own}\n${JSON.stringify(values)}`)
  }
  return seen
}

const finish = async (page: Page) => {
  await pressOn(page, page.getByRole('button', { name: 'Finish', exact: true }))
  await reviewTakesFocus(page)
  await pressOn(page, page.getByRole('button', { name: /^Finish the/ }))
  await pressOn(page, page.getByRole('alertdialog').getByRole('button', { name: /^Finish/ }))
}

/** Finishes although something is open, which the second dialog counts. */
const finishAllTheSame = async (page: Page, open: readonly string[]) => {
  await finish(page)
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('listitem')).toHaveText(open)
  await pressOn(page, dialog.getByRole('button', { name: 'Finish all the same' }))
}

//
test('each kind of question that is marked at once is answered by the keyboard alone, is the same after a reload, and earns what it should', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation({ exams: [await showcaseExam((id) => !waitsForPerson.has(id))] }))
  const questions = await showcaseQuestions()
  const ids = [...questions.keys()].filter((id) => !waitsForPerson.has(id))
  await start(page, world)
  await answerAll(page, ids)
  const before = await looks(page, ids)
  await page.reload()
  await page.locator('[id^="question-"]').first().waitFor()
  expect(await looks(page, ids)).toEqual(before)
  await finish(page)
  await expect(page.getByRole('heading', { name: 'Assessment complete' })).toBeVisible()
  const answers = await sitwell.answersOf(world)
  const marks = marksOf(questions, answers)
  for (const id of ids)
    expect(marks[id], `${id}: ${JSON.stringify(answers)}`).toEqual({ score: showcaseAnswers[id]?.marks, needsPerson: false })
  const earned = ids.reduce((sum, id) => sum + (showcaseAnswers[id]?.marks ?? 0), 0)
  const total = ids.reduce((sum, id) => sum + (questions.get(id)?.marks ?? 0), 0)
  await expect(main(page)).toContainText(`${earned} of ${total}`)
})

test('each kind of question that a person marks is answered by the keyboard alone, is the same after a reload, and waits', async ({
  page,
  sitwell,
}) => {
  await page.clock.install()
  const world = await sitwell.arrange(organisation({ exams: [await showcaseExam((id) => waitsForPerson.has(id))] }))
  const questions = await showcaseQuestions()
  const ids = [...questions.keys()].filter((id) => waitsForPerson.has(id))
  await start(page, world)
  await answerAll(page, ids)
  const before = await looks(page, ids)
  await page.reload()
  await page.locator('[id^="question-"]').first().waitFor()
  expect(await looks(page, ids)).toEqual(before)
  // No file was uploaded.
  await finishAllTheSame(page, ['Not answered: 1', 'No file uploaded: 1'])
  await expect(async () => {
    await page.clock.runFor(10_000)
    await expect(page.getByText('Result still being processed')).toBeVisible({ timeout: 1000 })
  }).toPass()
  const marks = marksOf(questions, await sitwell.answersOf(world))
  for (const id of ids) expect(marks[id]?.needsPerson, id).toBe(true)
})

test('an accessibility check finds nothing in any kind of question, and each counts as unanswered at first', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation({ exams: [await showcaseExam()] }))
  const questions = [...(await showcaseQuestions()).values()]
  await start(page, world)
  for (const [index, { type }] of questions.entries()) {
    const button = page.getByRole('navigation').getByRole('button', { name: new RegExp(`^Question ${index + 1},`) })
    await button.click()
    await expect(heading(page, index + 1)).toBeVisible()
    if (rulesOf(type).takesAnswer) await expect(button, type).toHaveAttribute('data-answered', 'false')
    await expectNoViolations(page, index === 0 || index === questions.length - 1 ? undefined : 'article')
  }
})
