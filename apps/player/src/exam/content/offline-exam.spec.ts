import {
  exam,
  expect,
  expectNoViolations,
  longText,
  organisation,
  radio,
  signIn,
  startExam,
  test,
} from '../../../../../e2e/fixtures.ts'
import { pressFinish } from '../../../../../e2e/press-finish.ts'

test.use({ serviceWorkers: 'allow' })

const world = organisation({
  exams: [
    exam({
      name: 'Exam on a train',
      settings: { examTime: 3600 },
      questions: [
        radio('Which is a fish?', ['Salmon', 'Otter'], 0),
        longText('Describe a lake.'),
        radio('Which is a bird?', ['Otter', 'Heron'], 1),
      ],
    }),
  ],
})

// SAVE-302 QUEUE-304
test('an exam goes on through a closed browser without a network, is finished there, and all of it reaches the server later', async ({
  page,
  context,
  sitwell,
}) => {
  const arranged = await sitwell.arrange(world)
  const { examGuid } = arranged.exams[0] ?? { examGuid: '' }
  await signIn(page, arranged)
  await page.goto(`/exam/${examGuid}`)
  await startExam(page)
  await page.getByRole('radio', { name: 'Salmon' }).check({ force: true })
  await expect(page.getByTestId('saved-state')).toHaveText('Saved')
  await page.getByRole('button', { name: 'Next' }).click()
  // What an exam stands on without a network: the player, its files and the session.
  const isStored = async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    const sitting = await (await caches.open('sitwell-sitting')).match('/service-worker/sitting')
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('sitwell')
      request.onsuccess = () => resolve(request.result)
    })
    const exams = await new Promise<number>((resolve) => {
      const request = database.transaction('exams').objectStore('exams').count()
      request.onsuccess = () => resolve(request.result)
    })
    database.close()
    return { isActive: registration?.active?.state === 'activated', isHeld: sitting !== undefined, exams }
  }
  // Its files are loaded one after the other, which takes a slow machine as long as it takes.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await expect.poll(() => page.evaluate(isStored)).toEqual({ isActive: true, isHeld: true, exams: 1 })

  await sitwell.goOffline(page)
  await page.getByRole('textbox').fill('Deep and c')
  await expect(page.getByTestId('saved-state')).toHaveText('Kept on this device')
  await expect(page.getByText('Working offline: your answers are kept on this device')).toBeVisible()
  await page.close()

  // Another tab: nothing of the session storage is left. The site's address leads back to the exam.
  const again = await context.newPage()
  await again.goto(arranged.loginPath)
  await expect(again.getByText('Mina Okafor: your exam is kept on this device.')).toBeVisible()
  await expectNoViolations(again)
  await again.getByRole('button', { name: 'Go on with your exam' }).press('Enter')
  await expect(again.getByRole('textbox')).toHaveValue('Deep and c')
  await expect(again.getByText('Working offline: your answers are kept on this device')).toBeVisible()
  await expect(again.getByRole('timer')).toContainText(/m$/)
  await again.getByRole('textbox').fill('Deep and cold.')
  await again.getByRole('button', { name: 'Previous' }).click()
  await expect(again.getByRole('radio', { name: 'Salmon' })).toBeChecked()
  await expect(again.getByTestId('saved-state')).toHaveText('Saved')
  await again.getByRole('button', { name: 'Next' }).click()
  await again.getByRole('button', { name: 'Next' }).click()
  await again.getByRole('radio', { name: 'Heron' }).check({ force: true })
  await pressFinish(again)
  await again.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await expect(again.getByRole('alertdialog', { name: 'Oops. Your internet connection was lost' })).toBeVisible()
  expect((await sitwell.answersOf(arranged)).map(({ answerText }) => answerText)).not.toContain('Heron')

  await sitwell.goOnline(again)
  await expect(again.getByText('Your exam is complete. Nothing can be lost now.')).toBeVisible()
  const texts = (await sitwell.answersOf(arranged)).map(({ answerText }) => answerText)
  expect(texts.sort()).toEqual(['Deep and cold.', 'Heron', 'Salmon'])
  // Nothing of the exam stays in the browser.
  await expect.poll(() => again.evaluate(() => localStorage.getItem('sitwell.examSession'))).toBeNull()
})

test('a second tab says that the exam is open in another, and goes on with every answer when it takes over', async ({
  page,
  sitwell,
}) => {
  const arranged = await sitwell.arrange(world)
  await signIn(page, arranged, { at: `/exam/${arranged.exams[0]?.examGuid}` })
  await startExam(page)
  await page.getByRole('radio', { name: 'Salmon' }).check({ force: true })
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('textbox').fill('Deep')
  // The address follows a frame after the question shows.
  await expect(page).toHaveURL(/q2$/)
  // As by duplicating the tab: its session goes along.
  const [second] = await Promise.all([page.waitForEvent('popup'), page.evaluate(() => void window.open(location.href))])
  await expect(second.getByRole('heading', { name: 'This exam is open in another tab' })).toBeFocused()
  await expectNoViolations(second)
  await second.getByRole('button', { name: 'Continue here' }).click()
  await expect(second.getByRole('textbox')).toHaveValue('Deep')
  await expect(page.getByRole('heading', { name: 'This exam is open in another tab' })).toBeVisible()
  await second.getByRole('button', { name: 'Previous' }).click()
  await expect(second.getByRole('radio', { name: 'Salmon' })).toBeChecked()
})

test('a page whose player was kept only in part, because a file didn’t come, keeps it whole by itself', async ({
  page,
  context,
  sitwell,
}) => {
  let failed = 0
  await context.route('**/assets/*.js', (route) => {
    if (route.request().serviceWorker() === null || failed > 0) return route.continue()
    failed++
    return route.abort()
  })
  const arranged = await sitwell.arrange(world)
  await signIn(page, arranged)
  const isKept = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated')
  await expect.poll(() => failed).toBe(1)
  expect(await isKept()).toBe(false)
  // Nobody does anything.
  await expect.poll(isKept).toBe(true)
})
