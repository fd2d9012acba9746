import { expect, openLoginPage, organisation, test } from '../../../../../e2e/fixtures.ts'

const notice = /^Exams here may not work in Chrome/
const needing = (rule: string) =>
  organisation({ organisation: { supportedBrowsers: [{ name: 'chrome', display: 'Chrome', include: [rule] }] } })

test('the login page says if the exams of its organisation may not work in this browser, and nothing of it otherwise', async ({
  page,
  sitwell,
}) => {
  await openLoginPage(page, await sitwell.arrange(needing('>9000')))
  await expect(page.getByRole('banner').getByRole('status')).toHaveText(notice)

  await openLoginPage(page, await sitwell.arrange(needing('>1')))
  // It has been asked for and looked at the list.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/browser-notice-')),
  )
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await expect(page.getByLabel('Username')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('status')).toHaveCount(0)
})

test('a notice on browsers that does not load keeps nobody from the sign-in', async ({ page, sitwell }) => {
  await page.route(/\/assets\/browser-notice-/, (route) => route.abort())
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('browser-notice'))
  await openLoginPage(page, await sitwell.arrange(needing('>9000')))
  await failed
  await page.getByLabel('Username').fill('learner')
  await page.getByLabel('Password').fill('learner')
  await page.getByLabel('Password').press('Enter')
  await expect(page).toHaveURL('/rubric')
})
