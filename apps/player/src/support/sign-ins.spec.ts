import type { Page } from '@playwright/test'
import {
  exam,
  expect,
  expectNoViolations,
  longText,
  openExam,
  organisation,
  signIn,
  startExam,
  test,
} from '../../../../e2e/fixtures.ts'
import { textSpacing } from '../../../../e2e/geometry.ts'
import { resize } from '../../../../e2e/settled.ts'
import { endOwnSessions, ownSessions, saveAnswer } from '../../../../packages/contract/src/calls.ts'

const spec = organisation({
  exams: [exam({ name: 'Lakes', settings: { examTime: 3600 }, questions: [longText('Describe a lake.')] })],
})

/** What the page shows itself by in its latest request. */
const bearerOf = (page: Page) => {
  let bearer = ''
  page.on('request', (request) => {
    bearer = request.headers().authorization ?? bearer
  })
  return () => ({ authorization: bearer })
}

/** Ends a page's own session, as another device of the learner does. */
const endElsewhere = async (page: Page, headers: { readonly authorization: string }, password: string) => {
  const { sessions } = ownSessions.reply.parse(await (await page.request.get(`/${ownSessions.path}`, { headers })).json())
  const ids = sessions.filter(({ isThis }) => isThis).map(({ id }) => id)
  const { ended } = endOwnSessions.reply.parse(
    await (await page.request.post(`/${endOwnSessions.path}`, { headers, data: { ids, password } })).json(),
  )
  expect(ended).toEqual(ids)
}

const shot = async (page: Page, name: string) => {
  if (!process.env.SITWELL_SHOTS) return
  for (const [width, height] of [
    [1440, 900],
    [844, 390],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.screenshot({ path: `${process.env.SITWELL_SHOTS}/${name}-${width}.png` })
  }
}

test('a learner sees where their account is and was in use, by device, time and place, and ends what is not theirs', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(spec)
  // The first sign-in is ended by the second.
  await signIn(page, world)
  await signIn(page, world)
  await page.getByRole('banner').getByRole('button', { name: 'Your sign-ins' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your sign-ins' })).toBeVisible()
  const now = page.getByRole('region', { name: 'Signed in now' })
  await expect(now.getByRole('listitem')).toHaveCount(1)
  await expect(now.getByRole('listitem')).toContainText('This device')
  await expect(now).toContainText('127.0.0.1')
  await expect(now.getByText('You are signed in nowhere else.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Ended in the last 30 days' }).getByRole('listitem')).not.toHaveCount(0)
  await expectNoViolations(page)
  await page.setViewportSize({ width: 390, height: 844 })

  // One more that is open: another device can't be, since the last sign-in ends those before it; what staff open in one's name can.
  const other = {
    ...{ id: '00000000-0000-4000-8000-000000000001', startedAt: '2026-11-20T10:00:00Z', usedAt: '2026-11-20T10:15:00Z' },
    ...{ isThis: false, byAdministrator: true, browser: 'Firefox', system: 'Windows' },
  }
  let [isOver, isGone] = [false, false]
  await sitwell.changeReply(page, ownSessions, (reply) => {
    if (isGone) return {}
    const { sessions } = ownSessions.reply.parse(reply)
    return { sessions: [isOver ? { ...other, endedAt: other.usedAt } : other, ...sessions] }
  })
  await page.getByRole('button', { name: 'Back to my assessments' }).click()
  await page.getByRole('banner').getByRole('button', { name: 'Your sign-ins' }).click()
  await expect(now.getByRole('listitem').filter({ hasText: 'Firefox on Windows' })).toContainText('Opened by an administrator')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await resize(page, { width: 320, height: 640 })
  const style = await page.addStyleTag({ content: textSpacing })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await style.evaluate((element) => element.parentNode?.removeChild(element))
  await page.setViewportSize({ width: 390, height: 844 })
  await shot(page, 'sign-ins-two')
  const endButton = page.getByRole('button', { name: /^End: Firefox on Windows, last used 20 Nov 2026/ })
  const dialog = page.getByRole('alertdialog', { name: 'End this sign-in?' })
  await endButton.click()
  await expect(dialog).toContainText('also in the middle of an exam')
  await expectNoViolations(page)
  await shot(page, 'sign-ins-end')
  await dialog.getByRole('button', { name: 'Keep' }).click()
  await expect(dialog).toBeHidden()
  await expect(endButton).toBeFocused()
  await endButton.click()
  const field = dialog.getByLabel('Password')
  await expect(field).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'End' })).toBeDisabled()
  await field.fill('not mine')
  await field.press('Enter')
  await expect(dialog).toContainText('That is not the password that you use now.')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')
  await shot(page, 'sign-ins-wrong')
  isOver = true
  const asked = page.waitForRequest((request) => request.url().endsWith(endOwnSessions.path))
  const { password } = world.people[0]
  await field.fill(password)
  await dialog.getByRole('button', { name: 'End' }).click()
  expect((await asked).postDataJSON()).toEqual({ ids: [other.id], password })
  await expect(endButton).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: 'ended' })).toBeFocused()

  isGone = true
  await page.getByRole('button', { name: 'Back to my assessments' }).click()
  await page.getByRole('banner').getByRole('button', { name: 'Your sign-ins' }).click()
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  isGone = false
  await again.click()
  await expect(page.getByRole('heading', { name: 'Signed in now' })).toBeFocused()

  await page.route(`**/${ownSessions.path}`, (route) => {
    return route.fulfill({ status: 403, json: { error: { code: 'NOT_ALLOWED', message: 'no' } } })
  })
  await page.reload()
  await expect(page.getByText('only to the person whose account it is')).toBeVisible()
  await expect(again).toHaveCount(0)
})

