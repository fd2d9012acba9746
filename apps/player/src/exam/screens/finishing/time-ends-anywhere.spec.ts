import type { Page } from '@playwright/test'
import type { ExamSpec } from '../../../../../../e2e/arrange-exam.ts'
import { exam, expect, openExam, organisation, radio, signIn, startExam, test } from '../../../../../../e2e/fixtures.ts'
import { runUntilShown } from '../../../../../../e2e/pass-time.ts'
import { pressFinish } from '../../../../../../e2e/press-finish.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('alertdialog', { name })

/** Where a learner can be when the time of the exam ends, and how they come there. `pass` lets seconds pass on the server. */
const places: Readonly<Record<string, (page: Page, pass: (seconds: number) => Promise<void>) => Promise<unknown>>> = {
  'the instructions': async (page) => {
    await button(page, 'Instructions').click()
    await expect(page.getByRole('heading', { name: 'Instructions' })).toBeVisible()
  },
  'the question whether to finish': async (page) => {
    await pressFinish(page)
    await expect(dialog(page, 'Finish Trees?')).toBeVisible()
  },
  'the list of what has no answer': async (page) => {
    await pressFinish(page)
    await dialog(page, 'Finish Trees?').getByRole('button', { name: 'Finish' }).click()
    await expect(dialog(page, 'Some questions are still open')).toBeVisible()
  },
  'the drawer of questions': async (page) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await button(page, 'Questions').click()
    await expect(page.getByRole('dialog').getByRole('navigation')).toBeVisible()
  },
  'the calculator': async (page) => {
    await button(page, 'Calculator').click()
    await expect(page.getByRole('textbox', { name: 'Calculator display' })).toBeFocused()
  },
  'the question whether to leave': async (page) => {
    await page.goBack()
    await expect(dialog(page, 'Leave the exam?')).toBeVisible()
  },
  'the notice that full screen was left': async (page) => {
    await page.evaluate(() => document.exitFullscreen())
    await expect(dialog(page, 'This exam must be taken in Full Screen')).toBeVisible()
  },
  'the question whether to log off': async (page) => {
    await page.getByRole('banner').getByRole('button', { name: 'Log off' }).click()
    await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Go on with the exam' })).toBeVisible()
  },
  'the question whether to replace a file': async (page) => {
    await button(page, 'Next').click()
    await button(page, 'Next').click()
    const leaf = { name: 'leaf.txt', mimeType: 'text/plain', buffer: Buffer.from('A leaf') }
    const input = page.locator('input[type=file]')
    await input.setInputFiles(leaf)
    await expect(page.getByRole('list', { name: 'On the server', exact: true }).getByRole('listitem')).toHaveCount(1)
    await input.setInputFiles({ ...leaf, buffer: Buffer.from('Another leaf') })
    await expect(page.getByRole('alertdialog')).toBeVisible()
  },
  'the notice that a part is over': async (page, pass) => {
    await pass(90)
    await runUntilShown(page, dialog(page, 'The time for Leaves is over'), 5000)
  },
}

/** Exams that differ from the one that all others sit. */
const others: Readonly<Record<string, (spec: ExamSpec) => ExamSpec>> = {
  'the notice that full screen was left': (spec) => ({ ...spec, settings: { ...spec.settings, fullScreenExam: true } }),
  'the question whether to replace a file': (spec) => ({
    ...spec,
    questions: [...(spec.questions ?? []), { type: 'EVIDENCE', marks: 0, text: '<p>Your leaf</p>' }],
  }),
  'the notice that a part is over': ({ questions = [], ...spec }) => ({
    ...spec,
    sections: [
      { name: 'Leaves', sectionTime: 90, questions: questions.slice(0, 1) },
      { name: 'Bark', sectionTime: 600, questions: questions.slice(1) },
    ],
  }),
}

// TIME-324
for (const [place, goThere] of Object.entries(places))
  test(`time that ends in ${place} ends the exam, and what was answered is there`, async ({ page, sitwell }) => {
    const questions = [
      radio('Which leaf?', ['Ash', 'Beech'], 0, { requiresCalculator: true }),
      radio('Which bark?', ['Ash'], 0),
    ]
    const settings = { examTime: 180, introText: '<p>Bring a ruler.</p>' }
    const spec = exam({ name: 'Trees', settings, questions })
    const world = await sitwell.arrange(organisation({ exams: [others[place]?.(spec) ?? spec] }))
    const pass = (seconds: number) => sitwell.letPass(world, seconds)
    await page.clock.install()
    await signIn(page, world)
    await openExam(page, { name: 'Trees' })
    await startExam(page)
    await page.getByRole('radio', { name: 'Beech' }).check({ force: true })
    await expect(page.getByTestId('saved-state')).toHaveText('Saved')
    await goThere(page, pass)
    await pass(180)
    const complete = page.getByRole('heading', { name: 'Assessment complete' })
    await runUntilShown(page, complete, 5000)
    await expect(complete).toBeFocused()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    expect((await sitwell.answersOf(world)).map(({ answerText }) => answerText)).toContain('Beech')
  })
