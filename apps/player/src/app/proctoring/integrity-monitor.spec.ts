import type { Page } from '@playwright/test'
import { exam, expect, expectNoViolations, longText, organisation, radio, signIn, test } from '../../../../../e2e/fixtures.ts'
import { pressOn } from '../../../../../e2e/keyboard.ts'
import { reviewTakesFocus } from '../../../../../e2e/press-finish.ts'

const ada = { username: 'ada', password: 'ada-secret', firstName: 'Ada', lastName: 'Wood', email: 'ada@example.org' }
const monitored = ({
  person = {},
  exams = 1,
  qualificationID = 'C-1',
  questions = [longText('Why?')],
  ...more
}: {
  person?: object
  qualificationID?: string
  questions?: ReturnType<typeof radio>[]
  exams?: number
  settings?: Record<string, string>
}) =>
  organisation({
    ...more,
    people: [{ ...ada, ...person }],
    schedules: Array.from({ length: exams }, (_, at) => ({ exam: at })),
    exams: Array.from({ length: exams }, (_, at) =>
      exam({
        name: `Exam ${at + 1}`,
        qualificationID,
        settings: { proctorProvider: 'IntegrityAdvocate' },
        questions,
      }),
    ),
  })
const open = (page: Page, name = 'Exam 1') =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name }).getByRole('button').first().click()
const failed = (page: Page) => page.getByRole('heading', { name: 'IntegrityAdvocate could not be started' })
/** What the stand-in's script shows as long as it watches. */
const watcher = (page: Page) => page.getByRole('note').filter({ hasText: 'Integrity monitor' })
/** Sits the exam that is open to its end, by keyboard alone. */
const sit = async (page: Page) => {
  await pressOn(page, page.getByRole('button', { name: 'Start', exact: true }))
  await expect(page.getByText('Why?')).toBeVisible()
  await expect(watcher(page)).toBeVisible()
  await pressOn(page, page.getByRole('button', { name: 'Finish', exact: true }))
  await reviewTakesFocus(page)
  await pressOn(page, page.getByRole('button', { name: 'Finish the exam' }))
  await pressOn(page, page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }))
  await pressOn(page, page.getByRole('button', { name: 'Finish all the same' }))
  await expect(page.getByRole('heading', { name: 'Assessment complete' })).toBeVisible()
  await expect(watcher(page)).toHaveCount(0)
  await pressOn(page, page.getByRole('button', { name: 'Close' }))
  await expect(page).toHaveURL(/\/schedules$/)
}

// PROC-203 PROC-204 PROC-207 PROC-210
test('two exams are sat under the integrity monitor by keyboard alone, each with what is said of it first, once', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(
    monitored({ exams: 2, settings: { 'IntegrityAdvocate-Guidance': 'Sit alone, in a lit room.' } }),
  )
  await sitwell.proctor(world)
  await signIn(page, world)
  for (const name of ['Exam 1', 'Exam 2']) {
    await pressOn(page, page.getByRole('main').getByRole('listitem').filter({ hasText: name }).getByRole('button').first())
    await expect(page.getByRole('heading', { name: 'IntegrityAdvocate Check' })).toBeFocused()
    await expect(page.getByText('Sit alone, in a lit room.')).toBeVisible()
    await expectNoViolations(page)
    await pressOn(page, page.getByRole('button', { name: 'Continue' }))
    await sit(page)
  }
  // Of both ledgers together.
  const { supervision } = await sitwell.proctor(world)
  expect(supervision.toSorted()).toEqual(['end', 'end', 'start', 'start'])
})

// PROC-205 PROC-208 PROC-211
test('a monitor that never gets ready, or doesn’t load, leads to a page that says so and tries again', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(monitored({}))
  const { origin } = await sitwell.proctor(world, { monitor: 'never-ready' })
  const scripts: string[] = []
  page.on('request', (request) => request.url().startsWith(origin) && scripts.push(request.url()))
  await page.clock.install()
  await signIn(page, world)
  await open(page)
  await expect(page.getByRole('heading', { name: 'Starting IntegrityAdvocate' })).toBeVisible()
  await expect.poll(() => scripts.length).toBeGreaterThan(0)
  await page.clock.fastForward(61_000)
  await expect(failed(page)).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('The monitor could not be started')
  await sitwell.proctor(world, { monitor: 'broken' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('alert')).toContainText('The monitor could not be loaded')
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('The monitor could not be loaded')
  await expectNoViolations(page)
  await sitwell.proctor(world, { monitor: 'unknown' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('alert')).toContainText('it knows of no session of this learner')
  await sitwell.proctor(world)
  await page.getByRole('button', { name: 'Try again' }).click()
  await sit(page)
  expect((await sitwell.proctor(world)).supervision.slice(-2)).toEqual(['start', 'end'])
})

test('a monitor that is stopped in the middle is told of in the exam, and started again in it; what was answered meanwhile is kept', async ({
  page,
  sitwell,
}) => {
  // Saved as soon as it is chosen.
  const world = await sitwell.arrange(monitored({ questions: [radio('Which bends?', ['Ash', 'Birch'], 1)] }))
  await sitwell.proctor(world)
  await signIn(page, world)
  await open(page)
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page.getByText('Which bends?')).toBeVisible()
  await sitwell.proctor(world, { monitor: 'unknown' })
  const lost = page.getByRole('alertdialog', { name: 'IntegrityAdvocate has stopped' })
  // On a busy machine its service may not be reached in time: the next answer asks again.
  let answers = 0
  const answer = async () => {
    answers += 1
    await page
      .getByRole('radio', { includeHidden: true })
      .nth(answers % 2)
      .evaluate((radio: HTMLInputElement) => radio.click())
    return lost.isVisible()
  }
  await expect.poll(answer).toBe(true)
  await expect(lost).toContainText('Your answers are kept.')
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await expect(lost.getByRole('button', { name: 'Start it again' })).toBeFocused()
  expect((await sitwell.proctor(world)).supervision.slice(0, 2)).toEqual(['start', 'loss'])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('radio').nth(answers % 2)).toBeChecked()
  await expect(watcher(page)).toBeVisible()
  await expect(lost).toHaveCount(0)
  expect((await sitwell.proctor(world)).supervision.at(-1)).toBe('start')
})

// PROC-206 ERR-217
test('whoever lacks what the monitor has to be told is told what, in their language, and given nothing', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(
    monitored({ person: { email: undefined, firstName: ' ', lastName: ' ' }, qualificationID: '' }),
  )
  await sitwell.proctor(world)
  await signIn(page, world)
  await open(page)
  await expect(failed(page)).toBeFocused()
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveText([
    'First name is blank',
    'Last name is blank',
    'Email is blank',
    'qualification ID (course ID) is blank',
  ])
  await page.getByRole('button', { name: 'Back to your assessments' }).click()
  await expect(page).toHaveURL(/\/schedules$/)

  const arabic = await sitwell.arrange(monitored({ person: { email: undefined, languageId: 2 } }))
  await sitwell.proctor(arabic)
  await signIn(page, arabic)
  await open(page)
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveText(['البريد الإلكتروني فارغ'])
})
