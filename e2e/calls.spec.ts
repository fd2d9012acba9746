import { exam, expect, organisation, radio, signIn, test } from './fixtures.ts'
import { pressFinish } from './press-finish.ts'
import { resize } from './settled.ts'
import { openExam, startExam } from './sign-in.ts'

// API-209 API-207 API-208
test('a practice exam asks for its extra time, and no other exam does', async ({ page, sitwell }) => {
  const questions = [radio('Which?', ['Ash', 'Beech'], 0)]
  const world = await sitwell.arrange(
    organisation({
      exams: [
        exam({ name: 'A practice exam', questions, settings: { examTime: 600 } }),
        exam({ name: 'A real exam', questions }),
      ],
      schedules: [
        { exam: 0, practice: true, practiceExtraTimeSeconds: 300 },
        { exam: 1, practiceExtraTimeSeconds: 300 },
      ],
    }),
  )
  await signIn(page, world)
  for (const [name, extraTime] of [
    ['A practice exam', '300'],
    ['A real exam', null],
  ] as const) {
    const asked = page.waitForRequest(/assessment\/exam\/json/)
    await openExam(page, { name })
    expect(new URL((await asked).url()).searchParams.get('extraTime')).toBe(extraTime)
    // What came is what is sat, with nothing fetched again.
    await startExam(page)
    await expect(page.getByRole('radio', { name: 'Ash' })).toBeVisible()
    if (extraTime) await expect(page.getByRole('timer')).toHaveText('15m')
    await page.goto('/schedules')
  }
})

// CONST-302 CONST-304 CONST-305 CONST-306
test('the question is 800 px wide at most beside a panel of 192, and so is the result on wide screens', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(organisation({ exams: [exam({ questions: [radio('Which?', ['Ash', 'Beech'], 0)] })] }))
  await resize(page, { width: 1600, height: 900 })
  await signIn(page, world)
  await openExam(page, { name: 'A short exam' })
  await startExam(page)
  const widthOf = async (selector: string) => Math.round((await page.locator(selector).first().boundingBox())?.width ?? 0)
  expect(await widthOf('main article')).toBe(800)
  expect(await widthOf('aside')).toBe(192)
  await page.getByRole('radio', { name: 'Ash' }).click()
  await pressFinish(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByRole('heading', { name: 'Assessment complete' })).toBeVisible()
  const card = page.getByRole('main').locator('> *').first()
  expect(Math.round((await card.boundingBox())?.width ?? 0)).toBe(800)
  await resize(page, { width: 700, height: 900 })
  expect(Math.round((await card.boundingBox())?.width ?? 0)).toBeLessThanOrEqual(700)
  expect(Math.round((await card.boundingBox())?.width ?? 0)).toBeGreaterThan(600)
})
