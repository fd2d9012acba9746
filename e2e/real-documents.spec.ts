import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { exam, expect, organisation, radio, signIn, startExam, test } from './fixtures.ts'

const at = (name: string) => fileURLToPath(new URL(`../../shared/data/pdf/${name}.pdf`, import.meta.url))

/** What is read in the first page of each; undefined if it holds none that a test could type. */
const documents = {
  'pdflatex-forms': 'Name',
  annotated_pdf: undefined,
  'habibi-rotated': undefined,
  'libre-office-link': undefined,
  multicolumn: undefined,
  mistitled_outlines_example: undefined,
} as const
const locked = { name: 'libreoffice-writer-password', password: 'openpassword' }

test('PDFs of other programs show: with forms, notes, turned pages, from right to left, locked; nothing of them runs', async ({
  page,
  context,
  sitwell,
}) => {
  const names = [...Object.keys(documents), locked.name]
  test.skip(!names.every((name) => existsSync(at(name))), 'shared/data/pdf is not there')
  const files = Object.fromEntries(names.map((name) => [`resources/${name}.pdf`, new Uint8Array(readFileSync(at(name)))]))
  const links = names.map((name) => `<p><a href="resources/${name}.pdf">${name}</a></p>`).join('')
  const world = await sitwell.arrange(
    organisation({ exams: [exam({ files, questions: [radio(`<div>Read. ${links}</div>`, ['Yes', 'No'], 0)] })] }),
  )
  const outside: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(sitwell.origin) && !request.url().startsWith('blob:')) outside.push(request.url())
  })
  page.on('dialog', (dialog) => outside.push(dialog.message()))
  context.on('page', (other) => outside.push(other.url()))
  await signIn(page, world)
  await page.goto(`/exam/${world.exams[0]?.examGuid}`)
  await startExam(page)
  const shown = page.getByRole('region', { name: /^Document: / })
  const first = shown.locator('.page[data-page-number="1"]')
  for (const [name, text] of Object.entries(documents)) {
    await page.getByRole('link', { name, exact: true }).click()
    await expect(first.and(page.locator('[data-loaded="true"]')).locator('canvas').first()).toBeVisible()
    if (text !== undefined) await expect(first.locator('.textLayer')).toContainText(text)
    // No field to fill in, nothing to press.
    await expect(shown.locator('.pdfViewer').locator('input, select, textarea, button, iframe')).toHaveCount(0)
    // Each scrolls to its place as it likes: a pointer may come late to the next.
    for (const link of await shown.locator('.pdfViewer').getByRole('link').all()) await link.dispatchEvent('click')
  }
  await page.getByRole('link', { name: locked.name }).click()
  await shown.getByRole('textbox', { name: 'Password of the document' }).fill(locked.password)
  await page.keyboard.press('Enter')
  await expect(first.and(page.locator('[data-loaded="true"]')).locator('canvas').first()).toBeVisible()
  expect(outside).toEqual([])
})
