import type { FrameLocator, Page } from '@playwright/test'
import {
  enterExam,
  expect,
  expectNoViolations,
  longText,
  multipleChoice,
  organisation,
  person,
  radio,
  test,
  type World,
} from '../../../../e2e/fixtures.ts'
import { pressEnter } from '../../../../e2e/office.ts'
import { signInToOffice } from '../../../../e2e/office-people.ts'
import { pressFinish } from '../../../../e2e/press-finish.ts'
import { storedHere } from '../../../../e2e/stored-here.ts'

const author = (username = 'author', roles = ['author']) =>
  person({ username, firstName: 'Ada', lastName: 'Owen', roles: [...roles] })

const college = (exam: object = {}) =>
  organisation({
    settings: { OfficeSecondStep: 'off' },
    people: [author(), author('auditor', ['auditor']), person()],
    exams: [
      {
        name: 'Workshop safety',
        settings: { examTime: 600, introText: '<p>Read with care.</p>' },
        questions: [
          radio('Which of these is a mammal?', ['Salmon', 'Otter', 'Heron'], 1),
          multipleChoice('Which of these burn?', ['Wood', 'Stone', 'Paper'], [0, 2]),
          longText('Describe how you would store paint safely.'),
        ],
        ...exam,
      },
    ],
    schedules: [{ username: 'learner' }],
  })

const examOf = (world: World) => world.exams[0]?.examGuid ?? ''

const frameOf = (page: Page): FrameLocator => page.frameLocator('iframe[title^="Preview of"]')

const question = (frame: FrameLocator, number: number) => frame.getByRole('heading', { name: `Question ${number}` })

const isLabelled = async (page: Page) => {
  await expect(frameOf(page).getByRole('region', { name: 'Preview', exact: true })).toBeVisible()
  await expect
    .poll(() =>
      page
        .frames()
        .find((one) => new URL(one.url()).pathname === '/preview/')
        ?.title(),
    )
    .toMatch(/^Preview: (?!Preview)/)
}

const addressOf = (world: World) => `/library/exams/${examOf(world)}/preview`

const openPreview = async (page: Page, world: World, query = '') => {
  await signInToOffice(page, world, `${addressOf(world)}${query}`, 'author')
  await expect(frameOf(page).getByRole('button', { name: 'Start' })).toBeVisible()
  return frameOf(page)
}

const start = async (frame: FrameLocator) => {
  await frame.getByRole('button', { name: 'Start' }).click()
  await expect(question(frame, 1)).toBeVisible()
}

// OFFICE-406
test('an author answers the exam as a learner would, finishes it and begins again, labelled on each page, and nothing is stored', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(college())
  const frame = await openPreview(page, world)
  await isLabelled(page)
  await expect(frame.getByText('Read with care.')).toBeVisible()
  await expectNoViolations(page)
  await start(frame)
  await isLabelled(page)
  await expect(frame.getByRole('timer')).toBeVisible()
  await frame.getByRole('radio', { name: 'Otter' }).check()
  await frame.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(question(frame, 2)).toBeVisible()
  await frame.getByRole('checkbox', { name: 'Wood' }).check()
  await frame.getByRole('checkbox', { name: 'Paper' }).check()
  await frame.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(question(frame, 3)).toBeVisible()
  await isLabelled(page)
  await frame.getByRole('textbox').fill('In a metal cupboard.')
  await expectNoViolations(page)

  // What was answered stands there on the way back.
  await frame.getByRole('button', { name: 'Previous', exact: true }).click()
  await expect(frame.getByRole('checkbox', { name: 'Paper' })).toBeChecked()
  await expect(frame.getByRole('checkbox', { name: 'Stone' })).not.toBeChecked()
  // Neither the office's tab nor the browser's history moved on with the questions.
  expect(new URL(page.url()).pathname).toBe(`/office${addressOf(world)}`)

  await pressFinish(frame)
  await isLabelled(page)
  await frame.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await expect(frame.getByRole('heading', { name: 'End of the preview' })).toBeFocused()
  await isLabelled(page)
  await expectNoViolations(page)
  const kept = await storedHere(page)
  for (const word of ['metal cupboard', 'Otter', 'saveAnswer', 'formRunGuid']) expect(kept).not.toContain(word)
  expect(await sitwell.answersOf(world, 'author')).toEqual([])
  expect(await sitwell.answersOf(world, 'learner')).toEqual([])

  await frame.getByRole('button', { name: 'Again from the beginning' }).click()
  await start(frame)
  await expect(frame.getByRole('radio', { name: 'Otter' })).not.toBeChecked()
})

// OFFICE-406
test('the page of an exam leads to the preview of the version that it shows', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(college())
  await signInToOffice(page, world, `/library/exams/${examOf(world)}`, 'author')
  await page.getByRole('link', { name: 'Preview', exact: true }).click()
  await expect(page).toHaveURL(/\/preview\?version=1(&|$)/)
  await expect(frameOf(page).getByRole('button', { name: 'Start' })).toBeVisible()
})

test('a preview is started, answered and gone through by keys', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(college())
  const frame = await openPreview(page, world)
  await page.getByRole('button', { name: 'From the beginning' }).focus()
  const startButton = frame.getByRole('button', { name: 'Start' })
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(startButton).toBeFocused({ timeout: 200 })
  }).toPass()
  await pressEnter(startButton)
  await expect(question(frame, 1)).toBeFocused()
  await frame.getByRole('radio', { name: 'Salmon' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(frame.getByRole('radio', { name: 'Otter' })).toBeChecked()
  await frame.getByRole('button', { name: 'Next', exact: true }).focus()
  await pressEnter(frame.getByRole('button', { name: 'Next', exact: true }))
  await expect(question(frame, 2)).toBeVisible()
})

