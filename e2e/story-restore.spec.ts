import type { Page } from '@playwright/test'
import { exam, expect, organisation, radio, test } from './fixtures.ts'
import { makeCourse } from './make-course.ts'
import { pressFinish } from './press-finish.ts'
import { signIn, startExam } from './sign-in.ts'
import { sitExam } from './sit-questions.ts'
import type { Sitwell } from './sitwell.ts'

const trees = ['Ash', 'Beech']
const spec = organisation({
  exams: [
    exam({
      name: 'Trees',
      settings: { examTime: 3600 },
      questions: [1, 2, 3, 4, 5, 6].map((number) => radio(`Which is tree ${number}?`, trees, 0)),
    }),
  ],
})

const goTo = async (page: Page, number: number) => {
  await page.getByRole('button', { name: new RegExp(`^Question ${number}\\b`) }).click()
  await expect(page.getByRole('heading', { name: `Question ${number}`, exact: true })).toBeVisible()
}
const state = (page: Page) => page.getByTestId('saved-state')
const answer = async (page: Page, number: number) => {
  await goTo(page, number)
  await page.getByRole('radio', { name: 'Beech' }).check({ force: true })
  await expect(state(page)).toHaveText('Saved')
}
const finish = async (page: Page) => {
  await pressFinish(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Finish all the same' }).click()
  await expect(page.getByRole('heading', { name: 'Assessment complete' })).toBeVisible()
}
const held = async (sitwell: Sitwell, world: Parameters<Sitwell['answersOf']>[0]) =>
  (await sitwell.answersOf(world)).map(({ questionId }) => world.exams[0]?.questionIds.indexOf(questionId)).sort()

test('answers that a restored database lacks are sent again, whichever page has saved them, before the exam is complete', async ({
  page,
  sitwell,
}) => {
  const world = await sitExam(page, sitwell, spec)
  await answer(page, 1)
  await sitwell.backUp()
  await answer(page, 3)
  await answer(page, 5)
  await page.reload()
  await goTo(page, 5)
  await expect(state(page)).toHaveText('Saved')
  await sitwell.restore()
  await answer(page, 6)
  await finish(page)
  expect(await held(sitwell, world)).toEqual([0, 2, 4, 5])
})

test('an exam that was finished before the database was set back is complete again, with all its answers, at the next sign of life', async ({
  page,
  sitwell,
}) => {
  const world = await sitExam(page, sitwell, spec)
  await answer(page, 1)
  await sitwell.backUp()
  await answer(page, 2)
  await finish(page)
  await sitwell.restore()
  expect(await held(sitwell, world)).toEqual([0])
  await page.reload()
  await expect.poll(() => held(sitwell, world)).toEqual([0, 1])
})

test('who goes on after a restore to before the start has all that was answered', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(spec)
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  // The server is away while it is backed up.
  await expect(page).toHaveURL(/\/intro$/)
  await sitwell.backUp()
  await startExam(page)
  await answer(page, 1)
  await answer(page, 4)
  await sitwell.restore()
  expect(await held(sitwell, world)).toEqual([])
  await page.reload()
  await startExam(page)
  await goTo(page, 4)
  await expect(page.getByRole('radio', { name: 'Beech' })).toBeChecked()
  await expect(state(page)).toHaveText('Saved')
  await finish(page)
  expect(await held(sitwell, world)).toEqual([0, 3])
})

test('a course goes on where it was though the restored database forgot that it was opened, here and from the list', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation())
  await sitwell.command(
    world,
    'import',
    await makeCourse('Ladders', [{ title: 'Standing' }, { title: 'Climbing' }]),
    '--schedule',
    world.people[0].username,
  )
  const lesson = (name: string) => page.getByTestId('lesson').filter({ hasText: name })
  const sco = page.frameLocator('iframe').frameLocator('iframe')
  const places = async () => (await sitwell.courseDataOf(world)).map((data) => data['cmi.core.lesson_location'])
  await signIn(page, world)
  // The server is away while it is backed up.
  await expect(page.getByTestId('course')).toBeVisible()
  await sitwell.backUp()
  await page.getByTestId('course').getByRole('link', { name: 'Ladders' }).click()
  await lesson('Standing').getByRole('button', { name: 'Start Standing' }).click()
  await sco.locator('#next').click()
  await sco.locator('#complete').click()
  await lesson('Climbing').getByRole('button', { name: 'Start Climbing' }).click()
  await sco.locator('#next').click()
  await expect(page.getByTestId('course-keeping')).toHaveText('Saved')
  await sitwell.restore()
  expect(await places()).toEqual([undefined, undefined])
  // The SCO is still open: what it sets is taken, and the one before it is completed again.
  await sco.locator('#next').click()
  await expect.poll(places).toEqual(['2', '3'])
  await sco.locator('#suspend').click()
  await expect(lesson('Standing').getByText('Completed')).toBeVisible()
  // Nothing is open, and the first that asks the server is the course's page.
  await sitwell.restore()
  await signIn(page, world)
  await page.getByTestId('course').getByRole('link', { name: 'Ladders' }).click()
  await expect(lesson('Standing').getByText('Completed')).toBeVisible()
  await lesson('Climbing').getByRole('button', { name: 'Continue Climbing' }).click()
  await expect(sco.locator('#place')).toHaveText('Page 3')
})
