import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { enterExam, exam, expect, expectNoViolations, organisation, radio, signIn, test } from './fixtures.ts'
import type { Sitwell } from './sitwell.ts'

const tone = new URL('media/tone.mp3', import.meta.url)

const sit = async (page: Page, sitwell: Sitwell, more: object) => {
  const recording = { kind: 'recording', id: 'call', label: 'The call', src: 'resources/call.mp3', ...more }
  const form = { type: 'QGRID', text: '<p>Hear the call.</p>', rows: [{ cells: [{ components: [recording] }] }] }
  const files = { 'resources/call.mp3': new Uint8Array(await readFile(tone)) }
  const questions = [form, radio('Who calls?', ['Ann', 'Ben'], 0)]
  const world = await sitwell.arrange(organisation({ exams: [exam({ name: 'Calls', files, questions })] }))
  await enterExam(page, world)
  return world
}

const field = (page: Page) => page.getByRole('article').getByRole('group', { name: 'The call' }).first()
const button = (page: Page, name: 'Play' | 'Play again') => field(page).getByRole('button', { name, exact: true })

test('the plays of a recording go down with each play, and neither a reload nor a second device gives one back', async ({
  page,
  browser,
  sitwell,
}) => {
  const world = await sit(page, sitwell, { most: 2 })
  await expect(field(page)).toContainText('You can hear it 2 more times.')
  await expectNoViolations(page)
  await button(page, 'Play').press('Enter')
  await expect(field(page)).toContainText('The recording has ended.')
  await expect(field(page)).toContainText('You can hear it once more.')
  await expect(button(page, 'Play again')).toBeFocused()

  await page.reload()
  await expect(field(page)).toContainText('You can hear it once more.')
  await button(page, 'Play again').press('Space')
  await expect(field(page)).toContainText('You have heard it as often as it plays.')
  await expect(field(page)).not.toContainText('You can hear it')
  await expectNoViolations(page)
  await expect(page.getByTestId('saved-state')).toHaveText('Saved')

  const other = await browser.newContext({ baseURL: sitwell.origin, viewport: { width: 390, height: 844 }, locale: 'en-GB' })
  const second = await other.newPage()
  await signIn(second, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await expect(field(second)).toContainText('You have heard it as often as it plays.')
  await expect(field(second).getByRole('button', { name: /^Play/ })).toBeDisabled()
  await other.close()
})

test('a recording that the browser does not let begin by itself is begun with its button, and has used no play up', async ({
  page,
  sitwell,
}) => {
  // As a browser does if nobody has pressed anything yet.
  await page.addInitScript(() => {
    const play = HTMLMediaElement.prototype.play
    HTMLMediaElement.prototype.play = function () {
      const { dataset } = document.documentElement
      if (dataset.mayPlay === 'yes') return play.call(this)
      dataset.refused = 'yes'
      return Promise.reject(new DOMException('Nobody pressed anything.', 'NotAllowedError'))
    }
  })
  await sit(page, sitwell, { most: 1, autoPlay: true })
  await expect(page.locator('html[data-refused]')).toHaveCount(1)
  await expect(button(page, 'Play')).toBeEnabled()
  await expect(field(page)).toContainText('You can hear it once more.')
  await page.evaluate(() => Object.assign(document.documentElement.dataset, { mayPlay: 'yes' }))
  await button(page, 'Play').press('Enter')
  await expect(field(page)).toContainText('You have heard it as often as it plays.')
})
