import type { Page } from '@playwright/test'
import { enterExam, exam, expect, expectNoViolations, organisation, radio, test } from './fixtures.ts'
import type { Sitwell } from './sitwell.ts'

const form = {
  type: 'QGRID',
  text: '<p>Hand in your <em>papers</em>.</p>',
  marks: 0,
  rows: [
    { cells: [{ components: [{ kind: 'fileButton', id: 'invoice', label: 'Invoice', accept: ['.pdf'] }] }] },
    { cells: [{ components: [{ kind: 'fileButton', id: 'plan', label: 'Plan' }] }] },
  ],
}

const sit = async (page: Page, sitwell: Sitwell) => {
  const world = await sitwell.arrange(
    organisation({ exams: [exam({ name: 'Papers', questions: [form, radio('Which?', ['A', 'B'], 0)] })] }),
  )
  await enterExam(page, world)
  return world
}

const field = (page: Page, label: string) => page.getByRole('article').getByRole('group', { name: label })
const pending = (page: Page) => page.getByRole('list', { name: 'Not on the server yet' }).getByRole('listitem')
const uploaded = (page: Page) => page.getByRole('list', { name: 'On the server', exact: true }).getByRole('listitem')
const choose = async (page: Page, label: string, name: string, content = name.endsWith('.pdf') ? `%PDF-1.4 ${name}` : name) => {
  const opening = page.waitForEvent('filechooser')
  await field(page, label).getByRole('button', { name: 'Choose a file' }).click()
  await (await opening).setFiles({
    name,
    mimeType: '',
    buffer: Buffer.from(content),
  })
}
const answer = async (sitwell: Sitwell, world: Awaited<ReturnType<typeof sit>>) =>
  JSON.stringify((await sitwell.answersOf(world))[0]?.wire)

// QGRID-212 UP-301
test('a file that is chosen in a form is uploaded with its name in the answer, also one that was chosen without a network', async ({
  page,
  sitwell,
}) => {
  const world = await sit(page, sitwell)
  await choose(page, 'Invoice', 'june.pdf')
  await expect(field(page, 'Invoice').getByText('june.pdf')).toBeVisible()
  await expect(uploaded(page)).toHaveText(/june\.pdf/)
  await expectNoViolations(page)

  await sitwell.goOffline(page)
  await choose(page, 'Plan', 'plan.txt')
  await expect(field(page, 'Plan').getByText('plan.txt')).toBeVisible()
  await expect(pending(page)).toHaveText(/plan\.txt/)
  await sitwell.goOnline(page)
  await expect(uploaded(page)).toHaveText([/june\.pdf/, /plan\.txt/])
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Question 2' })).toBeVisible()
  await expect.poll(() => answer(sitwell, world)).toContain('june.pdf')
  await expect.poll(() => answer(sitwell, world)).toContain('plan.txt')
})

// QGRID-212
test('another file in a form’s field takes the place of the one before, on the server too, and one that is removed is deleted there', async ({
  page,
  sitwell,
}) => {
  await sit(page, sitwell)
  await choose(page, 'Invoice', 'june.pdf')
  await expect(uploaded(page)).toHaveText([/june\.pdf/])
  await choose(page, 'Invoice', 'july.pdf')
  await expect(field(page, 'Invoice').getByText('july.pdf')).toBeVisible()
  await expect(uploaded(page)).toHaveText([/july\.pdf/])
  await field(page, 'Invoice').getByRole('button', { name: 'Remove' }).click()
  await expect(uploaded(page)).toHaveCount(0)
  await expect(field(page, 'Invoice').getByText('july.pdf')).toHaveCount(0)
})

test('a form says of a file that isn’t among the learner’s files any more, and takes its name only once it replaces another', async ({
  page,
  sitwell,
}) => {
  await sit(page, sitwell)
  await choose(page, 'Plan', 'plan.txt', 'first')
  await expect(uploaded(page)).toHaveText([/plan\.txt/])
  await choose(page, 'Plan', 'plan.txt', 'second')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Do you wish to wish to replace - plan.txt.')
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await expect(uploaded(page)).toHaveText([/plan\.txt/])
  await expect(pending(page)).toHaveCount(0)
  await expect(field(page, 'Plan').getByText('no longer among your files')).toHaveCount(0)
  await uploaded(page)
    .getByRole('button', { name: /^Delete/ })
    .click()
  await expect(uploaded(page)).toHaveCount(0)
  await expect(field(page, 'Plan').getByRole('status').last()).toHaveText(
    '“plan.txt” is no longer among your files. Choose it again, or remove it here.',
  )
})

test('a form says of a file that the server does not take that it isn’t among the learner’s files', async ({
  page,
  sitwell,
}) => {
  await sit(page, sitwell)
  await choose(page, 'Invoice', 'june.pdf', 'MZ\x90\0 a program')
  const dialog = page.getByRole('alertdialog', { name: 'Unable to Upload File' })
  await expect(dialog).toContainText('There was a problem uploading the file - june.pdf.')
  await dialog.getByRole('button', { name: 'Ok' }).click()
  await expect(field(page, 'Invoice').getByText('“june.pdf” is no longer among your files.')).toBeVisible()
  await choose(page, 'Invoice', 'july.pdf')
  await expect(uploaded(page)).toHaveText([/july\.pdf/])
  await expect(field(page, 'Invoice').getByText('no longer among your files')).toHaveCount(0)
})
