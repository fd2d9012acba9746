import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, expectNoViolations, organisation, type Sitwell, signIn, test } from '../../../../e2e/fixtures.ts'
import { textSpacing } from '../../../../e2e/geometry.ts'
import { makeCmi5 } from '../../../../e2e/make-cmi5.ts'
import { resize } from '../../../../e2e/settled.ts'

const learner = { username: 'learner', password: 'learner', firstName: 'Mina', lastName: 'Okafor' }
const unitOf = (page: Page) => page.frameLocator('iframe')
const lesson = (page: Page, name: string) => page.getByTestId('lesson').filter({ hasText: name })

const openCourse = async (page: Page, sitwell: Sitwell, units: Parameters<typeof makeCmi5>[1]) => {
  const world = await sitwell.arrange(organisation({ people: [{ ...learner }] }))
  await sitwell.command(world, 'import', await makeCmi5('Knots', units), '--schedule', world.people[0].username)
  await signIn(page, world)
  await page.getByTestId('course').getByRole('link', { name: 'Knots' }).click()
  await expect(page.getByRole('heading', { name: 'Knots', level: 1 })).toBeVisible()
  return world
}

test('a course of cmi5 is opened from the list, its units say what was done, and it is completed', async ({
  page,
  sitwell,
}) => {
  await openCourse(page, sitwell, [
    { title: 'Bowline', moveOn: 'CompletedAndPassed' },
    { title: 'Hitch', moveOn: 'Completed' },
  ])
  await expect(lesson(page, 'Hitch').getByRole('button', { name: 'Start Hitch' })).toBeDisabled()
  await lesson(page, 'Bowline').getByRole('button', { name: 'Start Bowline' }).click()
  const unitText = unitOf(page).locator('#said')
  await expect(unitText).toContainText('initialized 204')
  await expect(unitOf(page).locator('#mode')).toHaveText('Normal')
  await expectNoViolations(page)
  for (const verb of ['progressed', 'completed', 'passed']) {
    await unitOf(page).locator(`#${verb}`).click()
    await expect(unitText).toContainText(`${verb} 204`)
  }
  await unitOf(page).locator('#terminated').click()
  await expect(lesson(page, 'Bowline').getByText('Completed')).toBeVisible()
  await lesson(page, 'Hitch').getByRole('button', { name: 'Start Hitch' }).click()
  await expect(unitText).toContainText('initialized 204')
  await unitOf(page).locator('#completed').click()
  await expect(unitText).toContainText('completed 204')
  await page.getByRole('button', { name: 'Close' }).click()
  const message = page.getByTestId('course-completed')
  await expect(message).toContainText('You have completed Knots.')
  await message.getByRole('button', { name: 'OK' }).click()
  await lesson(page, 'Bowline').getByRole('button', { name: 'Look again at Bowline' }).click()
  await expect(unitOf(page).locator('#mode')).toHaveText('Review')
  await expect(page.getByTestId('au-player')).toContainText('nothing you do in it counts')
  await unitOf(page).locator('#terminated').click()
  await page.getByRole('button', { name: 'To your schedule' }).click()
  await page.getByText('Include completed').click()
  await expect(page.getByTestId('course')).toContainText('Completed')
})

