import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, organisation, test } from './fixtures.ts'
import { pressFinish } from './press-finish.ts'
import { openExam, signIn, startExam } from './sign-in.ts'

const at = (path: string) => fileURLToPath(new URL(`../../shared/data/${path}`, import.meta.url))

/** `asked`: of so many that are written each learner gets. */
for (const [what, path, written, asked] of [
  ['a pool of 409 questions with figures', 'exams/technician-pool.qti21.zip', 409, 409],
  ['an exam that draws four of each section', 'qti/1edtech-3.0/packaging/englishBasicLevelV2/englishBasicLevelV2.zip', 52, 24],
] as const)
  test(`${what}, made by others, can be sat from its first question to its last, and is marked`, async ({ page, sitwell }) => {
    test.skip(!existsSync(at(path)), `there is no ${at(path)}`)
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.clock.install()
    const world = await sitwell.arrange(organisation({ exams: [], packages: [at(path)] }))
    const [exam] = world.exams
    if (!exam) throw new Error('The package was not arranged.')
    expect(exam.questionIds).toHaveLength(written)
    await signIn(page, world)
    await openExam(page, { name: exam.name })
    await startExam(page)

    // Through all of a short one; of a long one some, then the last.
    const steps = Math.min(asked - 1, 51)
    let chosen = 0
    for (let number = 1; number <= steps; number += 1) {
      await expect(page.getByRole('heading', { level: 1, name: `Question ${number}`, exact: true })).toBeVisible()
      const options = page.getByRole('radio')
      if ((await options.count()) > 0) {
        await options.first().click()
        chosen += 1
      }
      await page.getByRole('button', { name: 'Next' }).click()
    }
    await page.getByRole('button', { name: new RegExp(`^Question ${asked}, `) }).click()
    await expect(page.getByText(`${asked} / ${asked}`)).toBeVisible()
    await expect.poll(async () => (await sitwell.answersOf(world)).length).toBe(chosen)
    expect(chosen).toBeGreaterThan(5)

    // Every picture of the page has loaded.
    for (const image of await page.getByRole('main').locator('img').all())
      await expect
        .poll(() => image.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth))
        .toBeGreaterThan(0)
    await pressFinish(page)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
    await page.getByRole('button', { name: 'Finish all the same' }).click()
    await expect(page.getByRole('heading', { name: 'Assessment complete' })).toBeVisible()
    await expect(page.getByText(/^\d+(\.\d+)? of \d+/)).toBeVisible()
    expect(errors).toEqual([])
  })
