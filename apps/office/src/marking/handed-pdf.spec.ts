import type { Page } from '@playwright/test'
import { exam, expect, expectNoViolations, organisation, person, type Sitwell, test } from '../../../../e2e/fixtures.ts'
import { codeOf, markByKeys, openQueue, response, sitByCalls, whereMarks } from '../../../../e2e/marking.ts'
import { pressEnter } from '../../../../e2e/office.ts'
import { pdfFile } from '../../../../e2e/pdf-file.ts'

const long = pdfFile({
  pages: Array.from({ length: 300 }, (_, index) => ({
    lines: [`Page ${index + 1}`, index === 199 ? 'The beech is bare' : 'Notes of the day'],
    links: index === 0 ? [{ text: 'A link elsewhere', url: 'https://elsewhere.example/' }] : [],
  })),
})
const damaged = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5000, 'x')])
const locked = pdfFile({ pages: [{ lines: ['Under lock'] }], password: 'sesame' })

const learners = ['ann', 'bob', 'cas']

/** A marker has the first response of a queue open; each learner handed in one of the files. */
const arrive = async (sitwell: Pick<Sitwell, 'arrange'>, page: Page, ...files: readonly Uint8Array[]) => {
  const sitting = learners.slice(0, files.length)
  const world = await sitwell.arrange(
    organisation({
      settings: { OfficeSecondStep: 'off', AllowedAssignmentUploadFileTypes: 'pdf' },
      exams: [
        exam({
          name: 'Trees',
          questions: [{ type: 'EVIDENCE', text: 'Your fieldwork', evidenceText: '<p>Upload it.</p>', marks: 4 }],
          settings: { examTime: 3600 },
        }),
      ],
      people: [
        person({ username: 'mara', firstName: 'Mara', lastName: 'Vogt', roles: ['marker'] }),
        ...sitting.map((username) => person({ username, firstName: `${username}first`, lastName: `${username}last` })),
      ],
      schedules: sitting.map((username) => ({ username })),
    }),
  )
  for (const [index, username] of sitting.entries()) {
    const run = await sitByCalls(world, username)
    await run.upload('fieldwork.pdf', files[index] ?? damaged)
    await run.write(0, 'visited')
    await run.handIn()
  }
  await openQueue(page, world)
}

const viewer = (page: Page) => page.getByRole('region', { name: 'Document: File 1' })
const openPdf = (page: Page) => page.getByRole('button', { name: /^Open file 1, a PDF/ }).click()
const chosenMark = (page: Page) => page.getByRole('radio', { checked: true })

test('a PDF of 300 pages opens next to the mark scheme, draws only the pages near the visible one, and is marked by digit and Enter', async ({
  page,
  sitwell,
}) => {
  await arrive(sitwell, page, long, damaged)
  const outside: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(sitwell.origin) && !request.url().startsWith('blob:')) outside.push(request.url())
  })
  page.context().on('page', (other) => outside.push(other.url()))
  const first = await codeOf(page)
  await openPdf(page)
  const document = viewer(page)
  await expect(document.getByRole('group', { name: 'Page 1', exact: true }).locator('.textLayer')).toContainText('Page 1')
  const canvases = document.locator('.canvasWrapper canvas')
  expect(await canvases.count()).toBeLessThan(12)
  await expect(document.getByRole('link', { name: 'leads out of the document' })).toBeVisible()
  await expect(document.locator('a[href], .annotationLayer input')).toHaveCount(0)
  await expectNoViolations(page)

  // Keys of the viewer act on nothing of the mark.
  const pages = document.getByRole('group', { name: 'Pages of the document' })
  await expect(pages).toBeFocused()
  await page.keyboard.press('End')
  const number = document.getByRole('textbox', { name: 'Go to page' })
  await expect(number).toHaveValue('300')
  await number.fill('150')
  await number.press('Enter')
  await expect(document.getByRole('group', { name: 'Page 150', exact: true }).locator('.textLayer')).toContainText('Page 150')
  await page.keyboard.press('Control+f')
  await page.keyboard.type('beech')
  await page.keyboard.press('Enter')
  await expect(document.getByText('1 of 1', { exact: true })).toBeVisible()
  await expect(number).toHaveValue('200')
  await page.keyboard.press('Escape')
  await expect(pages).toBeFocused()
  await expect(chosenMark(page)).toHaveCount(0)
  await expect(response(page)).toHaveText(`Response ${first}`)
  expect(await canvases.count()).toBeLessThan(12)

  await markByKeys(page, '3')
  await expect(whereMarks(page, '1 mark is on the server')).toBeVisible()
  await expect(response(page)).not.toHaveText(`Response ${first}`)
  await expect(document).toHaveCount(0)
  expect(outside).toEqual([])
})

test('a damaged PDF says so and can be downloaded, and a closed viewer gives the focus back', async ({ page, sitwell }) => {
  await arrive(sitwell, page, damaged)
  await openPdf(page)
  const notice = viewer(page).getByRole('alert')
  await expect(notice).toContainText('Its file is damaged. Download it and try another program.')
  await expectNoViolations(page)
  const saving = page.waitForEvent('download')
  await notice.getByRole('button', { name: /^Download file 1/ }).click()
  expect((await saving).suggestedFilename()).toMatch(/-1\.pdf$/)
  await notice.getByRole('button', { name: 'Close the document' }).click()
  await expect(page.getByRole('button', { name: /^Open file 1, a PDF/ })).toBeFocused()
})

test('a PDF with a password asks for it, and digits and Enter in the field give no mark', async ({ page, sitwell }) => {
  await arrive(sitwell, page, locked)
  const code = await codeOf(page)
  await openPdf(page)
  const field = viewer(page).getByLabel('Password of the document')
  await expect(viewer(page).getByRole('button', { name: /^Download file 1/ })).toBeVisible()
  await field.pressSequentially('4')
  await field.press('Enter')
  await expect(viewer(page).getByText('This password doesn’t open it.')).toBeVisible()
  await expect(chosenMark(page)).toHaveCount(0)
  await field.fill('sesame')
  await pressEnter(field)
  await expect(viewer(page).locator('.textLayer')).toContainText('Under lock')
  await expect(response(page)).toHaveText(`Response ${code}`)
})
