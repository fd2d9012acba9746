import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  exam,
  expect,
  expectNoViolations,
  longText,
  openExam,
  organisation,
  person,
  signIn,
  startExam,
  test,
} from '../../../../e2e/fixtures.ts'
import { saveAnswer, uploadFile } from '../../../../packages/contract/src/calls.ts'

const logsIcon = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Activity logs' })
const bugIcon = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Report a bug' })

// ADM-302 ADM-303 ADM-304 ADM-306 ADM-307 ADM-308 ADM-310 ADM-311 ADM-320 ADM-321 BAR-109 BAR-112 BAR-310 NAV-313 NAV-314
test("an administrator inspects, uploads and deletes what a learner's sittings left unsent in this browser", async ({
  context,
  page,
  sitwell,
}) => {
  const admin = person({ username: 'admin', admin: true })
  const world = await sitwell.arrange(
    organisation({
      people: [person({ firstName: '<b>Mina</b>' }), admin],
      exams: [exam({ name: 'Fishes' }), exam({ name: 'Birds' })],
      schedules: [{ exam: 0 }, { exam: 1 }],
    }),
  )
  const other = await sitwell.arrange(organisation({ people: [admin] }))
  await context.route('**/assessment/activitylog/**', (route) => route.abort())
  await signIn(page, world)
  for (const name of ['Fishes', 'Birds']) {
    await openExam(page, { name })
    await startExam(page)
    await page.goto('/schedules')
  }
  await expect(bugIcon(page)).toBeHidden()
  await expect(logsIcon(page)).toBeHidden()
  for (const path of ['/logs', '/log/anything']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'This page doesn’t exist' })).toBeVisible()
  }
  await page.close()

  const desk = await context.newPage()
  await signIn(desk, other)
  await logsIcon(desk).click()
  await expect(desk.getByText('This browser keeps no activity logs.')).toBeVisible()
  await expect(desk.getByText('Nothing was set aside in this browser.')).toBeVisible()
  await expectNoViolations(desk)

  await signIn(desk, world, { as: admin })
  await expect(bugIcon(desk)).toBeVisible()
  await logsIcon(desk).click()
  await expect(desk).toHaveURL(/\/logs$/)
  const table = desk.getByRole('table', { name: 'Activity logs' })
  const rowOf = (name: string) => table.getByRole('row').filter({ hasText: name })
  await expect(table.getByRole('row')).toHaveCount(3)
  await expect(rowOf('Fishes').getByRole('rowheader')).toHaveText(/<b>Mina<\/b> Okafor/)
  const sizes = desk.getByLabel('Rows per page')
  await expect(sizes.getByRole('option')).toHaveText(['5', '10', '25'])
  await expect(sizes).toHaveValue('10')
  await expectNoViolations(desk)
  await desk.setViewportSize({ width: 390, height: 844 })
  await expect(table.getByRole('row')).toHaveCount(3)
  await expectNoViolations(desk)
  expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  if (process.env.SITWELL_SHOTS) await desk.screenshot({ path: `${process.env.SITWELL_SHOTS}/logs-390.png`, fullPage: true })
  await desk.setViewportSize({ width: 1280, height: 800 })
  if (process.env.SITWELL_SHOTS) await desk.screenshot({ path: `${process.env.SITWELL_SHOTS}/logs-1280.png` })

  await rowOf('Fishes')
    .getByRole('button', { name: /^Inspect/ })
    .click()
  await expect(desk).toHaveURL(/\/log\/[0-9a-f-]{36}$/)
  const entries = desk.getByRole('table', { name: 'Activity log' })
  await expect(entries.getByRole('rowheader').filter({ hasText: 'Start exam' })).toHaveCount(1)
  await expect(desk.getByLabel('Rows per page')).toHaveValue('5')
  await expectNoViolations(desk)
  if (process.env.SITWELL_SHOTS) await desk.screenshot({ path: `${process.env.SITWELL_SHOTS}/log-1280.png` })
  await desk.getByRole('button', { name: 'All activity logs' }).click()

  const upload = rowOf('Fishes').getByRole('button', { name: /^Upload/ })
  await upload.click()
  await expect(desk.getByText('The log could not be uploaded. Nothing that was unsent has been deleted.')).toBeFocused()
  await expect(table.getByRole('row')).toHaveCount(3)
  await context.unroute('**/assessment/activitylog/**')
  const answered = desk.waitForResponse('**/assessment/activitylog/**')
  await upload.click()
  expect((await answered).status()).toBe(200)
  await expect(desk.getByText('The log was uploaded.')).toBeFocused()
  await expect(table.getByRole('row')).toHaveCount(2)

  const remove = rowOf('Birds').getByRole('button', { name: /^Delete/ })
  await remove.click()
  const dialog = desk.getByRole('alertdialog', { name: 'Delete this log?' })
  await expect(dialog).toContainText(/never sent to the server: [1-9]\d*\. They would be lost for good\./)
  await expectNoViolations(desk)
  await dialog.getByRole('button', { name: 'Keep the log' }).click()
  await expect(remove).toBeFocused()
  await remove.click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(desk.getByText('The log was deleted.')).toBeFocused()
  await expect(desk.getByText('This browser keeps no activity logs.')).toBeVisible()
  await desk.reload()
  await expect(desk.getByText('This browser keeps no activity logs.')).toBeVisible()
  await desk.getByRole('button', { name: 'Back to my assessments' }).press('Enter')
  await expect(desk).toHaveURL(/\/schedules$/)
})

