import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { enterExam, exam, expect, expectNoViolations, organisation, radio, test } from './fixtures.ts'

/** A second of a film. */
const short = new URL('media/short-film.webm', import.meta.url)

const field = (page: Page) => page.getByRole('article').getByRole('group', { name: 'The lock' }).first()

test('the plays of a film are counted as those of a sound are, also where it is enlarged, and a reload gives none back', async ({
  page,
  sitwell,
}) => {
  const film = { kind: 'recording', id: 'lock', label: 'The lock', src: 'resources/lock.webm', least: 1, most: 2 }
  const form = { type: 'QGRID', text: '<p>See the lock.</p>', rows: [{ cells: [{ components: [film] }] }] }
  const files = { 'resources/lock.webm': new Uint8Array(await readFile(short)) }
  const questions = [form, radio('What opens?', ['Gates', 'A bridge'], 0)]
  const world = await sitwell.arrange(organisation({ exams: [exam({ name: 'Locks', files, questions })] }))
  await enterExam(page, world)
  await expect(field(page)).toContainText('Watch it at least once.')
  await expect(field(page)).toContainText('You can watch it 2 more times.')
  // It can't be wound, and the browser shows no controls of its own.
  await expect(field(page).getByRole('slider')).toHaveCount(1)
  expect(await page.locator('video').evaluate((one: HTMLVideoElement) => one.controls)).toBe(false)
  await expectNoViolations(page)
  await field(page).getByRole('button', { name: 'Play', exact: true }).press('Enter')
  await expect(field(page)).toContainText('The film has ended.')
  await expect(field(page)).toContainText('You can watch it once more.')

  await page.reload()
  await expect(field(page)).toContainText('You can watch it once more.')
  await field(page).getByRole('button', { name: 'Enlarge film: Film' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Film' })
  await expect(dialog.locator('video')).toBeVisible()
  // A key that does nothing represents the time in which a learner looks: what is pressed next is meant.
  await page.keyboard.press('Pause')
  await dialog.getByRole('button', { name: 'Play again' }).press('Enter')
  await expect(dialog).toContainText('You have watched it as often as it plays.')
  await expect(dialog.getByRole('button', { name: 'Play again' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Close' }).press('Enter')
  await expect(field(page).locator('video')).toBeVisible()
  await expect(field(page)).toContainText('You have watched it as often as it plays.')
  await expect(page.getByTestId('saved-state')).toHaveText('Saved')
})