test('a unit whose launch came twice is over by the second one: whoever closes it is told so, and goes back to the lessons', async ({
  page,
  sitwell,
}) => {
  await page.route('**/lms/api/cmi5/launch/**', async (route) => {
    const response = await route.fetch()
    // As on a way that doubles what goes along it.
    await route.fetch()
    await route.fulfill({ response })
  })
  let release = () => {}
  const isClosed = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/lms/api/cmi5/session/**', (route) => isClosed.then(() => route.fallback()))
  await openCourse(page, sitwell, [{ title: 'Bowline', moveOn: 'Completed' }])
  await lesson(page, 'Bowline').getByRole('button', { name: 'Start Bowline' }).click()
  await expect(unitOf(page).getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).press('Enter')
  await expect(page.locator('iframe')).toHaveAttribute('src', 'about:blank')
  release()
  await expect(page.getByTestId('au-player').getByRole('alert')).toContainText('was opened somewhere else')
  await page.getByRole('button', { name: 'Back to the lessons' }).press('Enter')
  await expect(lesson(page, 'Bowline').getByRole('button', { name: 'Continue Bowline' })).toBeEnabled()
})

test('a unit that wants a window of its own gets one, and the page notices when it is done there', async ({
  page,
  sitwell,
}) => {
  await openCourse(page, sitwell, [{ title: 'Splice', launchMethod: 'OwnWindow' }])
  await lesson(page, 'Splice').getByRole('button', { name: 'Start Splice' }).click()
  await expectNoViolations(page)
  // In the narrowest window, set wide, its title keeps its room beside the way back.
  await resize(page, { width: 320, height: 640 })
  const style = await page.addStyleTag({ content: textSpacing })
  const title = await page.getByTestId('au-player').getByRole('heading', { name: 'Splice' }).boundingBox()
  const way = page.getByRole('button', { name: 'Back to the lessons' })
  expect(title?.width).toBeGreaterThan(75)
  expect(title?.height).toBeLessThan(40)
  await expect(way).toBeInViewport({ ratio: 1 })
  await style.evaluate((element) => element.parentNode?.removeChild(element))
  await resize(page, { width: 1280, height: 800 })
  const [own] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: 'Open the lesson' }).click()])
  await expect(page.getByTestId('au-player')).toContainText('open in its own window')
  await expect(own.locator('#said')).toContainText('initialized 204')
  expect(await own.evaluate(() => window.opener === null)).toBe(true)
  await own.locator('#completed').click()
  await expect(own.locator('#said')).toContainText('completed 204')
  await own.locator('#terminated').click()
  await expect(own.getByRole('heading', { name: 'This lesson is closed' })).toBeVisible()
  await expect(lesson(page, 'Splice').getByText('Completed')).toBeVisible()
})

test('a unit whose launch a restore has lost goes on, with what it had come to', async ({ page, sitwell }) => {
  await openCourse(page, sitwell, [
    { title: 'Bowline', moveOn: 'Completed' },
    { title: 'Hitch', moveOn: 'Completed' },
  ])
  await sitwell.backUp()
  await lesson(page, 'Bowline').getByRole('button', { name: 'Start Bowline' }).click()
  const unitText = unitOf(page).locator('#said')
  await expect(unitText).toContainText('initialized 204')
  await unitOf(page).locator('#completed').click()
  await expect(unitText).toContainText('completed 204')
  // The page has heard of it.
  const looks = page.waitForResponse(async (response) =>
    /cmi5\/session\/[^/]+$/.test(response.url()) ? /"heard":2/.test(await response.text()) : false,
  )
  await looks
  await sitwell.restore()
  const shown = await page.waitForResponse(/cmi5\/session\/[^/]+\/restore$/)
  expect(shown.status()).toBe(200)
  await unitOf(page).locator('#terminated').click()
  await expect(lesson(page, 'Bowline').getByText('Completed')).toBeVisible()
  await expect(lesson(page, 'Hitch').getByRole('button', { name: 'Start Hitch' })).toBeEnabled()
})

test('a unit that the server has forgotten, and can not be shown, is told so with the way back', async ({ page, sitwell }) => {
  await openCourse(page, sitwell, [{ title: 'Bowline', moveOn: 'Completed' }])
  await lesson(page, 'Bowline').getByRole('button', { name: 'Start Bowline' }).click()
  await expect(unitOf(page).locator('#said')).toContainText('initialized 204')
  const error = { code: 'NOT_FOUND', message: 'There is no such launch of this person.' }
  await page.route('**/lms/api/cmi5/session/**', (route) => route.fulfill({ status: 404, json: { error } }))
  await expect(page.getByRole('alert')).toContainText('The server doesn’t know this lesson any more')
  await expect(page.locator('iframe')).toHaveCount(0)
  await expectNoViolations(page)
  if (process.env.SITWELL_SHOTS)
    for (const [width, height] of [
      [1440, 900],
      [844, 390],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.screenshot({ path: `${process.env.SITWELL_SHOTS}/forgotten-${width}.png` })
    }
  await page.getByRole('button', { name: 'Back to the lessons' }).click()
  await expect(lesson(page, 'Bowline').getByRole('button', { name: 'Continue Bowline' })).toBeEnabled()
})

test("the demonstration's course of cmi5 is gone through: its place is kept, its check is passed, and the course is completed", async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation({ people: [{ ...learner }] }))
  await sitwell.command(
    world,
    'import',
    fileURLToPath(new URL('../../../../demo/demo/courses/case-of-fire', import.meta.url)),
    '--schedule',
    world.people[0].username,
  )
  await signIn(page, world)
  await page.getByTestId('course').getByRole('link', { name: 'In case of fire' }).click()
  await expect(page.getByTestId('course-info')).toContainText('What to do when the alarm rings')
  const next = unitOf(page).getByRole('button', { name: 'Next' })
  await lesson(page, 'The way out').getByRole('button', { name: 'Start The way out' }).click()
  await expect(unitOf(page).getByText('Page 1 of 4')).toBeVisible()
  await next.click()
  await expect(unitOf(page).getByText('Page 2 of 4')).toBeVisible()
  await unitOf(page).getByRole('button', { name: 'Leave' }).click()
  await lesson(page, 'The way out').getByRole('button', { name: 'Continue The way out' }).click()
  await expect(unitOf(page).getByText('Page 2 of 4')).toBeVisible()
  await next.click()
  await next.click()
  await expect(unitOf(page).getByText('This was the last page.')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Close' }).click()
  await lesson(page, 'Check what you know').getByRole('button', { name: 'Start Check what you know' }).click()
  const ready = unitOf(page).locator('body[data-ready]')
  await expect(ready).toBeAttached()
  for (const question of await unitOf(page).locator('fieldset').all())
    await question.locator(`input[value="${await question.getAttribute('data-key')}"]`).check()
  await unitOf(page).getByRole('button', { name: 'Check' }).click()
  await expect(unitOf(page).getByText('You have passed.')).toBeVisible()
  await unitOf(page).getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByTestId('course-completed')).toContainText('You have completed In case of fire.')
})
