import { breakStores, type Store, stores, ways } from './break-stores.ts'
import { exam, expect, organisation, radio, signInAtLoginPage, startExam, test } from './fixtures.ts'
import { pressFinish } from './press-finish.ts'
import { openExam } from './sign-in.ts'

const spec = organisation({
  exams: [
    exam({ name: 'Trees', questions: [radio('Which leaf?', ['Ash', 'Beech'], 0), radio('Which bark?', ['Ash', 'Beech'], 0)] }),
  ],
})

for (const way of ways)
  for (const broken of [...stores.map((one): readonly Store[] => [one]), stores]) {
    const named = broken.length === 1 ? `${broken[0]} is` : 'all stores are'
    test(`an exam is sat from the sign-in to its end where ${named} ${way}`, async ({ page, sitwell }) => {
      const world = await sitwell.arrange(spec)
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(String(error)))
      await breakStores(page, broken, way)
      await signInAtLoginPage(page, world)
      await openExam(page, { name: 'Trees' })
      await startExam(page)
      await page.getByRole('radio', { name: 'Beech' }).check({ force: true })
      await page.getByRole('button', { name: 'Next', exact: true }).click()
      await expect(page.getByText('2 / 2')).toBeVisible()
      await page.getByRole('radio', { name: 'Ash' }).check({ force: true })
      await page.getByRole('button', { name: 'Previous', exact: true }).click()
      await expect.poll(async () => (await sitwell.answersOf(world)).length).toBe(2)
      await pressFinish(page)
      const dialog = page.getByRole('alertdialog')
      await dialog.getByRole('button', { name: 'Finish', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Assessment complete' })).toBeVisible()
      await page.getByRole('button', { name: 'Close', exact: true }).click()
      await expect(page.getByRole('listitem').filter({ hasText: 'Trees' })).toContainText(/completed/i)
      expect(errors).toEqual([])
    })
  }
