import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { saveAnswer } from '../packages/contract/src/calls.ts'
import { writeExam } from './arrange-exam.ts'
import { exam, expect, longText, organisation, radio, test } from './fixtures.ts'
import { lookAway } from './look-away.ts'
import { pressFinish } from './press-finish.ts'
import { openExam, signIn, startExam } from './sign-in.ts'
import { sitExam } from './sit-questions.ts'

const birds = (settings: object = {}) =>
  exam({
    name: 'Birds',
    settings: { examTime: 600, resultFeedbackMask: 7, ...settings },
    questions: [radio('Which is a bird?', ['Otter', 'Heron'], 1), longText('Describe it.', { marks: 0 })],
  })

/** Sends a save that the page has sent again, with other fields: what a learner's own session lets anybody do. */
const sendingAgain = (page: Page) => {
  const first = page.waitForRequest(`**/${saveAnswer.path}`)
  let sequence = 1000
  return async (fields: object) => {
    const request = await first
    sequence += 1
    return page.request.post(request.url(), {
      headers: { authorization: (await request.headerValue('authorization')) ?? '' },
      // Boundary: a save of our own page.
      data: { ...(request.postDataJSON() as object), sequence, requestId: crypto.randomUUID(), ...fields },
    })
  }
}

test('a mark that was shown stays as it is, whatever the learner’s own session sends afterwards', async ({ page, sitwell }) => {
  const again = sendingAgain(page)
  const world = await sitExam(page, sitwell, organisation({ exams: [birds()], schedules: [{ practice: true }] }))
  await page.getByRole('radio', { name: 'Otter' }).check({ force: true })
  await expect(page.getByTestId('saved-state')).toHaveText('Saved')
  await pressFinish(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Finish all the same' }).click()
  const panel = page.getByRole('region', { name: 'Your result' })
  await expect(panel).toContainText('0 of 1')
  const heron = { answerText: 'Heron', options: [{ optionID: '2', optionText: 'Heron' }] }
  for (const more of [{}, { IsFromLocalStorage: true }, { IsFromLocalStorage: true, writerId: crypto.randomUUID() }])
    await again({ ...heron, ...more })
  await page.reload()
  await expect(panel).toContainText('0 of 1')
  expect((await sitwell.answersOf(world)).map(({ answerText }) => answerText)).toEqual(['Otter'])
})

test('fields of a save that make no sense keep nobody from their own exam', async ({ page, sitwell }) => {
  const again = sendingAgain(page)
  await sitExam(page, sitwell, organisation({ exams: [birds()] }))
  await page.getByRole('radio', { name: 'Heron' }).check({ force: true })
  await expect(page.getByTestId('saved-state')).toHaveText('Saved')
  for (const page of ['', '0', '../..', 'x'.repeat(5000), '\u0000', null, {}, ['q'], 1e300])
    expect((await again({ page, timeRemaining: page, typed: page, ClientTime: page })).status()).toBeLessThan(500)
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Heron' })).toBeChecked()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByRole('textbox').fill('Grey.')
  await lookAway(page)
  await expect(page.getByTestId('saved-state')).toHaveText('Saved')
})

test('the schedules that a package brings, and those of the import, are what the learner sees', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(organisation({ exams: [], schedules: [] }))
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-schedules-'))
  try {
    const { examGuid } = await writeExam(birds(), folder, 'birds')
    const schedule = { guid: crypto.randomUUID(), username: 'learner', info: 'Room 2', password: 'Open2026' }
    await writeFile(join(folder, 'birds', 'schedules.json'), JSON.stringify([schedule]))
    await writeExam({ ...birds(), name: 'Practice of birds' }, folder, 'practice')
    expect(await sitwell.command(world, 'import', join(folder, 'birds'))).toContain('learner')
    const options = ['--schedule', 'learner', '--practice', '--extra-time', '5', '--until', '2100-01-01T12:00Z']
    await sitwell.command(world, 'import', join(folder, 'practice'), ...options)

    await signIn(page, world)
    const card = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name })
    await expect(card('Room 2')).toContainText('Birds')
    await expect(card('Practice of birds')).toContainText('2100')
    await openExam(page, { name: 'Practice of birds' })
    await startExam(page)
    await expect(page.getByRole('timer')).toHaveText('15m')
    await page.goto(`/exam/${examGuid}`)
    await page.getByRole('textbox', { name: 'Password' }).fill('Open2026')
    await page.keyboard.press('Enter')
    await startExam(page)
    await expect(page.getByRole('timer')).toHaveText('10m')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
