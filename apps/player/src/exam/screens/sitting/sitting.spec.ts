import type { Locator, Page } from '@playwright/test'
import {
  exam,
  expect,
  expectNoViolations,
  longText,
  type OrganisationSpec,
  organisation,
  radio,
  signIn,
  staticText,
  test,
} from '../../../../../../e2e/fixtures.ts'
import { pressFinish } from '../../../../../../e2e/press-finish.ts'
import { resize } from '../../../../../../e2e/settled.ts'
import { startExam } from '../../../../../../e2e/sign-in.ts'
import type { Sitwell } from '../../../../../../e2e/sitwell.ts'
import { examJson } from '../../../../../../packages/contract/src/calls.ts'
import { activityTypes } from '../../../sync/activity/activity-types.ts'

const sections = [
  {
    name: 'Animals',
    scenarioText: '<p>A lake in spring.</p>',
    questions: [
      radio('Which is a fish?', ['Salmon', 'Otter'], 0, { marks: 2 }),
      radio('Which is a bird?', ['Otter', 'Heron'], 1, { marks: 1 }),
    ],
  },
  { name: 'Writing', questions: [staticText('Read this first.', { marks: 0 }), longText('Describe a lake.', { marks: 4 })] },
]
const animals = organisation({ exams: [exam({ name: 'Animals exam', sections })] })

/** Signs in and is at the first question. */
const sit = async (page: Page, sitwell: Sitwell, spec: OrganisationSpec = animals) => {
  const world = await sitwell.arrange(spec)
  const [written] = world.exams
  if (!written) throw new Error('no exam')
  await signIn(page, world, { at: `/exam/${written.examGuid}` })
  await startExam(page)
  return { world, written }
}
const heading = (page: Page, number: number) => page.getByRole('heading', { name: `Question ${number}`, exact: true })
const questionButton = (page: Page, number: number) =>
  page.getByRole('navigation').getByRole('button', { name: new RegExp(`^Question ${number},`) })

// RUN-312 RUN-313 RUN-314 RUN-315 RUN-316 RUN-302 NAV-306 Q-211
test('a question shows its number, marks, text and answer area, and nothing an accessibility check objects to', async ({
  page,
  sitwell,
}) => {
  const { world } = await sit(page, sitwell)
  await expect(heading(page, 1)).toBeVisible()
  const question = page.getByRole('article')
  await expect(question).not.toContainText(String(world.people[0].userId))
  await expect(question).toContainText('2 marks')
  await expect(question).toContainText('Which is a fish?')
  await expect(question.getByRole('radio')).toHaveCount(2)
  await expect(question.getByRole('button', { name: 'Bookmark', exact: true })).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByText('Which is a bird?')).toHaveCount(0)
  await expectNoViolations(page)
})

// NAV-323 NAV-324
test('Previous and Next lead through the exam and say where the learner is', async ({ page, sitwell }) => {
  const { written } = await sit(page, sitwell)
  await expect(page.getByTestId('progress')).toHaveText('1 / 4')
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(new RegExp(`/${written.questionIds[1]}$`))
  await expect(page.getByTestId('progress')).toHaveText('2 / 4')
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(heading(page, 1)).toBeVisible()
})

