import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { gridSeparators } from '@sitwell/contract'
import type { QuestionSpec } from '../../../../e2e/arrange-exam.ts'
import { exam, expect, longText, organisation, person, test } from '../../../../e2e/fixtures.ts'
import { invigilate, invigilator } from '../../../../e2e/invigilator.ts'
import { markByKeys, response, sitByCalls, whereMarks } from '../../../../e2e/marking.ts'
import { arriveInOffice } from '../../../../e2e/office.ts'

const media = (name: string) => readFile(new URL(`../../../../e2e/media/${name}`, import.meta.url))

const drawing: QuestionSpec = {
  ...{ type: 'QGRID', text: 'Draw a leaf', marks: 3 },
  rows: [
    {
      cells: [
        {
          components: [
            { kind: 'drawing', id: 'd', label: 'The leaf', src: 'resources/leaf.png', alt: 'A leaf', width: 100, height: 80 },
          ],
        },
      ],
    },
  ],
}
const scheme = {
  criteria: [
    { id: 'cause', title: 'Cause', maxMarks: 2 },
    {
      ...{ id: 'effect', title: 'Effect', maxMarks: 1 },
      levels: [
        { marks: 0, description: 'none is named' },
        { marks: 1, description: 'one is named' },
      ],
    },
  ],
}
const questions: QuestionSpec[] = [
  { type: 'EVIDENCE', text: 'Your fieldwork', evidenceText: '<p>Upload all you have.</p>', marks: 4 },
  drawing,
  {
    ...{ type: 'MULTITEXT', text: 'Answer both' },
    parts: [
      { id: 'a', text: 'Why?', marks: 2, lineCount: 3 },
      { id: 'b', text: 'How?', marks: 2, lineCount: 3 },
    ],
  },
  longText('Why do leaves fall?', { marks: 3, markScheme: scheme }),
]
const college = (leaf: Uint8Array) =>
  organisation({
    settings: { OfficeSecondStep: 'off', AllowedAssignmentUploadFileTypes: 'pdf, png, mp3, webm, txt' },
    exams: [exam({ name: 'Trees', questions, settings: { examTime: 3600 }, files: { 'resources/leaf.png': leaf } })],
    people: [
      person({ username: 'ann', firstName: 'Annabel', lastName: 'Quill' }),
      person({ username: 'mara', firstName: 'Mara', lastName: 'Vogt', roles: ['marker'] }),
      invigilator,
    ],
    schedules: [{ username: 'ann' }],
  })

const drawn = JSON.stringify({ w: 100, h: 80, marks: [['t', 'k', 10, 10, 'A vein']], said: 'A leaf' })
const { segment, value } = gridSeparators

/** From the list of queues to the first response of one. */
const open = async (page: Page, name: RegExp): Promise<void> => {
  await page.goto('/office/marking')
  await page.getByRole('link', { name }).click()
  await expect(response(page)).toBeVisible()
}

/** Gives marks, and waits until the server has them. */
const mark = async (page: Page, digit: string): Promise<void> => {
  await markByKeys(page, digit)
  await expect(whereMarks(page, '1 mark is on the server')).toBeVisible()
}

const readyStateOf = (player: Locator) => player.evaluate((one) => (one instanceof HTMLMediaElement ? one.readyState : 0))

// OFFICE-306
test('all that candidates hand in is marked: files of each kind, a drawing, parts, criteria, and an answer that changed', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(college(await media('square.png')))
  const sitting = await sitByCalls(world, 'ann')
  for (const name of ['page.pdf', 'square.png', 'tone.mp3', 'film.webm'])
    await sitting.upload(`quill-${name}`, await media(name))
  await sitting.upload('quill-notes.txt', Buffer.from('Notes of the day'))
  await sitting.write(0, 'visited')
  await sitting.write(1, ['', `d${value}${drawn}`, '', ''].join(segment))
  await sitting.write(2, 'For want of light\nSlowly', [
    { optionID: 'a', optionText: 'For want of light' },
    { optionID: 'b', optionText: 'Slowly' },
  ])
  await sitting.write(3, 'It is cold.')
  await sitting.handIn()

  await arriveInOffice(page, world, { as: 'mara', at: '/marking' })
  await open(page, /Your fieldwork/)
  const picture = page.getByRole('img', { name: 'File 2' })
  await expect.poll(() => picture.evaluate((one) => one instanceof HTMLImageElement && one.naturalWidth > 0)).toBe(true)
  const width = () => picture.evaluate((one) => one.getBoundingClientRect().width)
  const before = await width()
  await page.getByRole('button', { name: 'Larger' }).click()
  await expect.poll(width).toBeGreaterThan(before)
  await expect.poll(() => readyStateOf(page.getByLabel('File 3'))).toBeGreaterThan(0)
  await expect.poll(() => readyStateOf(page.getByLabel('File 4'))).toBeGreaterThan(0)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download file 5/ }).click()
  expect((await saving).suggestedFilename()).not.toContain('quill')
  await page.getByRole('button', { name: /^Open file 1, a PDF/ }).click()
  await expect(page.getByRole('region', { name: 'Document: File 1' }).locator('.textLayer').first()).toBeVisible()
  await expect(page.locator('body')).not.toContainText('quill')
  await page.getByRole('radio', { name: '3', exact: true }).check()
  await mark(page, '3')

  await open(page, /Draw a leaf/)
  await expect(page.getByRole('img', { name: /^Drawing of response/ })).toBeVisible()
  await expect(page.getByText('A leaf', { exact: true })).toBeVisible()
  await mark(page, '2')

  await open(page, /part 1/)
  await expect(page.getByText('For want of light')).toBeVisible()
  await expect(page.getByText('Slowly')).toHaveCount(0)
  await mark(page, '1')
  await open(page, /part 2/)
  await expect(page.getByText('Slowly')).toBeVisible()
  await mark(page, '2')

  await open(page, /Why do leaves fall/)
  await page.getByRole('group', { name: 'Cause' }).getByRole('radio', { name: '2', exact: true }).check()
  await page.getByRole('group', { name: 'Effect' }).getByRole('radio', { name: '1 one is named' }).check()
  await expect(page.getByRole('status').filter({ hasText: '3 / 3' })).toBeVisible()
  await page.getByRole('button', { name: 'Store, next' }).click()
  await expect(whereMarks(page, '1 mark is on the server')).toBeVisible()

  const staff = await invigilate(sitwell, world, world.exams[0]?.examGuid ?? '')
  await staff.reopen('The fire alarm rang.', 600)
  await sitting.write(3, 'It is dark.')
  await sitting.handIn()
  await open(page, /Why do leaves fall/)
  await expect(page.getByRole('region', { name: 'Answer', exact: true })).toContainText('It is dark.')
  await expect(page.getByRole('region', { name: 'What the last mark saw' })).toContainText('It is cold.')
})
