import { officeMarkingGive, officeMarkingNext } from '@sitwell/contract'
import { expect, expectNoViolations, test } from '../../../../e2e/fixtures.ts'
import { arriveAtEssays, codeOf, markByKeys, response, whereMarks } from '../../../../e2e/marking.ts'
import { spoken } from '../../../../e2e/office.ts'

// OFFICE-303
test('the page leads a marker who listens to it from response to response, and announces the place of each mark once', async ({
  page,
  sitwell,
}) => {
  await arriveAtEssays(sitwell, page, 2)
  const first = await codeOf(page)
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading /Question 1. Why do leaves fall/ [level=1]
    - text: 0 of 2 marked
    - region "Response ${first}":
      - heading "Response ${first}" [level=2]
      - paragraph: /Held for you until/
      - region "Question 1, as this candidate got it"
      - region "Answer": /Leaves fall because of/
    - region "Mark scheme":
      - alert
      - group /Marks . . 6/:
        - radio "0"
        - radio "6"
        - 'textbox "Marks: other marks"'
      - textbox "Comment for staff"
      - textbox "Comment for the candidate"
    - region "What you can do":
      - button "Store, next"
      - button "Flag"
      - button "Can’t mark"
    - status: No marks from this page yet
    - paragraph: 1 more response is on this device
  `)
  const [comment, radio] = [
    page.getByRole('textbox', { name: 'Comment for staff' }),
    page.getByRole('radio', { name: '4', exact: true }),
  ]
  await expect(comment).toHaveAccessibleDescription('The candidate never sees it.')
  await page.keyboard.press('4')
  await expect(radio).toBeFocused()
  await expect(page.getByRole('group', { name: 'Marks 4 / 6' })).toBeVisible()

  // While the mark is on its way nothing is said but the next response, whose heading has the focus.
  const arrived = Promise.withResolvers<void>()
  await page.route(`**/${officeMarkingGive.path}`, async (route) => {
    await arrived.promise
    await route.continue()
  })
  await page.keyboard.press('Enter')
  await expect(response(page)).not.toHaveText(`Response ${first}`)
  await expect(response(page)).toBeFocused()
  const where = whereMarks(page, 'Being sent: 1')
  await expect(where).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('group', { name: 'Marks – / 6' })).toBeVisible()
  await expectNoViolations(page)
  arrived.resolve()
  const stored = whereMarks(page, '1 mark is on the server')
  await expect(stored).toHaveAttribute('aria-busy', 'false')

  // The marker has read the question and folds it away, also for the responses after this one.
  const question = page.getByRole('region', { name: 'Question 1, as this candidate got it' })
  await question.getByText('Question 1, as this candidate got it').click()
  await expect(question.getByText('Why do leaves fall?')).toBeHidden()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(response(page)).toHaveText(`Response ${first}`)
  await expect(question.getByText('Why do leaves fall?')).toBeHidden()
  await expect(radio).toBeChecked()
})

test('a flag and a digit that the criterion cannot have are visible on the page, and a screen reader announces both', async ({
  page,
  sitwell,
}) => {
  await arriveAtEssays(sitwell, page, 1)
  const flag = page.getByRole('button', { name: 'Flag', exact: true })
  const background = () => flag.evaluate((button) => getComputedStyle(button).backgroundColor)
  const plain = await background()
  await page.keyboard.press('4')
  await page.keyboard.press('f')
  await expect(flag).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(background).not.toBe(plain)
  await expect(page.getByRole('status').filter({ hasText: /^Flagged$/ })).toHaveCount(1)
  await expectNoViolations(page)
  await page.keyboard.press('f')
  await expect(page.getByRole('status').filter({ hasText: /^Not flagged$/ })).toHaveCount(1)
  await expect.poll(background).toBe(plain)

  await page.keyboard.press('9')
  await expect(spoken(page)).toHaveText('This criterion can’t have 9 marks.')
  const line = page.getByRole('group', { name: 'Marks 4 / 6' }).getByText('This criterion can’t have 9 marks.')
  await expect(line).toBeVisible()
  await expectNoViolations(page)
  await page.keyboard.press('3')
  await expect(line).toHaveCount(0)
  await expect(spoken(page)).toHaveCount(0)
})

test('while marks are being sent, the page does not state that its marker holds too many responses', async ({
  page,
  sitwell,
}) => {
  await arriveAtEssays(sitwell, page, 1)
  const arrived = Promise.withResolvers<void>()
  await page.route(`**/${officeMarkingGive.path}`, async (route) => {
    await arrived.promise
    await route.continue()
  })
  const isFull = { responses: [], claims: [], why: 'full', asOf: new Date().toISOString() }
  await page.route(`**/${officeMarkingNext.path}`, async (route) => {
    await route.fulfill({ json: isFull, headers: (await route.fetch()).headers() })
    await page.unroute(`**/${officeMarkingNext.path}`)
  })
  const replied = page.waitForResponse(`**/${officeMarkingNext.path}`)
  await markByKeys(page, '4')
  await replied
  await expect(whereMarks(page, 'Being sent: 1')).toBeVisible()
  await expect(whereMarks(page, 'Loading …')).toBeVisible()
  await expect(page.getByText('You hold as many responses', { exact: false })).toHaveCount(0)
  arrived.resolve()
  await expect(page.getByText('There is nothing left to mark in this queue.')).toBeVisible()
})
