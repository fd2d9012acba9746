import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { exam, expect, organisation, radio, test } from './fixtures.ts'
import { makeCourse } from './make-course.ts'
import { sitExam } from './sit-questions.ts'

const spec = organisation({
  exams: [
    exam({
      name: 'Trees',
      settings: { examTime: 3600 },
      questions: [1, 2, 3, 4].map((number) => radio(`Which is tree ${number}?`, ['Ash', 'Beech'], 0)),
    }),
  ],
})

const answer = async (page: Page, number: number) => {
  await page.getByRole('button', { name: new RegExp(`^Question ${number}\\b`) }).click()
  await expect(page.getByRole('heading', { name: `Question ${number}`, exact: true })).toBeVisible()
  await page.getByRole('radio', { name: 'Beech' }).check({ force: true })
  await expect(page.getByTestId('saved-state')).toHaveText('Saved')
}

test('a backup is made under a running exam, and after its restore what only the open page has comes back by itself', async ({
  page,
  sitwell,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-backup-'))
  const world = await sitExam(page, sitwell, spec)
  const held = async () =>
    (await sitwell.answersOf(world)).map(({ questionId }) => world.exams[0]?.questionIds.indexOf(questionId)).sort()
  const [course, learner] = [await makeCourse('Ladders', [{ title: 'Standing' }]), world.people[0].username]
  await sitwell.command(world, 'import', course, '--schedule', learner)
  await answer(page, 1)
  const output = await sitwell.program({ stopped: false }, 'backup', '--to', folder)
  await answer(page, 2)
  await answer(page, 3)
  expect(await held()).toEqual([0, 1, 2])
  const restored = await sitwell.program({ stopped: true }, 'restore', /Backed up to (\S+):/.exec(output)?.[1] ?? '')
  expect(restored).toContain('It was restored')
  // Nobody touches the page.
  await expect.poll(held).toEqual([0, 1, 2])
  expect(await sitwell.command(world, 'course', '--person', learner)).toContain('Ladders')
  await answer(page, 4)
  expect(await held()).toEqual([0, 1, 2, 3])
  await rm(folder, { recursive: true })
})