test('however fast the moves come, the last one shows and the address has each of them', async ({ page, sitwell }) => {
  await sit(page, sitwell)
  await expect(heading(page, 1)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(heading(page, 3)).toBeVisible()
  await expect(page).toHaveURL(/q3$/)
  await page.goBack()
  await expect(heading(page, 2)).toBeVisible()
})

test('Back right behind two moves shows the question that the address then says', async ({ page, sitwell }) => {
  await sit(page, sitwell)
  await expect(heading(page, 1)).toBeFocused()
  for (const time of [1, 2, 3, 4, 5]) {
    await page.evaluate(() => {
      const { port1, port2 } = new MessageChannel()
      // Before the third has been drawn at its address.
      port1.onmessage = () => (location.pathname.endsWith('q3') ? history.back() : port2.postMessage(undefined))
      port2.postMessage(undefined)
    })
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(page, `${time}`).toHaveURL(/q2$/)
    await expect(heading(page, 2)).toBeVisible()
    await page.goBack()
    await expect(heading(page, 1)).toBeFocused()
  }
})

// NAV-325 Q-209 Q-210
test('arrow keys lead to the previous and next question, except while a text field has the focus', async ({
  page,
  sitwell,
}) => {
  await sit(page, sitwell)
  await expect(heading(page, 1)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(heading(page, 2)).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(heading(page, 1)).toBeVisible()
  await questionButton(page, 4).click()
  await page.getByRole('textbox').fill('A lake')
  await page.keyboard.press('ArrowLeft')
  await expect(heading(page, 4)).toBeVisible()
  await page.getByRole('textbox').blur()
  await page.keyboard.press('ArrowLeft')
  await expect(heading(page, 3)).toBeVisible()
})

// RUN-321 RUN-322 RUN-323 RUN-328 RUN-330 CONST-304
test('the navigation panel is 192 px wide and shows sections with their marks and a round button for each question', async ({
  page,
  sitwell,
}) => {
  await sit(page, sitwell)
  const panel = page.getByRole('navigation')
  expect((await panel.boundingBox())?.width).toBe(192)
  await expect(panel.getByRole('button', { name: 'Animals (3 marks)' })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Writing (4 marks)' })).toBeVisible()
  await expect(panel.getByRole('button', { name: /^Question/ })).toHaveCount(4)
  await expect(questionButton(page, 1)).toHaveCSS('border-top-left-radius', '999px')
})

// RUN-324 RUN-325 RUN-326 RUN-304 RUN-315
test('a question button tells answered, current and bookmarked apart, by shape and in words', async ({ page, sitwell }) => {
  await sit(page, sitwell)
  const first = questionButton(page, 1)
  await expect(first).toHaveAttribute('aria-current', 'true')
  await expect(first.locator('span')).not.toHaveCSS('border-bottom-color', 'rgba(0, 0, 0, 0)')
  await expect(questionButton(page, 2).locator('span')).toHaveCSS('border-bottom-color', 'rgba(0, 0, 0, 0)')
  await expect(first).toHaveAccessibleName('Question 1, not answered')
  const empty = await first.evaluate((element) => getComputedStyle(element).backgroundColor)
  await page.getByRole('radio', { name: 'Salmon' }).check({ force: true })
  await expect(first).toHaveAccessibleName('Question 1, answered')
  await expect(first).not.toHaveCSS('background-color', empty)
  const primary = await page
    .getByRole('button', { name: 'Next' })
    .evaluate((element) => getComputedStyle(element).backgroundColor)
  await expect(first).toHaveCSS('background-color', primary)
  await expect(first.locator('svg')).toHaveCount(0)
  await page.getByRole('button', { name: 'Bookmark', exact: true }).click()
  await expect(first).toHaveAccessibleName('Question 1, answered, bookmarked')
  await expect(first.locator('svg')).toBeVisible()
  // Where the system sets the colours, the current one alone has a line and a double edge.
  await page.emulateMedia({ forcedColors: 'active' })
  const lineOf = (button: Locator) =>
    button.evaluate((element) => {
      const line = getComputedStyle(element.firstElementChild ?? element).borderBottomColor
      return line === getComputedStyle(element).backgroundColor ? 'none' : 'seen'
    })
  expect(await Promise.all([first, questionButton(page, 2)].map(lineOf))).toEqual(['seen', 'none'])
  await expect(first).toHaveCSS('border-top-style', 'double')
  await expect(questionButton(page, 2)).toHaveCSS('border-top-style', 'solid')
})

// RUN-327
test("a question that can't be reached has a disabled button, and Next doesn't lead to it", async ({ page, sitwell }) => {
  const world = await sitwell.arrange(animals)
  await signIn(page, world)
  await sitwell.changeReply(page, examJson, (reply) => {
    const content = reply as { questions: { disabled: boolean }[] }
    return { ...content, questions: content.questions.map((each, place) => ({ ...each, disabled: place === 1 })) }
  })
  await page.goto(`/exam/${world.exams[0]?.examGuid}`)
  await startExam(page)
  await expect(questionButton(page, 2)).toBeDisabled()
  await expect(questionButton(page, 3)).toBeEnabled()
})

// RUN-327 RUN-322
test('a one-way part closes the others while it is sat, and itself once it is finished; Next at its end leads to its review', async ({
  page,
  sitwell,
}) => {
  const [animalsPart, ...others] = sections
  const oneWay = [{ ...animalsPart, oneWay: true }, ...others]
  await sit(page, sitwell, organisation({ exams: [exam({ name: 'Animals exam', sections: oneWay })] }))
  const panel = page.getByRole('navigation')
  await expect(panel.getByRole('button', { name: 'Animals (3 marks)' })).toHaveAttribute('aria-current', 'step')
  await expect(panel.getByRole('button', { name: 'Writing (4 marks)' })).toBeDisabled()
  await expect(questionButton(page, 3)).toBeDisabled()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(heading(page, 2)).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([/^1/, /^2/])
  await page.getByRole('button', { name: 'Finish this part' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button').last().click()
  await expect(dialog).toContainText('Not answered: 2')
  await dialog.getByRole('button').last().click()
  await expect(heading(page, 3)).toBeVisible()
  await expect(questionButton(page, 1)).toBeDisabled()
  await expect(panel.getByRole('button', { name: 'Animals (3 marks) finished' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await expectNoViolations(page)
})

// RUN-329 RUN-320 ENT-313
test('section names are hidden, and the id of the learner stands under the question, where the organisation says so', async ({
  page,
  sitwell,
}) => {
  const settings = { HideSectionNamesInPlayer: '1', ShowQuestionIDInPlayer: '1' }
  const { world } = await sit(page, sitwell, { ...animals, settings })
  await expect(page.getByRole('article')).toContainText(String(world.people[0].userId))
  await expect(questionButton(page, 1)).toBeVisible()
  await expect(page.getByText('Animals (3 marks)')).toHaveCount(0)
})

// NAV-326 NAV-327 LOG-303 LOG-304
test('picking a section leads to its first question, and nowhere from within it; each move is logged as what it was', async ({
  page,
  sitwell,
}) => {
  // They go every half minute: on a slow machine the moves may go in several of them.
  const sent: number[] = []
  page.on('request', (request) => {
    if (!request.url().includes('/activitylog/')) return
    const { activities }: { activities: { type: number }[] } = request.postDataJSON()
    sent.push(...activities.map(({ type }) => type))
  })
  await page.clock.install()
  await sit(page, sitwell)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Animals (3 marks)' }).click()
  await expect(heading(page, 2)).toBeVisible()
  await page.getByRole('button', { name: 'Writing (4 marks)' }).click()
  await expect(heading(page, 3)).toBeVisible()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(heading(page, 2)).toBeVisible()
  await page.clock.runFor(31_000)
  const { next, previous, moveQuestion, moveSection } = activityTypes
  const ofMoves: number[] = [next, previous, moveQuestion, moveSection]
  await expect.poll(() => sent.filter((type) => ofMoves.includes(type))).toEqual([next, moveSection, previous])
})

// RUN-311
test('the scenario can be folded away and opens again on the next question', async ({ page, sitwell }) => {
  await sit(page, sitwell)
  await expect(page.getByText('A lake in spring.')).toBeVisible()
  await page.getByRole('button', { name: 'Scenario' }).click()
  await expect(page.getByText('A lake in spring.')).toBeHidden()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('A lake in spring.')).toBeVisible()
  await questionButton(page, 4).click()
  await expect(page.getByRole('button', { name: 'Scenario' })).toHaveCount(0)
})

// NAV-308 ERR-316
test('an address in the exam that leads nowhere says the quoted words and leads back', async ({ page, sitwell }) => {
  const { written } = await sit(page, sitwell)
  const leadsBack = async (press: (back: Locator) => Promise<void>) => {
    await expect(page.getByRole('alert')).toHaveText(
      'Sorry, you just experienced a routing error. Please note the current url in your browser.',
    )
    await expect(page).toHaveURL(/\/nowhere$/)
    await press(page.getByRole('button', { name: 'Back to your question' }))
    await expect(heading(page, 1)).toBeVisible()
  }
  await page.goto(`/exam/${written.examGuid}/nowhere`)
  await leadsBack((back) => back.click())
  await page.evaluate((guid) => history.pushState({}, '', `/exam/${guid}/nowhere`), written.examGuid)
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
  // A second click at the same place belongs to the first one.
  await leadsBack((back) => back.press('Enter'))
})

// RUN-348
test('a right click opens nothing during an exam', async ({ page, sitwell }) => {
  await sit(page, sitwell)
  const isPrevented = (place: Locator) =>
    place.evaluate((element) => !element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })))
  expect(await isPrevented(heading(page, 1))).toBe(true)
  expect(await isPrevented(page.getByRole('banner'))).toBe(true)
})

// NAV-321
test('leaving the running exam asks first, and stays or leaves as the learner says', async ({ page, sitwell }) => {
  const { world } = await sit(page, sitwell)
  await page.goto('/schedules')
  await page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: world.exams[0]?.name ?? '' })
    .getByRole('button')
    .first()
    .click()
  await expect(heading(page, 1)).toBeVisible()
  await page.goBack()
  const dialog = page.getByRole('alertdialog', { name: 'Leave the exam?' })
  await expect(dialog).toBeVisible()
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(heading(page, 1)).toBeVisible()
  // The question shows all the while; the browser comes back to its address a moment later.
  await expect(page).toHaveURL(/q1$/)
  await page.goBack()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/schedules$/)
})

// FIN-302 FIN-303 FIN-307 FIN-308 FIN-311 FIN-313
test('Finish shows the answers first, then asks, then says how much is open and leads to it; the safe way is the one that stands out', async ({
  page,
  sitwell,
}) => {
  await sit(page, sitwell)
  await page.getByRole('radio', { name: 'Salmon' }).check({ force: true })
  const primary = await page
    .getByRole('button', { name: 'Next', exact: true })
    .evaluate((button) => getComputedStyle(button).backgroundColor)
  const standsOut = async (name: string) => {
    const colours = await page
      .getByRole('button', { name })
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor))
    return colours.length === 1 && colours[0] === primary
  }
  await page.getByRole('button', { name: 'Finish', exact: true }).click()
  const review = page.getByRole('heading', { name: 'Check your answers' })
  await expect(review).toBeFocused()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect(await standsOut('Back to question 1')).toBe(true)
  expect(await standsOut('Finish the exam')).toBe(false)
  await page.getByRole('button', { name: 'Back to question 1' }).click()
  await expect(heading(page, 1)).toBeFocused()
  await pressFinish(page)
  const first = page.getByRole('alertdialog', { name: 'Finish Animals exam?' })
  await expectNoViolations(page)
  expect(await standsOut('Keep working')).toBe(true)
  expect(await first.getByRole('button', { name: 'Finish' }).evaluate((one) => getComputedStyle(one).backgroundColor)).not.toBe(
    primary,
  )
  await first.getByRole('button', { name: 'Keep working' }).click()
  await expect(first).toBeHidden()
  await expect(review).toBeVisible()
  await page.getByRole('button', { name: 'Finish the exam' }).click()
  await first.waitFor()
  await page.keyboard.press('Escape')
  await expect(first).toBeHidden()
  await page.getByRole('button', { name: 'Finish the exam' }).click()
  await first.getByRole('button', { name: 'Finish' }).click()
  const second = page.getByRole('alertdialog', { name: 'Some questions are still open' })
  await expect(second.getByRole('listitem')).toHaveText(['Not answered: 2'])
  expect(await standsOut('Keep working')).toBe(true)
  expect(await standsOut('Finish all the same')).toBe(false)
  await expectNoViolations(page)
  await second.getByRole('button', { name: 'Show what is open' }).click()
  await expect(second).toBeHidden()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([/^2.*Which is a bird/, /^4.*Describe a lake/])
  await page.getByRole('button', { name: /^Question 4/ }).click()
  await expect(heading(page, 4)).toBeFocused()
})

