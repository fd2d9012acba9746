import type { FrameLocator, Page } from '@playwright/test'
import { startDemonstration } from './demonstration.ts'
import { confirmRubric, expect, test } from './fixtures.ts'
import { pressFinish } from './press-finish.ts'

const choose = (where: Page | FrameLocator, name: string) => where.getByRole('radio', { name }).check({ force: true })
const next = (where: Page | FrameLocator) => where.getByRole('button', { name: 'Next', exact: true }).click()
const finish = async (where: Page | FrameLocator) => {
  await where.getByRole('textbox').fill('Where we are, what we need, and who is on board.')
  await pressFinish(where)
  await where.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await expect(where.getByRole('heading', { name: 'Assessment complete' })).toBeVisible()
  // The last answer is marked by a person, and then somebody confirms the result.
  await expect(where.getByText('Result still being processed')).toBeVisible()
}

// PROC-101 PROC-201 PROC-202
test('both proctored exams of the demonstration are sat from the sign-in page to their end', async ({ page }) => {
  const { origin, standIn, stop } = await startDemonstration()
  try {
    const schedule = (name: string) => page.getByTestId('schedule').filter({ hasText: name })
    await page.goto(`${origin}/login?northway`)
    await page.locator('input[name="username"]').fill('pilot')
    await page.locator('input[name="password"]').fill('pilot')
    await page.locator('form button[type="submit"]').click()
    await confirmRubric(page)

    await schedule('Night Passage').getByRole('button').first().click()
    await page.getByRole('button', { name: 'Start the exam' }).click()
    expect(new URL(page.url()).origin).toBe(standIn)
    const frame = page.frameLocator('iframe[title="Exam"]')
    await frame.getByRole('button', { name: 'Start', exact: true }).click()
    for (const name of ['The stern of a ship', 'Give way in good time', 'True', 'Every hour']) {
      await choose(frame, name)
      await next(frame)
    }
    await finish(frame)
    await frame.getByRole('button', { name: 'Close' }).click()
    await expect(frame.getByTestId('schedule').first()).toBeVisible()

    await page.goto(`${origin}/schedules`)
    await expect(schedule('Night Passage').getByRole('button', { name: /^Result/ })).toBeVisible()
    await schedule('Marine Radio').getByRole('button').first().click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    const watcher = page.getByRole('note').filter({ hasText: 'Integrity monitor' })
    await expect(watcher).toBeVisible()
    for (const name of ['in grave and imminent danger', '16']) {
      await choose(page, name)
      await next(page)
    }
    for (const name of ['Position', 'What has happened', 'How many people'])
      await page.getByRole('checkbox', { name }).check({ force: true })
    await next(page)
    await finish(page)
    await expect(watcher).toHaveCount(0)
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('button', { name: /^Result/ })).toHaveCount(2)
  } finally {
    await stop()
  }
})
