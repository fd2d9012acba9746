import { exam, expect, expectNoViolations, organisation, signIn, test } from '../../../../../../e2e/fixtures.ts'
import { examJson, start } from '../../../../../../packages/contract/src/calls.ts'

const introduced = organisation({
  exams: [exam({ name: 'Short exam', settings: { introText: '<p>Read with care.</p>', examTime: 3600 } })],
})

// INTRO-206 INTRO-207 INTRO-208 INTRO-217
test('the intro shows instructions and its text, and leads into the exam or home', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(introduced)
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await expect(page).toHaveURL(/\/intro$/)
  await expect(page.getByRole('heading', { name: 'Instructions' })).toBeVisible()
  await expect(page.getByText('Read with care.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start' })).toBeEnabled()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Return home' }).click()
  await expect(page).toHaveURL(/\/schedules$/)
})

// INTRO-209
test('with proctoring mode 1 the intro has no way home', async ({ page, sitwell }) => {
  const world = await sitwell.arrange({ ...introduced, organisation: { proctoringMode: 1 } })
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Return home' })).toHaveCount(0)
})

// INTRO-215 RUN-338
test('a commenced exam goes straight to the question that was open', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(introduced)
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: 'Question 2', exact: true })).toBeVisible()
  // The address, and where the learner is kept to be, follow a frame after the question shows.
  await expect(page).toHaveURL(/q2$/)
  await page.goto(`/exam/${world.exams[0]?.examGuid}`)
  await expect(page.getByRole('heading', { name: 'Question 2', exact: true })).toBeVisible()
})

// RUN-346
test('an exam that was started is under way in the list', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(introduced)
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByRole('heading', { name: 'Question 1', exact: true })).toBeVisible()
  await page.goto('/schedules')
  const card = page.getByRole('listitem').filter({ hasText: 'Short exam' })
  await expect(card.getByText('In progress')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Continue Short exam' })).toBeVisible()
})

// INTRO-222 RUN-339 RUN-347
test('a start that fails shows the network error', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(introduced)
  await signIn(page, world)
  await page.route(`**/${start.path}?*`, (route) => route.abort())
  await page.goto(`/exam/${world.exams[0]?.examGuid}`)
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByTestId('network-error')).toBeVisible()
})

test('an exam that was imported again while its intro stood there is not started as it was, but after it is loaded again', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(introduced)
  let isOld = true
  await sitwell.changeReply(page, examJson, (reply) => {
    const { importedAt, ...content } = reply as { importedAt: number }
    return { ...content, importedAt: isOld ? importedAt - 1 : importedAt }
  })
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByTestId('network-error')).toBeVisible()
  isOld = false
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByRole('heading', { name: 'Question 1', exact: true })).toBeVisible()
})

// INTRO-201 INTRO-202 INTRO-203 INTRO-204 INTRO-216 INTRO-224
test('a downloadable practice exam asks for a name first', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(
    organisation({ exams: [exam({ name: 'Practice', settings: { downloadablePractice: true } })] }),
  )
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await expect(page.getByText('Please enter your name')).toBeVisible()
  const complete = page.getByRole('button', { name: 'Complete' })
  await expect(complete).toBeDisabled()
  await page.getByLabel('Name').fill('   ')
  await expect(complete).toBeDisabled()
  await page.getByLabel('Name').press('Enter')
  await expect(page.getByLabel('Name')).toBeVisible()
  await page.getByLabel('Name').fill('Ada')
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('')
  await expect(complete).toBeDisabled()
  await page.getByLabel('Name').fill('Ada')
  await complete.click()
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible()
})

// INTRO-205
test('Enter completes the identification', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(
    organisation({ exams: [exam({ name: 'Practice', settings: { downloadablePractice: true } })] }),
  )
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await page.getByLabel('Name').press('Enter')
  await expect(page.getByLabel('Name')).toBeVisible()
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Name').press('Enter')
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible()
})
