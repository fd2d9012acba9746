import type { Page } from '@playwright/test'
import { expect, organisation, test } from './fixtures.ts'
import { showcaseExam, showcaseQuestions } from './showcase.ts'
import { sitExam } from './sit-questions.ts'

/** Roles that a screen reader calls by their name. */
const named =
  /^(button|link|radio|checkbox|switch|textbox|searchbox|combobox|slider|spinbutton|tab|timer|dialog|alertdialog|radiogroup|region)$/
/** Characters that the name of a control may have, which is said each time that somebody comes to it. The question's own words are in some, short. */
const mostCharacters = 120
/** The last letter of one paragraph and the first of the next, with nothing between them. */
const runTogether = /[\p{Ll}.?!:]\p{Lu}\p{Ll}/u

/** What is odd in the names by which Chromium's accessibility tree calls what is on the page. */
const oddNames = async (page: Page): Promise<string[]> => {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  return nodes.flatMap(({ ignored, role, name, description }) => {
    const kind = String(role?.value)
    const words = String(name?.value ?? '')
    if (ignored || !named.test(kind)) return []
    const odd = [
      words.trim() === '' && 'has no name',
      words.length > mostCharacters && !/Question \d/.test(words) && 'has a long name',
      runTogether.test(words) && 'has words run together',
      kind === 'alertdialog' && !description?.value && 'is not described',
    ].filter((one) => one !== false)
    return odd.map((one) => `${kind} “${words.slice(0, 160)}” ${one}`)
  })
}

test('all that is pressed or filled in has a short name of whole words, a question of a dialog is read out, and so is that an answer is saved', async ({
  page,
  sitwell,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await sitExam(page, sitwell, organisation({ exams: [await showcaseExam()] }))
  const odd: Record<string, string[]> = {}
  const look = async (where: string) => {
    const found = await oddNames(page)
    if (found.length > 0) odd[where] = found
  }
  const ids = [...(await showcaseQuestions()).keys()]
  for (const [index, id] of ids.entries()) {
    await expect(page.locator(`#question-${index + 1}`)).toBeVisible()
    await expect(page.locator('[class*="panelSpace"]')).toHaveCount(0)
    await expect(page.getByText('Loading the editor')).toHaveCount(0)
    await look(id)
    if (id === 'before-hours') {
      await page.getByRole('radio', { name: 'Monday' }).check({ force: true })
      await expect(page.getByRole('article').getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
    }
    if (id === 'write-share')
      await expect(page.getByRole('group', { name: /in per cent is s = \(100 · k\)\/n On Tuesday/ })).toBeVisible()
    await page.getByRole('group', { name: 'Move between questions' }).getByRole('button', { name: 'Next' }).click()
  }
  const finish = page.getByRole('button', { name: 'Finish the exam' })
  await finish.waitFor()
  await look('review')
  // A key that does nothing represents the time in which a learner looks: what is pressed next is meant.
  await page.keyboard.press('Pause')
  await finish.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await dialog.waitFor()
  await look('finishing')
  await page.keyboard.press('Pause')
  await dialog.getByRole('button', { name: 'Finish', exact: true }).press('Enter')
  await dialog.getByRole('button', { name: 'Finish all the same' }).waitFor()
  await look('unanswered')
  const tops = await dialog.getByRole('button').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  expect(tops.length, 'ways on').toBe(3)
  expect(new Set(tops).size, 'lines of buttons in a wide window').toBe(1)
  expect(odd).toEqual({})
})
