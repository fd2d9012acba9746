import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectNoViolations, test } from '../../../../e2e/fixtures.ts'
import { arrangeDelivery } from '../../../../e2e/office-deliveries.ts'
import { actOn, offerInRoom } from '../../../../e2e/office-exam-day.ts'
import { signInToOffice } from '../../../../e2e/office-people.ts'

const status = (page: Page, said: string) => page.getByRole('status').filter({ hasText: said })
const pinOf = async (page: Page, name: string) => {
  const row = page.getByRole('table', { name: 'People' }).locator('tbody tr[data-key]').filter({ hasText: name })
  await expect(row).toContainText(/\d{6}/)
  return /\d{6}/.exec((await row.textContent()) ?? '')?.[0]
}
/** Presses what saves a PDF, and answers its name. */
const saved = async (page: Page, press: () => Promise<void>): Promise<string> => {
  const waiting = page.waitForEvent('download')
  await press()
  const file = await waiting
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
  return file.suggestedFilename()
}

// OFFICE-209 OFFICE-410 OFFICE-411
test('an exam day on paper: the list and new PINs before it, and after it a room that is finished, signed off, and changed since', async ({
  page,
  sitwell,
}) => {
  const world = await arrangeDelivery(sitwell)
  await signInToOffice(page, world, '/deliveries')
  const { deliveryID } = await offerInRoom(page, world)
  await page.goto(`${world.origin}/office/deliveries/${deliveryID}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Winter exam' })).toBeVisible()
  const before = await pinOf(page, 'Lena Lind')

  await page.getByRole('button', { name: 'Attendance list…' }).click()
  const list = page.getByRole('dialog', { name: 'Attendance list' })
  await list.getByRole('combobox', { name: 'Room' }).selectOption({ label: 'Hall, Leith' })
  await expectNoViolations(page)
  const listName = await saved(page, () => list.getByRole('button', { name: 'Save the PDF' }).click())
  expect(listName).toBe('Attendance list Winter exam.pdf')
  await expect(status(page, 'The attendance list was saved.')).toBeVisible()

  await page.getByRole('button', { name: 'Slips with PINs…' }).click()
  const slips = page.getByRole('dialog', { name: 'Slips with PINs' })
  await expect(slips.getByText('There will be 2 slips.')).toBeVisible()
  await slips
    .getByRole('combobox', { name: 'PINs' })
    .selectOption({ label: 'New ones: slips that were printed before no longer work' })
  await expect(slips.getByText('The PINs of 2 people who have not begun are replaced.')).toBeVisible()
  await expectNoViolations(page)
  await saved(page, () => slips.getByRole('button', { name: 'Replace and save the PDF' }).click())
  await expect(status(page, 'The PINs were replaced, and the slips were saved.')).toBeVisible()
  await expect.poll(() => pinOf(page, 'Lena Lind')).not.toBe(before)
  await expect(page.getByText('PINs replaced for 2 people')).toBeVisible()
  await expectNoViolations(page)

  await page.goto(`${world.origin}/office/live/delivery/${deliveryID}`)
  await page.getByRole('link', { name: 'Finish the rooms' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Rooms of Winter exam' })).toBeVisible()
  await expect(page.getByText('Handed in: nothing to do.')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'Hall, Leith' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Report: Hall, Leith' })).toBeVisible()
  await expect(page.getByText('2 people are neither noted as present nor as absent.')).toBeVisible()
  await page.getByRole('button', { name: 'Sign off…' }).click()
  const sign = page.getByRole('dialog', { name: 'Sign off this room' })
  await actOn(page, deliveryID, 'mina', { kind: 'attendance', attendance: 'absent' })
  await sign.getByRole('textbox', { name: 'Remark' }).fill('A quiet morning.')
  await sign.getByRole('button', { name: 'Sign off' }).click()
  await expect(sign.getByText('Something has happened in the room meanwhile.', { exact: false })).toBeVisible()
  await expect(sign.getByText('1 person is neither noted as present nor as absent.')).toBeVisible()
  await expect(sign.getByRole('textbox', { name: 'Remark' })).toHaveValue('A quiet morning.')
  await expectNoViolations(page)
  await sign.getByRole('button', { name: 'Sign off' }).click()
  await expect(status(page, 'The room was signed off.')).toBeVisible()
  await expect(page.getByText(/^Signed off by Ada Owen/)).toBeVisible()
  await expect(page.getByText('A quiet morning.')).toBeVisible()

  await actOn(page, deliveryID, 'lena', { kind: 'attendance', attendance: 'present' })
  await page.getByRole('button', { name: 'Read again' }).click()
  await expect(page.getByText('Lena Lind · attendance: Not noted → Present')).toBeVisible()
  await expectNoViolations(page)
  const report = await saved(page, () => page.getByRole('button', { name: 'Save as a PDF' }).click())
  expect(report).toBe('Report of a room Winter exam Hall.pdf')
  await page.goto(`${world.origin}/office/deliveries/${deliveryID}`)
  await expect(page.getByText('Something has changed since.')).toBeVisible()
})
