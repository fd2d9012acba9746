import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectNoViolations, signIn, test, type World } from '../../../../e2e/fixtures.ts'
import { pressOn, tabTo } from '../../../../e2e/keyboard.ts'
import { sitEssay } from '../../../../e2e/marking.ts'
import { signInInAnyLanguage, signInToOffice } from '../../../../e2e/office-people.ts'
import { arrangeResults, offerTo } from '../../../../e2e/office-results.ts'
import { resize } from '../../../../e2e/settled.ts'

const done = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

/** Presses a button by keys and reads what the browser saves by it. */
const savedBy = async (page: Page, name: string) => {
  const download = page.waitForEvent('download')
  await pressOn(page, button(page, name))
  const saved = await download
  return { name: saved.suggestedFilename(), bytes: await readFile(await saved.path()) }
}

/** Computes, confirms with a waiver and releases a set, by calls of the page's session. */
const releaseNow = (page: Page, deliveryID: string): Promise<void> =>
  page.evaluate(async (id) => {
    const base = '/office/api/'
    const { sessionId } = (await (await fetch(`${base}session`)).json()) as { sessionId: string }
    const headers = { 'content-type': 'application/json', 'sitwell-office-session': sessionId }
    const post = async (path: string, body: object) => {
      const reply = await fetch(`${base}results/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
      return (await reply.json()) as { set: { set: number; hash: string } }
    }
    const { set } = await post('compute', { deliveryID: id, requestId: crypto.randomUUID() })
    const named = { deliveryID: id, set: set.set, hash: set.hash }
    await post('confirm', { ...named, waiver: 'There is nobody else today.' })
    await post('release', named)
  }, deliveryID)

const examOf = (world: World) => world.exams[0]?.examGuid ?? ''

// OFFICE-406 OFFICE-408
test('results are exported by keys, and a statement is a preview until its learner has the result, and saves it', async ({
  page,
  browser,
  sitwell,
}) => {
  const world = await arrangeResults(sitwell)
  await signInToOffice(page, world, '/results')
  const deliveryID = await offerTo(page, world, ['ann', 'bob'])
  // A blank answer has no marks without a marker.
  await sitEssay(world, 'ann', '')
  await page.goto(`${world.origin}/office/results/${deliveryID}`)
  await pressOn(page, page.getByRole('link', { name: 'Exports', exact: true }))
  await expect(page.getByText('1 statement', { exact: true })).toBeVisible()
  await expect(page.getByText('The outcome of 1 person is not known yet.')).toBeVisible()
  await expectNoViolations(page)

  await tabTo(page, page.getByRole('combobox', { name: 'Format' }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('For other programs', { exact: false })).toBeVisible()
  const table = await savedBy(page, 'Export')
  expect(table.name).toBe('Winter trees now people.csv')
  const [, ann = '', bob = ''] = table.bytes.toString().trim().split('\r\n')
  expect(ann).toMatch(/,Lee,Ann,.*,sat,,no,,0,6,0,/)
  expect(bob).toMatch(/,Roy,Bob,.*,unknown,,no,,,,,/)
  await expect(done(page, 'Winter trees now people.csv was saved.')).toBeVisible()
  await expectNoViolations(page)
  const preview = await savedBy(page, 'Print previews')
  expect([preview.name, preview.bytes.subarray(0, 5).toString()]).toEqual([expect.stringContaining('Lee'), '%PDF-'])

  const context = await browser.newContext()
  const learner = await context.newPage()
  const who = world.people.find(({ username }) => username === 'ann')
  if (!who) throw new Error('There is no ann.')
  await signIn(learner, world, { as: who, at: `/result/${examOf(world)}` })
  const panel = learner.getByRole('region', { name: 'Your result' })
  await expect(panel).toContainText('Result still being processed')
  await expect(button(learner, 'Statement of result')).toHaveCount(0)
  await releaseNow(page, deliveryID)
  await expect(async () => {
    await learner.getByRole('button', { name: 'Look again' }).click()
    await expect(panel).toContainText('0 of 6', { timeout: 1000 })
  }).toPass()
  const own = await savedBy(learner, 'Statement of result')
  expect([own.name, own.bytes.subarray(0, 5).toString()]).toEqual(['Statement of result – Trees.pdf', '%PDF-'])
  await expect(done(learner, 'The statement was saved as a PDF.')).toBeVisible()
  await expectNoViolations(learner)
  await context.close()

  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Results', exact: true })).toHaveValue('1')
  await expect(button(page, 'Print statements')).toBeVisible()
  await expectNoViolations(page)
})

test.describe('in Arabic', () => {
  test.use({ locale: 'ar' })

  test('exports fit a phone and a high contrast, and read from right to left', async ({ page, sitwell }) => {
    const world = await arrangeResults(sitwell)
    await resize(page, { width: 390, height: 844 })
    await signInInAnyLanguage(page, world, '/results')
    const deliveryID = await offerTo(page, world, ['ann', 'salma'])
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto(`${world.origin}/office/results/${deliveryID}/exports`)
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.getByText('لا بيانات')).toBeVisible()
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await expect.poll(overflow).toBe(0)
    await expectNoViolations(page)
  })
})