// FIN-305
test('finishing a practice exam has words of its own', async ({ page, sitwell }) => {
  await sit(page, sitwell, { ...animals, schedules: [{ practice: true }] })
  await pressFinish(page)
  await expect(page.getByRole('alertdialog', { name: 'Finish the practice Animals exam?' })).toBeVisible()
})

// NAV-216 NAV-217 CONST-203
test('below 792 px the panel is a drawer, from there on it stands beside the question', async ({ page, sitwell }) => {
  await page.setViewportSize({ width: 792, height: 844 })
  await sit(page, sitwell)
  await expect(page.getByRole('navigation')).toBeVisible()
  await page.setViewportSize({ width: 791, height: 844 })
  await expect(page.getByRole('navigation')).toBeHidden()
  await page.getByRole('button', { name: 'Questions' }).click()
  await expect(page.getByRole('dialog').getByRole('navigation')).toBeVisible()
  await expectNoViolations(page)
  await questionButton(page, 2).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(heading(page, 2)).toBeVisible()
  await resize(page, { width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})

// CONST-301 CONST-302 CONST-305
test('the question is at most 800 px wide', async ({ page, sitwell }) => {
  await resize(page, { width: 1800, height: 900 })
  await sit(page, sitwell)
  expect((await page.getByRole('article').boundingBox())?.width).toBe(800)
})

// RUN-342
test('an error in a screen of the running exam is a network error, and the exam goes on after Retry', async ({
  page,
  sitwell,
}) => {
  const reports: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/error/api/Error')) reports.push(request.postDataJSON().errorMessage)
  })
  await sit(page, sitwell)
  await page.getByRole('radio', { name: 'Otter' }).check()
  // Another program changed the page, and React can't replace the question.
  await page.getByRole('article').evaluate((article) => article.remove())
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  const card = page.getByTestId('network-error')
  await expect(card.getByRole('heading', { name: 'Network Error.' })).toBeVisible()
  await card.getByRole('button', { name: 'Additional Information' }).click()
  await expect(card).toContainText('removeChild')
  await expectNoViolations(page)
  await expect.poll(() => reports).toEqual([expect.stringContaining('removeChild')])
  await card.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Question 2' })).toBeVisible()
  await page.getByRole('button', { name: 'Previous', exact: true }).press('Enter')
  await expect(page.getByRole('radio', { name: 'Otter' })).toBeChecked()
})