test('whose sign-in is ended elsewhere in the middle of an exam is told why, and what becomes of the answers', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(spec)
  const headers = bearerOf(page)
  await signIn(page, world)
  await openExam(page, { name: 'Lakes' })
  await startExam(page)
  // The page may learn of the end before it saves, and takes no more words then.
  const ended = Promise.withResolvers<void>()
  await page.route(`**/${saveAnswer.path}`, async (route) => {
    await ended.promise
    await route.continue()
  })
  await page.getByRole('textbox').fill('Deep and cold.')
  await page.getByRole('textbox').blur()
  await endElsewhere(page, headers(), world.people[0].password)
  ended.resolve()
  const dialog = page.getByRole('alertdialog', { name: 'Your sign-in has ended' })
  await expect(dialog).toContainText('Whatever isn’t on the server yet is kept on this device')
  await expectNoViolations(page)
  await shot(page, 'session-over')
  await dialog.getByRole('button', { name: 'Sign in again' }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`/login\\?${world.urlToken}$`))
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await expect(page.getByRole('textbox')).toHaveValue('Deep and cold.')
  await expect
    .poll(async () => (await sitwell.answersOf(world)).map(({ answerText }) => answerText))
    .toEqual(['Deep and cold.'])
})

test('whose sign-in is ended elsewhere while no exam goes on is told so where they sign in again, once', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(spec)
  const headers = bearerOf(page)
  await signIn(page, world)
  await expect(page.getByRole('heading', { name: 'Lakes' })).toBeVisible()
  await endElsewhere(page, headers(), world.people[0].password)
  await page.getByRole('banner').getByRole('button', { name: 'Your sign-ins' }).click()
  await expect(page).toHaveURL(new RegExp(`/login\\?${world.urlToken}$`))
  const notice = page.getByRole('status').filter({ hasText: 'You were logged out' })
  await expect(notice).toContainText('your sign-in was ended elsewhere')
  await expect(page.getByLabel('Username')).toBeFocused()
  await expectNoViolations(page)
  await shot(page, 'session-ended-login')
  // With that too, all that is pressed is in sight on a phone on its side.
  await page.setViewportSize({ width: 844, height: 390 })
  await expect(page.locator('form button[type="submit"]')).toBeInViewport({ ratio: 1 })
  await page.reload()
  await expect(page.getByLabel('Username')).toBeFocused()
  await expect(notice).toHaveCount(0)
})
