import type { BrowserContext, Page } from '@playwright/test'
import { exam, expect, longText, organisation, test } from '../../../../../e2e/fixtures.ts'
import { sitExam } from '../../../../../e2e/sit-questions.ts'
import type { Sitwell } from '../../../../../e2e/sitwell.ts'

const spec = organisation({
  exams: [
    exam({ name: 'Lakes', settings: { examTime: 3600 }, questions: [longText('Describe a lake.'), longText('A river.')] }),
  ],
})

/** As on a page that came over plain http, which has no locks; in the oldest browsers there are no channels between tabs either. */
const takeAway = (context: BrowserContext, names: readonly ('locks' | 'BroadcastChannel')[]) =>
  context.addInitScript((taken) => {
    if (taken.includes('locks')) Reflect.deleteProperty(Navigator.prototype, 'locks')
    if (taken.includes('BroadcastChannel')) Reflect.deleteProperty(globalThis, 'BroadcastChannel')
  }, names)

/** A second tab with the same session, at the same question. */
const openSecond = async (page: Page) => {
  const opened = page.context().waitForEvent('page')
  await page.evaluate(() => void open(location.href))
  return opened
}
const held = async (sitwell: Sitwell, world: Awaited<ReturnType<typeof sitExam>>) =>
  (await sitwell.answersOf(world)).map(({ answerText }) => answerText)
const field = (page: Page) => page.getByRole('textbox')
const send = async (page: Page) => {
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('2 / 2')).toBeVisible()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByTestId('saved-state')).toHaveText('Saved')
}

test('over plain http a second tab is told that the exam is open, takes it over with all that was typed, and its words stand', async ({
  page,
  context,
  sitwell,
}) => {
  await takeAway(context, ['locks'])
  const world = await sitExam(page, sitwell, spec)
  await field(page).fill('typed first')
  const second = await openSecond(page)
  await expect(second.getByRole('heading', { name: 'This exam is open in another tab' })).toBeVisible()
  await second.getByRole('button', { name: 'Continue here' }).click()
  await expect(field(second)).toHaveValue('typed first')
  await expect(page.getByRole('heading', { name: 'This exam is open in another tab' })).toBeVisible()
  await field(second).fill('typed three seconds later')
  await send(second)
  expect(await held(sitwell, world)).toEqual(['typed three seconds later'])
  await second.close()
  await page.getByRole('button', { name: 'Continue here' }).click()
  await expect(field(page)).toHaveValue('typed three seconds later')
})

for (const typesFirst of ['first', 'second'] as const)
  for (const sendsFirst of ['first', 'second'] as const)
    test(`without locks and channels what was typed two seconds later stands: the ${typesFirst} tab types first, the ${sendsFirst} one sends first`, async ({
      page,
      context,
      sitwell,
    }) => {
      await takeAway(context, ['locks', 'BroadcastChannel'])
      const world = await sitExam(page, sitwell, spec)
      const second = await openSecond(page)
      await expect(field(second)).toBeVisible()
      const [early, late] = typesFirst === 'first' ? [page, second] : [second, page]
      await field(early).fill('typed first')
      await expect(early.getByTestId('saved-state')).toHaveText('Kept on this device')
      // Each tab knows the server's clock by what it has heard last, which on a busy machine is up to a second off.
      await late.waitForFunction((from) => Date.now() - from >= 2000, await early.evaluate(() => Date.now()))
      await field(late).fill('typed last')
      await expect(late.getByTestId('saved-state')).toHaveText('Kept on this device')
      const [one, other] = sendsFirst === 'first' ? [page, second] : [second, page]
      await send(one)
      await send(other)
      expect(await held(sitwell, world)).toEqual(['typed last'])
    })
