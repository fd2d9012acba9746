import { expect, expectNoViolations, person, test } from '../../../../e2e/fixtures.ts'
import { pressOn, typeInto } from '../../../../e2e/keyboard.ts'
import { pressEnter, spoken } from '../../../../e2e/office.ts'
import { officeOf, owner, signInToOffice } from '../../../../e2e/office-people.ts'

const rules = '/settings?part=rules'

test('a rule is found, changed, refused with the reason, saved, and taken back to its default', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(officeOf([owner()]))
  await signInToOffice(page, world, rules)
  await expect(page.getByRole('heading', { name: 'Answers and connection' })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('searchbox', { name: 'Find settings' }).fill('late arrive')
  await expect(page.getByText('2 settings', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/search=late/)
  const row = page.locator('[data-rule="offlineAnswersHours"]')
  await expect(row).toContainText('24 hours')
  await page.getByRole('button', { name: 'Change: How late they may arrive' }).click()
  const field = page.getByRole('textbox', { name: 'How late they may arrive' })
  await expect(field).toHaveValue('24')
  await field.fill('a day')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(field).toHaveAccessibleDescription(/Write a number in digits\./)
  await expectNoViolations(page)
  await field.fill('1,5')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved: How late they may arrive' })).toBeVisible()
  await expect(row).toContainText('1.5 hours')
  await expect(row).toContainText('Default: 24 hours')
  await expect(row).toContainText('Last changed by Ada Owen')
  await expectNoViolations(page)

  await page.getByRole('searchbox', { name: 'Find settings' }).fill('')
  await page.getByRole('button', { name: 'Not as by default' }).click()
  await expect(page).toHaveURL(/show=changed/)
  await expect(row).toBeVisible()
  await expect(page.locator('[data-rule="sealParts"]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Back to the default: How late they may arrive' }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Find settings' }).fill('nothing is called this')
  await expect(page.getByText('No setting matches.')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Show all settings' }).click()
  await expect(row).toContainText('The default holds.')
})

test('a rule that somebody else changed meanwhile shows both values, and loses neither', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(officeOf([owner()]))
  await signInToOffice(page, world, `${rules}&search=seal`)
  await page.getByRole('button', { name: 'Change: Seal parts until they begin' }).click()
  await page.getByRole('combobox', { name: 'Seal parts until they begin' }).selectOption('off')
  const other = await page.context().newPage()
  await other.goto(`/office${rules}&search=seal`)
  await other.getByRole('button', { name: 'Change: Seal parts until they begin' }).click()
  await other.getByRole('combobox', { name: 'Seal parts until they begin' }).selectOption('on')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Somebody else has changed this since you opened it.', { exact: false })).toBeVisible()
  await expect(page.getByText('Now: On')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Seal parts until they begin' })).toHaveValue('off')
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await expect(page.locator('[data-rule="sealParts"]')).toContainText('Off')
})

test('by the keyboard alone: the way into a form and back, with the focus where it was', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(officeOf([owner()]))
  await signInToOffice(page, world, `${rules}&search=OfficeIdleMinutes`)
  const open = page.getByRole('button', { name: 'Change: Sign-out of staff after no use' })
  await expect(open).toBeVisible()
  await pressOn(page, open)
  const field = page.getByRole('textbox', { name: 'Sign-out of staff after no use' })
  await typeInto(page, field, '3')
  await pressOn(page, page.getByRole('button', { name: 'Save' }))
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription(/Write 5 or more\./)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('30')
  await expect(field).toHaveValue('30')
  // The form has what was saved also before the settings are read again.
  await page.route('**/office/api/settings', (route) => route.abort())
  await pressOn(page, page.getByRole('button', { name: 'Save' }))
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await expect(open).toBeFocused()
  await pressEnter(open)
  await expect(field).toHaveValue('30')
  await pressOn(page, page.getByRole('button', { name: 'Cancel' }))
  await expect(open).toBeFocused()
})

test('what was typed is not lost by a move without a question', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(officeOf([owner()]))
  await signInToOffice(page, world, '/settings')
  await page.getByRole('textbox', { name: 'Name' }).fill('Harbour College')
  await page.getByRole('link', { name: 'People' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Harbour College')
})

const svg = (inside: string) => ({
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">${inside}</svg>`),
})

test('colours show at once how well they can be read, and name, colours and logo are those of the sign-in page once saved', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(officeOf([owner()]))
  await signInToOffice(page, world, '/settings')
  const pair = (id: string) => page.locator(`tr[data-pair="${id}"]`)
  await expect(pair('bar')).toContainText('fits as given')
  await expectNoViolations(page)
  const primary = page.getByRole('textbox', { name: 'Primary colour', exact: true })
  await primary.fill('#ffff00')
  await expect(pair('link')).toContainText('1.0:1')
  await expect(pair('link')).toContainText('shown in a shade that can be read')
  await expect(page.getByTestId('preview')).toHaveCSS('--colour-primary', '#ffff00')
  await expectNoViolations(page)
  await primary.fill('#14467')
  await expect(page.getByText('The check follows once both colours can be read.')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(primary).toBeFocused()
  await expect(primary).toHaveAccessibleDescription(/Write a colour as #14467A/)
  await expectNoViolations(page)
  await primary.fill('#14467A')
  await expect(pair('link')).toContainText('fits as given')
  await page.getByRole('textbox', { name: 'Name' }).fill('Harbour College')

  const chosen = page.getByRole('group', { name: 'Logo', exact: true })
  await page.getByTestId('logo-file').setInputFiles({ ...svg(''), buffer: Buffer.alloc(10_000_000) })
  await expect(spoken(page)).toContainText('larger than 200 kB')
  await page.getByTestId('logo-file').setInputFiles(svg('<script>alert(1)</script>'))
  await expect(chosen.getByRole('img')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(spoken(page)).toContainText('The picture holds a script')
  await expectNoViolations(page)
  await page.getByTestId('logo-file').setInputFiles(svg('<rect width="10" height="10"/>'))
  await expect(spoken(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The look was saved.' })).toBeVisible()
  await expectNoViolations(page)

  const visitor = await page.context().newPage()
  await visitor.goto(world.loginPath)
  await expect(visitor.getByRole('textbox', { name: 'Username' })).toBeVisible()
  await expect(visitor.getByRole('img', { name: 'Harbour College' }).first()).toBeVisible()
  await expect(visitor.locator('html')).toHaveCSS('--colour-primary', '#14467a')

  await page.getByRole('button', { name: 'Remove: Logo', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Choose a picture: Logo', exact: true })).toBeFocused()
})

test('languages are chosen by their own names', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(officeOf([owner()]))
  await signInToOffice(page, world, '/settings?part=languages')
  await page.getByRole('combobox', { name: 'Before the sign-in' }).selectOption('English')
  await page.getByRole('checkbox', { name: 'English' }).check()
  await page.getByRole('checkbox', { name: 'Cymraeg' }).check()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The languages were saved.' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Cymraeg' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Deutsch' })).not.toBeChecked()
  await expect(page.getByText('Last changed by Ada Owen', { exact: false })).toBeVisible()
})

test('who may not change a rule sees it without a button, and why', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(
    officeOf([
      owner(),
      person({ username: 'iolo', firstName: 'Iolo', lastName: 'Tech', roles: ['it-administrator'] }),
      person({ username: 'efa', firstName: 'Efa', lastName: 'Jones', roles: ['exams-officer'] }),
    ]),
  )
  await signInToOffice(page, world, `${rules}&search=OfficeSecondStep`, 'iolo')
  await expect(page.locator('[data-rule="officeSecondStep"]')).toContainText('Only owners change this.')
  await expect(page.getByRole('button', { name: /^Change:/ })).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Find settings' }).fill('AssignmentUploadLimits.maxSize')
  await expect(page.getByRole('button', { name: 'Change: Largest file' })).toBeVisible()
})

test('an exams officer reads all parts, and nothing can be changed', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(
    officeOf([owner(), person({ username: 'efa', firstName: 'Efa', lastName: 'Jones', roles: ['exams-officer'] })]),
  )
  await signInToOffice(page, world, '/settings', 'efa')
  await expect(page.getByText('Owners and IT administrators change them.', { exact: false })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name' })).not.toBeEditable()
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await expectNoViolations(page)
  await page.getByRole('tab', { name: 'Languages' }).click()
  await expect(page.getByRole('checkbox', { name: 'English' })).toBeDisabled()
  await expectNoViolations(page)
  await page.getByRole('tab', { name: 'Rules' }).click()
  await expect(page.locator('[data-rule="officeSecondStep"]')).toContainText('Off')
  await expect(page.getByRole('button', { name: /^Change:/ })).toHaveCount(0)
  await expectNoViolations(page)
})

test('settings that can’t be read say so, and are read when asked again', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(officeOf([owner()]))
  await page.route(/office\/api\/settings$/, (route) => route.abort())
  await signInToOffice(page, world, rules)
  await expect(spoken(page)).toContainText('The settings could not be loaded.')
  await expectNoViolations(page)
  await page.unroute(/office\/api\/settings$/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Answers and connection' })).toBeVisible()
})

test.describe('in Arabic, on a phone', () => {
  test.use({ locale: 'ar', viewport: { width: 390, height: 844 } })

  test('each part runs from right to left, and every text is there', async ({ page, sitwell }) => {
    const world = await sitwell.arrange(officeOf([owner()]))
    await page.goto(`${world.origin}/office/login?${world.urlToken}`)
    await page.locator('input[name=username]').fill('owner')
    await page.locator('input[name=password]').fill('owner')
    await page.keyboard.press('Enter')
    await expect(page.locator('input[name=username]')).toHaveCount(0)
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    for (const part of ['look', 'languages', 'texts', 'rules']) {
      await page.goto(`${world.origin}/office/settings?part=${part}`)
      await expect(page.getByRole('tabpanel').locator('section').first()).toBeVisible()
      await expect(page.getByText(/MESSAGE.UNDEFINED/)).toHaveCount(0)
      await expectNoViolations(page)
    }
  })
})
