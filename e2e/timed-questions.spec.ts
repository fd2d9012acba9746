import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { strToU8, zipSync } from 'fflate'
import { choiceItem, part, ref, section } from '../apps/server/src/import/testing/qti-test.ts'
import { expect, expectNoViolations, openExam, organisation, signIn, startExam, test } from './fixtures.ts'
import { holdClock } from './pass-time.ts'
import type { Sitwell } from './sitwell.ts'

const titles = { a: 'Rocks', b: 'A quick one', c: 'Rivers' }

/** A package of QTI of three items, one of which has 20 seconds. */
const writePackage = async (navigation: string, timed: keyof typeof titles) => {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-times-'))
  const names = ['a', 'b', 'c'] as const
  const items = names.map((id) => [`${id}.xml`, strToU8(choiceItem(id).replace(`title="${id}"`, `title="${titles[id]}"`))])
  const inside = names.map((id) => ref(id, id === timed ? '<timeLimits maxTime="20"/>' : '')).join('')
  const test = `<assessmentTest identifier="T" title="Earth">${part('P', section('S', inside), navigation)}</assessmentTest>`
  const manifest =
    '<manifest><resources><resource identifier="T" type="imsqti_test_xmlv2p1" href="test.xml"/></resources></manifest>'
  const path = join(folder, 'times.zip')
  await writeFile(
    path,
    zipSync({ 'imsmanifest.xml': strToU8(manifest), 'test.xml': strToU8(test), ...Object.fromEntries(items) }),
  )
  return { path, remove: () => rm(folder, { recursive: true }) }
}

const sit = async (page: Page, sitwell: Sitwell, navigation: string, timed: keyof typeof titles, start = startExam) => {
  const { path, remove } = await writePackage(navigation, timed)
  const world = await sitwell.arrange(organisation({ exams: [], packages: [path] }))
  await remove()
  await signIn(page, world)
  await page.clock.install()
  await openExam(page, { name: 'Earth' })
  await start(page)
  await holdClock(page)
  return world
}
const letPass = (page: Page, seconds: number) => page.clock.runFor(seconds * 1000)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const question = (page: Page, number: number) => page.getByRole('heading', { name: `Question ${number}`, exact: true })
/** Axe has its own timers, so the clock has to go meanwhile. */
const scan = async (page: Page) => {
  await page.clock.resume()
  await expectNoViolations(page)
  await holdClock(page)
}

test('who goes to a question with a time of its own is told how long it is, starts it, may leave it, and goes on when it is over', async ({
  page,
  sitwell,
}) => {
  await sit(page, sitwell, 'nonlinear', 'b', async (one) => {
    // The others have no end, so that no time is one of the whole exam.
    await expect(one.getByRole('main')).toContainText('Some parts have a time of their own.')
    await expect(one.getByRole('main').getByText('Time', { exact: true })).toHaveCount(0)
    await startExam(one)
  })
  const timer = page.getByRole('timer')
  const dialog = page.getByRole('alertdialog', { name: 'Start A quick one?' })
  await press(page, 'Next')
  await expect(dialog).toContainText('You have 20 seconds for A quick one. The time starts when you go there.')
  await expect(dialog).toContainText('It stands still while you are in another part.')
  await scan(page)
  // Nothing of it runs while it is asked.
  await letPass(page, 30)
  await page.keyboard.press('ArrowRight')
  await press(page, 'Not yet')
  await expect(question(page, 1)).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Question 2' }).click()
  await press(page, 'Start')
  await expect(question(page, 2)).toBeVisible()
  // It begins once the question is painted.
  await letPass(page, 1)
  await expect(timer).toHaveText(/^(19|20)s$/)
  await page.getByRole('radio', { name: 'One' }).click()
  await letPass(page, 5)
  await expect(timer).toHaveText(/^1[45]s$/)

  // The rest of it is there on the way back, and nothing is asked.
  await press(page, 'Next')
  await expect(question(page, 3)).toBeVisible()
  await letPass(page, 60)
  await expect(timer).toHaveCount(0)
  await press(page, 'Previous')
  await expect(question(page, 2)).toBeVisible()
  await letPass(page, 1)
  await expect(timer).toHaveText(/^1[345]s$/)
  await letPass(page, 16)
  const over = page.getByRole('alertdialog', { name: 'The time for A quick one is over' })
  // That one has no time that could start.
  await expect(over).toContainText('You go on to Section S.')
  await expect(over).not.toContainText('starts')
  await over.getByRole('button', { name: 'Continue' }).click()
  await expect(question(page, 3)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Question 2' })).toBeDisabled()
})

test('of an exam without a way back, the end of a part tells how long the next question is; then its time runs', async ({
  page,
  sitwell,
}) => {
  const world = await sit(page, sitwell, 'linear', 'b')
  await page.getByRole('radio', { name: 'One' }).click()
  await press(page, 'Next')
  await press(page, 'Finish this part')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('You go on to A quick one.')
  await expect(dialog).toContainText('You have 20 seconds for A quick one. The time starts when you go there.')
  await letPass(page, 30)
  await dialog.getByRole('button', { name: 'Finish' }).click()
  await expect(question(page, 2)).toBeVisible()
  await letPass(page, 1)
  await page.getByRole('radio', { name: 'Two' }).click()
  await letPass(page, 21)
  await expect(dialog).toContainText('You go on to Section S')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(question(page, 3)).toBeVisible()
  await page.clock.resume()
  await expect(async () => {
    const answers = await sitwell.answersOf(world)
    expect(answers.map(({ answerText }) => answerText).sort()).toEqual(['One', 'Two'])
  }).toPass()
})

test('an exam that begins with a timed question says so before it is started', async ({ page, sitwell }) => {
  await sit(page, sitwell, 'nonlinear', 'a', async (one) => {
    await expect(one.getByRole('main')).toContainText('The first part has a time of its own: 20 seconds.')
    await startExam(one)
  })
  await expect(page.getByRole('timer')).toHaveText(/^\d+s$/)
})
