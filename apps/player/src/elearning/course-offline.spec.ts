import type { Page } from '@playwright/test'
import { expect, organisation, signIn, test } from '../../../../e2e/fixtures.ts'
import { makeCourse } from '../../../../e2e/make-course.ts'

test.use({ serviceWorkers: 'allow' })

const learner = { username: 'learner', password: 'learner', firstName: 'Mina', lastName: 'Okafor' }
const scoOf = (page: Page) => page.frameLocator('iframe').frameLocator('iframe')
const lesson = (page: Page, name: string) => page.getByTestId('lesson').filter({ hasText: name })
const message = 'Kept on this device: it is sent when the connection is back'

/** Whether the player's own files, and how the course stands, are where a page without a network finds them. */
const isStored = async () => {
  const registration = await navigator.serviceWorker.getRegistration()
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('sitwell')
    request.onsuccess = () => resolve(request.result)
  })
  const [course] = await new Promise<{ areFilesKept: boolean }[]>((resolve) => {
    const request = database.transaction('keptCourses').objectStore('keptCourses').getAll()
    request.onsuccess = () => resolve(request.result)
  })
  database.close()
  return { isActive: registration?.active?.state === 'activated', areFilesKept: course?.areFilesKept }
}

const isFileStored = async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith('kept/'))
  const stored = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length))
  return stored.some((count) => count > 0)
}

test('a course says that it goes on without a network once it does: with its files, and with how it stands', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation({ people: [{ ...learner }] }))
  const course = await makeCourse('Ladders', [{ title: 'Standing' }, { title: 'Climbing' }])
  await sitwell.command(world, 'import', course, '--schedule', world.people[0].username)
  await signIn(page, world)
  let isAway = true
  let asked = 0
  await page.route('**/lms/api/course/keep/**', (route) => {
    asked += 1
    return isAway ? route.fulfill({ status: 502, body: 'Bad gateway' }) : route.fallback()
  })
  await page.getByTestId('course').getByRole('link', { name: 'Ladders' }).click()
  await lesson(page, 'Standing').getByRole('button', { name: 'Start Standing' }).click()
  await expect
    .poll(() =>
      page
        .frames()
        .find((one) => /host\.html/.test(one.url()))
        ?.evaluate(isFileStored),
    )
    .toBe(true)
  // Three attempts, and then it is asked again.
  await expect.poll(() => asked).toBeGreaterThan(3)
  expect((await page.evaluate(isStored)).areFilesKept).toBeUndefined()
  await expect(page.getByTestId('course-files')).toBeHidden()
  isAway = false
  await expect(page.getByTestId('course-files')).toContainText('works offline')
  expect((await page.evaluate(isStored)).areFilesKept).toBe(true)
  await sitwell.goOffline(page)
  await scoOf(page).locator('#complete').click()
  await lesson(page, 'Climbing').getByRole('button', { name: 'Start Climbing' }).click()
  await expect(scoOf(page).locator('#place')).toHaveText('Page 1')
})

test('a course goes on without a network: its next lesson opens, the page is loaded again, and all of it reaches the server later', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation({ people: [{ ...learner }] }))
  const titles = [{ title: 'Standing' }, { title: 'Climbing' }, { title: 'Coming down' }]
  await sitwell.command(world, 'import', await makeCourse('Ladders', titles), '--schedule', world.people[0].username)
  await signIn(page, world)
  // As a browser has it that was here before the courses' service worker answered for the whole origin.
  const { scormServer } = await page.evaluate(async () => (await fetch('/config.json')).json())
  const before = await page.context().newPage()
  await before.goto(`${scormServer}/config.json`)
  await before.evaluate(async () => {
    await navigator.serviceWorker.register('/course-worker.js', { scope: '/course/', type: 'module' })
  })
  await before.close()
  await page.getByTestId('course').getByRole('link', { name: 'Ladders' }).click()
  await lesson(page, 'Standing').getByRole('button', { name: 'Start Standing' }).click()
  await expect(page.getByTestId('course-files')).toContainText('works offline')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await expect.poll(() => page.evaluate(isStored)).toEqual({ isActive: true, areFilesKept: true })
  const ofCourses = page.frames().find((one) => /host\.html/.test(one.url()))
  const scopes = () => navigator.serviceWorker.getRegistrations().then((all) => all.map(({ scope }) => new URL(scope).pathname))
  expect(await ofCourses?.evaluate(scopes)).toEqual(['/'])
  // Else the browser's own cache would answer.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.clearBrowserCache')
  await sitwell.goOffline(page)

  await scoOf(page).locator('#complete').click()
  await expect(lesson(page, 'Standing').getByText('Completed')).toBeVisible()
  // What stands as completed is nowhere but here.
  await expect(page.getByTestId('course-keeping')).toHaveText(message)
  await expect(lesson(page, 'Coming down').getByRole('button', { name: 'Start Coming down' })).toBeDisabled()
  // As the browser does with service workers that have nothing to do for half a minute.
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
  await lesson(page, 'Climbing').getByRole('button', { name: 'Start Climbing' }).click()
  await expect(scoOf(page).locator('#place')).toHaveText('Page 1')
  await scoOf(page).locator('#next').click()
  await expect(page.getByTestId('course-keeping')).toHaveText(message)
  await page.reload()
  await expect(lesson(page, 'Standing').getByText('Completed')).toBeVisible()
  await lesson(page, 'Climbing').getByRole('button', { name: 'Continue Climbing' }).click()
  await expect(scoOf(page).locator('#place')).toHaveText('Page 2')
  await scoOf(page).locator('#complete').click()
  await lesson(page, 'Coming down').getByRole('button', { name: 'Start Coming down' }).click()
  await scoOf(page).locator('#next').click()
  await expect(page.getByTestId('course-keeping')).toHaveText(message)

  await sitwell.goOnline(page)
  await expect(page.getByTestId('course-keeping')).toHaveText('Saved')
  await scoOf(page).locator('#complete').click()
  await expect(page.getByTestId('course-completed')).toContainText('You have completed Ladders.')
  await expect(page.getByTestId('course-keeping')).toBeEmpty()
  expect(await sitwell.courseDataOf(world)).toMatchObject([
    { 'cmi.core.lesson_status': 'completed' },
    { 'cmi.core.lesson_status': 'completed', 'cmi.core.lesson_location': '2' },
    { 'cmi.core.lesson_status': 'completed', 'cmi.core.lesson_location': '2' },
  ])
})