// OFFICE-406
test('questions are drawn by a seed that the page shows and the address names, and anew on request', async ({
  page,
  sitwell,
}) => {
  const pool = Array.from({ length: 30 }, (_, at) => radio(`Animal ${at + 1}?`, ['Yes', 'No'], 0))
  const world = await sitwell.arrange(
    college({ questions: undefined, sections: [{ name: 'Drawn', select: 1, shuffle: true, questions: pool }] }),
  )
  const frame = await openPreview(page, world, '?draw=spring1')
  await expect(page.getByText('Draw spring1', { exact: true })).toBeVisible()
  const drawn = async () => {
    await start(frame)
    return frame.getByText(/^Animal \d+\?$/).textContent()
  }
  const first = await drawn()
  await page.getByRole('button', { name: 'From the beginning' }).click()
  await expect(frame.getByRole('button', { name: 'Start' })).toBeVisible()
  expect(await drawn()).toBe(first)
  await page.getByRole('button', { name: 'Another draw' }).click()
  await expect(page.getByText('Draw spring1', { exact: true })).toHaveCount(0)
  await expect(page).toHaveURL(/\?draw=[a-z2-9]{6}$/)
  await expect(frame.getByRole('button', { name: 'Start' })).toBeVisible()
})

// OFFICE-406
test('a learner who sits the same exam in another tab isn’t disturbed, and neither is what their browser keeps', async ({
  page,
  context,
  sitwell,
}) => {
  const world = await sitwell.arrange(college())
  const learner = world.people.find(({ username }) => username === 'learner')
  if (!learner) throw new Error('The organisation has no learner')
  await enterExam(page, world, { as: learner })
  await page.getByRole('radio', { name: 'Heron' }).check()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const before = await page.evaluate(() => JSON.stringify({ ...sessionStorage }))

  const office = await context.newPage()
  const frame = await openPreview(office, world)
  await start(frame)
  await frame.getByRole('radio', { name: 'Otter' }).check()
  await expect(frame.getByText('Saved', { exact: true })).toBeVisible()
  await sitwell.goOffline(office)
  await frame.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(question(frame, 2)).toBeVisible()
  await frame.getByRole('checkbox', { name: 'Stone' }).check()
  await sitwell.goOnline(office)
  await office.close()

  await expect(page.getByRole('radio', { name: 'Heron' })).toBeChecked()
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toBe(before)
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Wood' }).check()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect.poll(async () => (await sitwell.answersOf(world, 'learner')).length).toBe(2)
  expect(await storedHere(page)).not.toContain('preview-')
})

// OFFICE-406
test('an exam of another organisation, a version that isn’t there and a person who may not are told so', async ({
  page,
  sitwell,
}) => {
  const [world, other] = [await sitwell.arrange(college()), await sitwell.arrange(college())]
  await signInToOffice(page, world, addressOf(other), 'author')
  await expect(page.getByText('There is no such exam, or no such version of it.')).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
  await page.goto(`/office${addressOf(world)}?version=9`)
  await expect(page.getByText('There is no such exam, or no such version of it.')).toBeVisible()
  await expectNoViolations(page)
  await page.route('**/office/api/library/preview', (route) => route.abort())
  await page.goto(`/office${addressOf(world)}`)
  await expect(page.getByText('The preview could not be opened.', { exact: false })).toBeVisible()
  await expectNoViolations(page)
  await page.unroute('**/office/api/library/preview')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(frameOf(page).getByRole('button', { name: 'Start' })).toBeVisible()
})

// OFFICE-406
test('somebody who may only read exams has no preview, and the address of the frame alone leads to the office', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(college())
  await signInToOffice(page, world, '/my-sign-ins', 'auditor')
  await page.goto(`/office${addressOf(world)}`)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
  await page.goto('/preview/')
  await expect(page).toHaveURL(/\/office/)
})

// OFFICE-406
test('a token that has run out is replaced without a word', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(college())
  let refusals = 0
  await page.route('**/preview/api/exam', async (route) => {
    if (refusals > 0) return route.fallback()
    refusals += 1
    return route.fulfill({ status: 401, json: { code: 'NO_AUTHORISATION', message: 'The token holds no more.' } })
  })
  const tokens: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/preview/api/exam')) tokens.push(request.headers().authorization)
  })
  const frame = await openPreview(page, world)
  await start(frame)
  expect(tokens).toHaveLength(2)
  for (const token of tokens) expect(token).toMatch(/^Bearer \S+$/)
})

// OFFICE-406
test('a preview speaks the language of the office, from right to left in Arabic', async ({ page, sitwell }) => {
  const world = await sitwell.arrange({ ...college(), organisation: { languages: [1, 2, 3, 4] } })
  await signInToOffice(page, world, '/my-sign-ins', 'author')
  await page.getByRole('button', { name: 'Ada Owen' }).click()
  await page.getByLabel('Language').selectOption({ label: 'العربية' })
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.goto(`/office${addressOf(world)}`)
  const frame = page.frameLocator('iframe')
  await expect(frame.getByRole('region', { name: 'معاينة', exact: true })).toBeVisible()
  await expect(frame.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(frame.getByText('لا يُحفَظ أي شيء.')).toBeVisible()
  await expect(frame.getByText('Read with care.')).toBeVisible()
  await expectNoViolations(page)
})
