import {
  expect,
  expectNoViolations,
  openExam,
  openLoginPage,
  organisation,
  signIn,
  signInAtLoginPage,
  startExam,
  test,
} from '../../../../../e2e/fixtures.ts'

// NAV-115 NAV-319 NAV-322
test('leaving the login page by the browser’s back button is told, and nothing of the earlier session comes back', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation())
  await signInAtLoginPage(page, world)
  await openLoginPage(page, world)
  await page.goBack()
  const dialog = page.getByRole('alertdialog', { name: 'You have left the sign-in page' })
  await expect(dialog).toBeVisible()
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`/login\\?${world.urlToken}$`))
  await expect(page.getByLabel('Username')).toBeVisible()
})

// NAV-114 NAV-317 NAV-319 NAV-320
test('the back button opens no exam from outside, not even one of a page that was left and loaded again', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation())
  await signInAtLoginPage(page, world)
  const [exam] = world.exams
  if (exam) await openExam(page, exam)
  await page.goto('/schedules')
  await page.getByTestId('schedule').waitFor()
  await page.goBack()
  const dialog = page.getByRole('alertdialog', { name: 'Please start your exam from the list' })
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL(/\/schedules$/)
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByTestId('schedule')).toBeVisible()
})

// NAV-116
test('signing in and moving on within the player is told by nothing', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  await signInAtLoginPage(page, world)
  await expect(page.getByTestId('schedule')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/rubric$/)
  await expect(page.getByRole('alertdialog')).toBeHidden()
})

test('a question about leaving an exam goes away with the forward button, and stands for the next move as for the first', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation())
  await signIn(page, world)
  const [exam] = world.exams
  if (exam) await openExam(page, exam)
  await startExam(page)
  const dialog = page.getByRole('alertdialog', { name: 'Leave the exam?' })
  await page.goBack()
  await expect(dialog).toBeVisible()
  await page.goForward()
  await expect(dialog).toBeHidden()
  await expect(page.locator('[id^="question-"]').first()).toBeVisible()
  await page.goBack()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/schedules$/)
  await page.getByTestId('schedule').waitFor()
})

test('an address that can’t be read is a page that doesn’t exist, and ends no session', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation())
  await signIn(page, world)
  await page.getByTestId('schedule').waitFor()
  for (const path of ['/exam/%ZZ', '/%E0%A4']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'This page doesn’t exist' })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Go to my assessments' }).click()
  await page.getByTestId('schedule').waitFor()
})
