import type { Page } from '@playwright/test'
import { expect, organisation, signIn, test } from '../../../../e2e/fixtures.ts'

/** Lets the exam come with this intro text as if the server cleaned nothing: the player's own policy has to hold alone. */
const withIntroText = (page: Page, introText: string) =>
  page.route('**/assessment/exam/json?**', async (route) => {
    const response = await route.fetch()
    const content = await response.json()
    await route.fulfill({ response, json: { ...content, settings: { ...content.settings, introText } } })
  })

const hostile = `
  <p id="root" onclick="window.hurt = 1" style="position: fixed; inset: 0; text-align: center">Read <b>this</b> first.</p>
  <script>window.hurt = 1</script>
  <img alt="from elsewhere" src="https://elsewhere.example/a.png" onerror="window.hurt = 1">
  <iframe src="/login"></iframe>
  <form action="/login"><input name="password"></form>
  <style>body { display: none }</style>
  <a href="javascript:window.hurt = 1">bad link</a>
  <a href="https://library.example/">good link</a>
  <svg onload="window.hurt = 1"></svg>
  <table><tr><th>Unit</th><td>metre</td></tr></table>
  <math><mi>x</mi><mo>+</mo><mn>1</mn></math>`

test('HTML of an exam keeps its text, tables and formulas, and loses all that acts, frames, covers or loads from elsewhere', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(
    organisation({ exams: [{ name: 'Reading', questions: [{ type: 'STATICTEXT', text: 'Read this.' }] }] }),
  )
  await withIntroText(page, hostile)
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('elsewhere.example')) elsewhere.push(request.url())
  })
  await signIn(page, world)
  await page.getByRole('button', { name: 'Open Reading' }).click()
  const main = page.getByRole('main')
  await expect(main.getByText('Read this first.')).toBeVisible()
  await expect(main.getByRole('cell', { name: 'metre' })).toBeVisible()
  await expect(main.locator('math mi')).toHaveText('x')
  await expect(main.getByText('Read this first.')).toHaveCSS('position', 'static')
  await expect(main.getByText('Read this first.')).toHaveCSS('text-align', 'center')
  await expect(main.locator('script, iframe, form, style, svg[onload], [onclick], [onerror], #root')).toHaveCount(0)
  await expect(main.locator('img[alt="from elsewhere"]')).not.toHaveAttribute('src')
  await expect(main.getByText('bad link')).not.toHaveAttribute('href')
  await expect(main.getByRole('link', { name: 'good link' })).toHaveAttribute('rel', 'noopener noreferrer')
  expect(elsewhere).toEqual([])
  expect(await page.evaluate(() => 'hurt' in window)).toBe(false)
})

// CONST-108
for (const [orgId, shown] of [
  [15, 'if a <bx and c> d'],
  [14, 'if a d'],
] as const) {
  test(`a text that is not HTML shows as "${shown}" in organisation ${orgId}`, async ({ page, sitwell }) => {
    const questions = [{ type: 'STATICTEXT', text: 'Read this.' }]
    const world = await sitwell.arrange(organisation({ orgId, exams: [{ name: 'Reading', questions }] }))
    await withIntroText(page, 'if a <bx and c> d')
    await signIn(page, world)
    await page.getByRole('button', { name: 'Open Reading' }).click()
    await expect(page.getByRole('main').getByText(shown, { exact: true })).toBeVisible()
  })
}
