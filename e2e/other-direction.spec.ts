import type { Locator } from '@playwright/test'
import { exam, expect, longText, openExam, organisation, person, radio, signIn, test } from './fixtures.ts'
import { makeCourse } from './make-course.ts'

/** Whether a question mark at the end of an English name is at its right, as a reader of it expects. */
const readsLeftToRight = (name: Locator): Promise<boolean> =>
  name.evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? ''
      const at = text.indexOf('?')
      if (at < 1) continue
      const placeOf = (index: number) => {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + 1)
        return range.getBoundingClientRect().left
      }
      return placeOf(at) > placeOf(at - 1)
    }
    return false
  })

test('an English name on an Arabic page keeps its question mark at its end: exams, courses, lessons and in sentences', async ({
  page,
  sitwell,
}) => {
  const questions = [radio('Which?', ['Beech', 'Ash'], 0), longText('Why?')]
  const world = await sitwell.arrange(
    organisation({
      organisation: { languageId: 2 },
      people: [person({ languageId: 2 })],
      exams: [exam({ name: 'Lakes, or ponds?', questions })],
    }),
  )
  await sitwell.command(
    world,
    'import',
    await makeCourse('Why ladders?', [{ title: 'Standing up?' }], 'What is a ladder?'),
    '--schedule',
    world.people[0].username,
  )
  await signIn(page, world)
  const holds = async (name: Locator) => {
    await name.waitFor()
    expect(await readsLeftToRight(name)).toBe(true)
  }
  await holds(page.getByTestId('schedule').getByRole('heading'))
  await holds(page.getByTestId('course').getByRole('link'))
  await page.getByTestId('course').getByRole('link').click()
  // The page before stands until this one is drawn.
  await holds(page.getByRole('main').getByRole('heading', { level: 1, name: 'Why ladders?' }))
  await holds(page.getByTestId('course-info'))
  await holds(page.getByTestId('lesson').getByRole('heading'))
  await page.getByTestId('lesson').getByRole('button').click()
  await holds(page.locator('#lesson'))
  await page.goto('/schedules')
  await openExam(page, { name: 'Lakes, or ponds?' })
  await holds(page.getByRole('main').getByText('Lakes, or ponds?').first())
  await page.getByRole('main').getByRole('button', { name: 'ابدأ' }).press('Enter')
  await page.getByRole('radio').first().waitFor()
  await holds(page.getByRole('banner').getByText('Lakes, or ponds?'))
  await page.getByRole('button', { name: 'إنهاء', exact: true }).click()
  await page.getByRole('button', { name: 'إنهاء الامتحان' }).click()
  await holds(page.getByRole('alertdialog').getByRole('heading'))
})

/** Where the letters of a text stand, from the first to the last, in pixels from the window's left; and the box that shows them. */
const lettersOf = (name: Locator) =>
  name.evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const letters: { letter: string; left: number; right: number }[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const [at, letter] of [...(node.textContent ?? '')].entries()) {
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        const { left, right } = range.getBoundingClientRect()
        if (/[\p{L}\p{N}]/u.test(letter)) letters.push({ letter, left, right })
      }
    }
    const { left, right } = element.getBoundingClientRect()
    return { letters, left, right }
  })

test('on an Arabic page a long English title and question keep their beginning, and counts and the clock are in order', async ({
  page,
  sitwell,
}) => {
  const asked = 'Which of these lakes was the largest one in the county before the reservoir above it was built and filled?'
  const name = 'Certificate in the interpretation of heritage for visitors of museums and of historic houses, Level 2'
  const section =
    'Beginning with lakes, ponds, reservoirs and all other waters that stand or that run very slowly through the county'
  const questions = [radio(asked, ['Beech', 'Ash'], 0), longText('Why?')]
  const world = await sitwell.arrange(
    organisation({
      organisation: { languageId: 2 },
      people: [person({ languageId: 2 })],
      exams: [exam({ name, settings: { examTime: 900 }, sections: [{ name: section, questions }] })],
    }),
  )
  await page.setViewportSize({ width: 700, height: 800 })
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await page.getByRole('main').getByRole('button', { name: 'ابدأ' }).press('Enter')
  await page.getByRole('radio').first().waitFor()
  /** The first letter is seen, and the last one is beyond the right edge, as a reader of English expects. */
  const expectItsBeginning = async (words: Locator) => {
    const { letters, left, right } = await lettersOf(words)
    const [first, last] = [letters.at(0), letters.at(-1)]
    expect(first?.left).toBeGreaterThanOrEqual(left - 1)
    expect(first?.right).toBeLessThanOrEqual(right + 1)
    expect(last?.right).toBeGreaterThan(right)
  }
  await expectItsBeginning(page.getByRole('banner').locator('bdi').first())
  await expectItsBeginning(page.locator('section bdi').filter({ hasText: 'Beginning with lakes' }).first())
  const progress = await lettersOf(page.getByTestId('progress'))
  expect(progress.letters.map(({ letter }) => letter)).toEqual(['1', '2'])
  expect(progress.letters[0]?.right).toBeLessThan(progress.letters[1]?.left ?? 0)
  const clock = await lettersOf(page.getByRole('timer').locator('span'))
  expect(clock.letters.map(({ letter }) => letter)).toEqual(['1', '5', 'د'])
  // Read from the right: the number, and behind it its sign.
  expect(clock.letters[0]?.left).toBeLessThan(clock.letters[1]?.left ?? 0)
  expect(clock.letters[2]?.right).toBeLessThanOrEqual((clock.letters[0]?.left ?? 0) + 1)
  // A key that does nothing represents the time in which a learner looks: what is pressed next is meant.
  await page.keyboard.press('Pause')
  await page.getByRole('button', { name: 'إنهاء', exact: true }).press('Enter')
  await expectItsBeginning(page.locator('button[data-state] bdi').filter({ hasText: 'Which of these lakes' }))
})
