import type { Page } from '@playwright/test'
import { officePreviewInvitations } from '@sitwell/contract'
import { expect, expectNoViolations, person, test } from '../../../../e2e/fixtures.ts'
import { pressOn, tabTo } from '../../../../e2e/keyboard.ts'
import { spoken } from '../../../../e2e/office.ts'
import { officeOf, owner, signInInAnyLanguage, signInToOffice } from '../../../../e2e/office-people.ts'

const college = () =>
  officeOf([
    owner(),
    person({ username: 'lena', firstName: 'Lena', lastName: 'Lind', email: 'lena@example.org' }),
    person({ username: 'tom', firstName: 'Tom', lastName: 'Ng' }),
  ])

const selected = (page: Page) => page.getByRole('group', { name: 'What to do with the selected rows' })
const everybody = (page: Page) => page.getByRole('checkbox', { name: /^Select all/ })

// OFFICE-209
test('selected people are invited by keys: who is mailed, and who not and why, is shown before and after', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(college())
  await signInToOffice(page, world)
  await expect(page.getByText('3 rows', { exact: true })).toBeVisible()
  await pressOn(page, everybody(page), 'Space')
  await expect(selected(page)).toContainText('3 rows selected')
  await page.route(`**/${officePreviewInvitations.path}`, (route) => route.abort())
  await pressOn(page, selected(page).getByRole('button', { name: 'Invite' }))
  const ask = page.getByRole('alertdialog', { name: 'Invite the selected people?' })
  await expect(spoken(page)).toHaveText('Whom it concerns could not be loaded.')
  await expectNoViolations(page)
  await page.unroute(`**/${officePreviewInvitations.path}`)
  await pressOn(page, ask.getByRole('button', { name: 'Try again' }))
  await expect(ask.getByRole('list', { name: 'Will be mailed: 1' }).getByRole('listitem')).toHaveText(
    'Lena Lind · lena@example.org',
  )
  await expect(ask.getByRole('list', { name: 'Nothing is done to: 2' }).getByRole('listitem')).toHaveText([
    'Tom Ng · no e-mail address',
    'Ada Owen · this is you',
  ])
  await expectNoViolations(page)
  await pressOn(page, ask.getByRole('button', { name: 'Invite' }))
  const done = page.getByRole('dialog', { name: 'Invite' })
  await expect(done.getByText('Mails that were sent: 1')).toBeVisible()
  await expectNoViolations(page)
  await expect.poll(async () => (await sitwell.mailsTo('lena@example.org')).length).toBe(1)
  await pressOn(page, done.getByRole('button', { name: 'Close' }))
  await expect(done).toHaveCount(0)
})

// OFFICE-209 OFFICE-411
test('selected people are suspended with a reason, and the list shows it', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(college())
  await signInToOffice(page, world)
  await expect(page.getByText('3 rows', { exact: true })).toBeVisible()
  await everybody(page).press('Space')
  await selected(page).getByRole('button', { name: 'Suspend' }).click()
  const ask = page.getByRole('alertdialog', { name: 'Suspend the selected people?' })
  await expect(ask.getByRole('list', { name: 'Will be suspended: 2' })).toBeVisible()
  await ask.getByRole('button', { name: 'Suspend' }).click()
  await expect(ask.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await tabTo(page, ask.getByRole('textbox', { name: 'Reason' }))
  await page.keyboard.type('Left')
  await ask.getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByText('People who were suspended: 2')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByRole('table').getByText('Suspended', { exact: true })).toHaveCount(2)
})

test('nobody selects who may do nothing to the selected', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(officeOf([owner(), person({ username: 'auditor', roles: ['auditor'] })]))
  await signInToOffice(page, world, '/people', 'auditor')
  await expect(page.getByText('2 rows', { exact: true })).toBeVisible()
  await expect(everybody(page)).toHaveCount(0)
})

test.describe('in Arabic', () => {
  test.use({ locale: 'ar' })

  test('who is mailed and who not stands from right to left, and every text is there', async ({ page, sitwell }) => {
    const world = await sitwell.arrange(college())
    await signInInAnyLanguage(page, world, '/people')
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await page.locator('thead').getByRole('checkbox').press('Space')
    await page.getByRole('button', { name: 'دعوة' }).click()
    await expect(page.getByRole('alertdialog').getByRole('list')).toHaveCount(3)
    await expect(page.getByText(/MESSAGE.UNDEFINED|many\./)).toHaveCount(0)
    await expectNoViolations(page)
  })
})
