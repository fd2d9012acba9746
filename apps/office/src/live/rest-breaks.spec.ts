import type { Page } from '@playwright/test'
import { enterExam, expect, expectNoViolations, test } from '../../../../e2e/fixtures.ts'
import { arrangeLive, openLive, rowOf } from '../../../../e2e/office-live.ts'
import { signInToOffice } from '../../../../e2e/office-people.ts'

/** Gives somebody rest breaks of ten minutes in all, by a call of the page's session. */
const allowRest = (page: Page, userID: number): Promise<number> =>
  page.evaluate(async (id) => {
    const base = '/office/api/'
    const { sessionId } = (await (await fetch(`${base}session`)).json()) as { sessionId: string }
    const headers = { 'content-type': 'application/json', 'sitwell-office-session': sessionId }
    const day = { from: '2026-01-01', approvedBy: 'Dr Vane', approvedOn: '2026-01-01', basis: 'Letter' }
    const body = JSON.stringify({ userID: id, restBreakMinutes: 10, ...day, requestId: crypto.randomUUID() })
    return (await fetch(`${base}accommodations/add`, { method: 'POST', headers, body })).status
  }, userID)

/** Does something to the person whose panel is open. */
const act = async (page: Page, name: string) => {
  const dialog = page.getByRole('dialog', { name: `${name}: Lena Lind` })
  await expect(dialog.getByText('1 person will be affected.')).toBeVisible()
  await expect(async () => {
    await dialog.getByRole('button', { name: `${name}: 1 person`, exact: true }).click({ timeout: 1000 })
    await expect(dialog).toHaveCount(0, { timeout: 2000 })
  }).toPass({ intervals: [300] })
}
test('one invigilator begins a rest break, which another one ends while the learner has no connection; what is left is counted', async ({
  page,
  browser,
  sitwell,
}) => {
  const world = await arrangeLive(sitwell)
  await signInToOffice(page, world, '/today', 'owner')
  expect(await allowRest(page, world.people[0].userId)).toBe(200)
  const learner = await (await browser.newContext()).newPage()
  await enterExam(learner, world)
  const rest = learner.getByRole('button', { name: /^Rest break/ })
  await expect(rest).toHaveAccessibleName('Rest break 10 minutes left')
  await page.goto(`/office/live/exam/${world.exams[0]?.examGuid}`)
  await expect(rowOf(page, 'Lena Lind')).toContainText('Working')
  const second = await (await browser.newContext()).newPage()
  await openLive(second, world, { as: 'second' })

  await page.getByRole('link', { name: 'Lena Lind' }).click()
  const panel = page.getByRole('region', { name: 'Lena Lind' })
  await panel.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Begin a rest break…' }).click()
  await act(page, 'Begin a rest break')
  await expect(learner.getByRole('heading', { name: 'You have a rest break' })).toBeVisible()
  await expect(learner.getByRole('radio')).toHaveCount(0)
  for (const view of [page, second]) await expect(rowOf(view, 'Lena Lind')).toContainText('Resting')
  await expectNoViolations(page)

  await learner.context().setOffline(true)
  await second.getByRole('link', { name: 'Lena Lind' }).click()
  await second.getByRole('region', { name: 'Lena Lind' }).getByRole('button', { name: 'End the rest break…' }).click()
  await act(second, 'End the rest break')
  for (const view of [page, second]) await expect(rowOf(view, 'Lena Lind')).not.toContainText('Resting')
  await learner.context().setOffline(false)
  await learner.getByRole('button', { name: /Go on|Resume|Continue/ }).click()
  await expect(learner.getByRole('heading', { name: 'Question 1', exact: true })).toBeVisible()
  await expect(rest).toHaveAccessibleName(/^Rest break 9 minutes( and \d+ seconds)? left$/)
  await second.context().close()
  await learner.context().close()
})