test('an administrator sees what was set aside on this device, with its reason, and exports it with the logs', async ({
  context,
  page,
  sitwell,
}) => {
  const admin = person({ username: 'admin', admin: true })
  const evidence = { type: 'EVIDENCE', marks: 0, text: '<p>A lake</p>', evidenceText: '<p>A photograph, please.</p>' }
  const lake = exam({ name: 'Lakes', questions: [longText('Describe a lake.'), evidence] })
  const world = await sitwell.arrange(organisation({ people: [person(), admin], exams: [lake] }))
  const refusal = { error: { code: 'INVALID_ANSWER', message: 'The answer does not fit its question.' } }
  await page.route(`**/${saveAnswer.path}`, (route) => route.fulfill({ status: 422, json: refusal }))
  const refusedFile = { error: { code: 'INVALID_FILE', message: 'No such file.' } }
  await page.route(`**/${uploadFile.path}`, (route) => route.fulfill({ status: 422, json: refusedFile }))
  await signIn(page, world)
  await openExam(page, { name: 'Lakes' })
  await startExam(page)
  await page.getByRole('textbox').fill('Deep <b>and</b> cold')
  await page.getByRole('button', { name: 'Bookmark', exact: true }).click()
  await expect(page.getByText('An answer could not be saved on the server.')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  const photo = { name: 'lake.png', mimeType: 'image/png', buffer: Buffer.from('blue') }
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /^Choose/ }).click()
  await (await choosing).setFiles(photo)
  await expect(page.getByRole('alertdialog', { name: 'Unable to Upload File' })).toBeVisible()
  await page.close()

  const desk = await context.newPage()
  await signIn(desk, world, { as: admin })
  await logsIcon(desk).click()
  await expect(desk.getByRole('heading', { name: 'Set aside' })).toBeVisible()
  const table = desk.getByRole('table', { name: 'Set aside' })
  const row = table.getByRole('row').filter({ hasText: 'Deep <b>and</b> cold' }).first()
  await expect(row).toContainText('Mina Okafor')
  await expect(row).toContainText('Lakes')
  await expect(row).toContainText(/Answer\s.*\S/)
  await expect(row).toContainText('The answer does not fit its question')
  await expect(row.locator('time')).toHaveAttribute('datetime', /^\d{4}-.*Z$/)
  await expectNoViolations(desk)
  await desk.setViewportSize({ width: 390, height: 844 })
  await expect(row).toBeVisible()
  await expectNoViolations(desk)
  expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  const save = desk.getByRole('button', { name: 'Save the file lake.png' })
  const [saved] = await Promise.all([desk.waitForEvent('download'), save.press('Enter')])
  expect(saved.suggestedFilename()).toBe('lake.png')
  expect(await readFile(await saved.path(), 'utf8')).toBe('blue')
  await expect(desk.getByText('The file was saved on this device.')).toBeFocused()

  const onlyHere = desk.getByRole('table', { name: 'Answers that are only on this device' })
  await expect(onlyHere.getByRole('row').filter({ hasText: 'Mina Okafor' })).toContainText('Lakes')
  if (process.env.SITWELL_SHOTS)
    await desk.screenshot({ path: `${process.env.SITWELL_SHOTS}/only-here-390.png`, fullPage: true })
  const [handIn] = await Promise.all([
    desk.waitForEvent('download'),
    desk.getByRole('button', { name: /^Save as a file: Mina/ }).press('Enter'),
  ])
  await expect(desk.getByText('The answers were saved as a file.')).toBeFocused()
  expect(await sitwell.command(world, 'hand-in', await handIn.path())).toMatch(/question 1 .*taken: it counts/)
  expect((await sitwell.answersOf(world)).map(({ answerText }) => answerText)).toEqual(['Deep <b>and</b> cold'])

  const [download] = await Promise.all([
    desk.waitForEvent('download'),
    desk.getByRole('button', { name: 'Export all of it' }).press('Enter'),
  ])
  expect(download.suggestedFilename()).toMatch(/^sitwell-device-.*\.json$/)
  const file = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(file).toMatchObject({ format: 'sitwell-device', activityLogs: expect.any(Array) })
  expect(JSON.stringify(file.setAside)).toContain('Deep <b>and</b> cold')
  expect(JSON.stringify(file.userActivity)).toContain(saveAnswer.path)
  await expect(desk.getByText('The export was saved as a file.')).toBeFocused()
})
