import type { Page } from '@playwright/test'
import { exam, expect, longText, openLoginPage, organisation, radio, signInAtLoginPage, test } from './fixtures.ts'
import { pressFinish } from './press-finish.ts'
import { openExam, startExam } from './sign-in.ts'

/** A window of 1280 by 1024 at 400 %. */
const zoomed = { width: 320, height: 256 }

const expectNoSidewaysScroll = async (page: Page) => {
  const { content, window } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }))
  expect(content).toBeLessThanOrEqual(window)
}

test('at 400 % nothing has to be scrolled sideways, and an exam can be sat and finished', async ({ page, sitwell }) => {
  const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'
  const world = await sitwell.arrange(
    organisation({
      exams: [
        exam({ name: 'A zoomed exam', questions: [radio(`Which ${longWord}?`, [longWord, 'Beech'], 0), longText('Why?')] }),
      ],
      schedules: [{ info: longWord }],
    }),
  )
  await page.setViewportSize(zoomed)
  await openLoginPage(page, world)
  await expectNoSidewaysScroll(page)
  await signInAtLoginPage(page, world, { until: 'rubric' })
  await page.getByRole('checkbox').first().waitFor()
  await expectNoSidewaysScroll(page)
  await signInAtLoginPage(page, world)
  await page.getByRole('listitem').first().waitFor()
  await expectNoSidewaysScroll(page)
  await openExam(page, { name: 'A zoomed exam' })
  await expect(page).toHaveURL(/\/intro$/)
  await expectNoSidewaysScroll(page)
  await startExam(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('radio', { name: longWord }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('textbox')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await pressFinish(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Not answered: 1')
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Finish all the same' }).click()
  await expect(page.getByRole('heading', { name: 'Assessment complete' })).toBeVisible()
  await expectNoSidewaysScroll(page)
})
