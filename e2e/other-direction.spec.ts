import type { Locator } from '@playwright/test'
import { exam, expect, longText, openExam, organisation, person, radio, signIn, test } from './fixtures.ts'
import { makeCourse } from './make-course.ts'

/** Whether a question mark at the end of an English name stands at its right, as a reader of it expects. */
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
