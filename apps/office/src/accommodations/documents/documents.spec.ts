import type { Locator, Page } from '@playwright/test'
import { officeAccommodationDocuments } from '@sitwell/contract'
import { exam, expect, expectNoViolations, organisation, person, test } from '../../../../../e2e/fixtures.ts'
import { pressEnter } from '../../../../../e2e/office.ts'
import { owner, signInToOffice } from '../../../../../e2e/office-people.ts'
import { settled } from '../../../../../e2e/settled.ts'

const section = (page: Page) => page.getByRole('region', { name: 'Documents' })
const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF') })

/** Presses what has the focus by then: a page that has just changed may move it. */
const pressKey = async (one: Locator) => {
  await one.focus()
  await expect(one).toBeFocused()
  await pressEnter(one)
}

/** The same in a dialog that has just opened: it takes no press in its first moment, so that the one that opened it doesn't answer it too. */
const pressUntil = (one: Locator, happened: () => Promise<void>) =>
  expect(async () => {
    if ((await one.count()) > 0) await pressKey(one)
    await happened()
  }).toPass()

test('a document is added, opened and removed by keys; the page lists who opened it, and an auditor sees nothing of it', async ({
  page,
  browser,
  sitwell,
}) => {
  const world = await sitwell.arrange(
    organisation({
      settings: { OfficeSecondStep: 'off' },
      exams: [exam({ name: 'Trees' })],
      people: [
        person({ username: 'lena', firstName: 'Lena', lastName: 'Lind' }),
        owner(),
        person({ username: 'ivan', firstName: 'Ivan', lastName: 'Tal', roles: ['auditor'] }),
      ],
      schedules: [],
    }),
  )
  const at = `/people/${world.people[0]?.userId}`
  await page.route(`**/${officeAccommodationDocuments.path}?*`, (route) => route.abort())
  await signInToOffice(page, world, at)
  await expect(section(page).getByRole('alert')).toHaveText('The documents could not be loaded.')
  await page.unroute(`**/${officeAccommodationDocuments.path}?*`)
  await section(page).getByRole('button', { name: 'Try again' }).click()
  await expect(section(page).getByText('None. Add an accommodation first.')).toBeVisible()

  const accommodations = page.getByRole('region', { name: 'Accommodations' })
  await settled(page)
  await accommodations.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('textbox', { name: 'Extra time in percent' }).fill('25')
  await page.getByRole('textbox', { name: 'Approved by' }).fill('Dr Vane')
  await page.getByRole('textbox', { name: 'Based on' }).fill('A letter')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(section(page).getByText('None.', { exact: true })).toBeVisible()
  await settled(page)

  const add = section(page).getByRole('button', { name: 'Add', exact: true })
  await pressKey(add)
  const dialog = page.getByRole('dialog', { name: 'Add a document about Lena Lind' })
  await expect(dialog).toBeVisible()
  const send = dialog.getByRole('button', { name: 'Add the document' })
  await pressUntil(send, () => expect(dialog.getByText('Choose a file.')).toBeVisible({ timeout: 3000 }))
  await page.getByTestId('document-file').setInputFiles({ ...pdf('letter.pdf'), buffer: Buffer.from('<p>no letter</p>') })
  await expect(dialog.getByText('letter.pdf')).toBeVisible()
  await pressKey(send)
  await expect(dialog.getByText('This is neither a PDF nor a picture.')).toBeVisible()
  await settled(page)
  await expectNoViolations(page)
  await page.getByTestId('document-file').setInputFiles(pdf('letter of Dr Vane.pdf'))
  await expect(dialog.getByText('letter of Dr Vane.pdf')).toBeVisible()
  await pressKey(send)
  await expect(page.getByRole('status').filter({ hasText: 'Document added.' })).toBeVisible()
  await expect(section(page).getByText('Nobody has opened it.')).toBeVisible()

  // The list was read again after the document came.
  await settled(page)
  const download = page.waitForEvent('download')
  await pressKey(section(page).getByRole('button', { name: 'Open: letter of Dr Vane.pdf' }))
  expect((await download).suggestedFilename()).toBe('letter of Dr Vane.pdf')
  const opened = section(page).getByText('Opened 1 time')
  await expect(opened).toBeVisible()
  await pressKey(opened)
  await expect(section(page).getByText(/^Ada Owen, /)).toBeVisible()
  await settled(page)
  await expectNoViolations(page)

  const auditor = await (await browser.newContext()).newPage()
  await signInToOffice(auditor, world, at, 'ivan')
  await expect(auditor.getByText('25% more time', { exact: true })).toBeVisible()
  await expect(section(auditor)).toHaveCount(0)
  await auditor.context().close()

  await pressKey(section(page).getByRole('button', { name: 'Remove: letter of Dr Vane.pdf' }))
  const question = page.getByRole('alertdialog', { name: 'Remove letter of Dr Vane.pdf?' })
  await expect(question).toBeVisible()
  await pressUntil(question.getByRole('button', { name: 'Remove' }), () => expect(question).toHaveCount(0, { timeout: 3000 }))
  await expect(page.getByRole('status').filter({ hasText: 'Document removed.' })).toBeVisible()
  await expect(section(page).getByText('Removed document')).toBeVisible()
  await expect(section(page).getByRole('button', { name: /^Open/ })).toHaveCount(0)
})
