import { openComponent } from '../../../../e2e/component-pages.ts'
import { expect, expectNoViolations, test } from '../../../../e2e/fixtures.ts'
import { pressOn, tabTo } from '../../../../e2e/keyboard.ts'

test.component('an error is read out with its field, takes the focus, and leaves what was typed', async ({ page }) => {
  await openComponent(page, 'officeForms', {})
  const name = page.getByRole('textbox', { name: 'Name' })
  const email = page.getByRole('textbox', { name: 'E-mail' })
  await expect(name).toHaveAttribute('aria-required', 'true')
  await name.fill('Lena Lindqvist')
  await email.fill('lena')
  await pressOn(page, page.getByRole('button', { name: 'Add a person' }))
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription('The invitation goes there. This is not an address, such as ada@example.org.')
  await expect(name).toHaveValue('Lena Lindqvist')
  await expect(name).not.toHaveAttribute('aria-invalid')
  await expectNoViolations(page)
})

test.component('a date is typed part by part, half of one is no value, and one press empties it', async ({ page }) => {
  await openComponent(page, 'officeForms', {})
  const born = page.getByRole('group', { name: 'Date of birth' })
  const parts = born.getByRole('spinbutton')
  const sent = page.getByRole('status', { name: 'Sent:' })
  const value = async () => JSON.parse((await sent.textContent()) ?? '').born
  const send = () => pressOn(page, page.getByRole('button', { name: 'Add a person' }))
  await expect(born).toContainText('29/02/2008')
  await pressOn(page, page.getByRole('button', { name: 'Empty the field: Date of birth' }))
  await expect(parts.first()).toBeFocused()
  await page.keyboard.type('3112')
  await send()
  expect(await value()).toBe('incomplete')
  await parts.last().focus()
  await page.keyboard.type('1999')
  await send()
  expect(await value()).toBe('1999-12-31')
  await page.getByRole('button', { name: 'Empty the field: Date of birth' }).click()
  await send()
  expect(await value()).toBe('')
  // What the page sets is shown.
  await page.getByRole('button', { name: 'Take the other date' }).click()
  await expect(born).toContainText('31/12/1999')
})

test.component('a moment is typed as the wall time of the zone that the office shows', async ({ page }) => {
  await openComponent(page, 'officeForms', {})
  const until = page.getByRole('group', { name: 'Until' })
  await expect(until).toContainText(/24\/12\/2026, \W*12:30/)
  await tabTo(page, until.getByRole('spinbutton').nth(1))
  await page.keyboard.type('07')
  await pressOn(page, page.getByRole('button', { name: 'Add a person' }))
  // London is an hour ahead of UTC in July.
  await expect(page.getByRole('status', { name: 'Sent:' })).toContainText('"until":"2026-07-24T11:30:00.000Z"')
})

test.component('an act says what it will do, asks for the reason, and keeps it if the act fails', async ({ page }) => {
  await openComponent(page, 'officeForms', {})
  const opener = page.getByRole('button', { name: 'Suspend' })
  await pressOn(page, opener)
  const dialog = page.getByRole('alertdialog', { name: 'Suspend Lena Lindqvist?' })
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await expectNoViolations(page)
  await pressOn(page, dialog.getByRole('button', { name: 'Suspend' }))
  const reason = dialog.getByRole('textbox', { name: 'Reason' })
  await expect(reason).toBeFocused()
  await expect(reason).toHaveAccessibleDescription(/Write the reason first\./)
  await reason.fill('  refuse ')
  await pressOn(page, dialog.getByRole('button', { name: 'Suspend' }))
  await expect(dialog.getByRole('alert')).toHaveText('The server can’t be reached.')
  await expect(reason).toHaveValue('  refuse ')
  await expectNoViolations(page)
  await reason.fill(' Left the college ')
  await pressOn(page, dialog.getByRole('button', { name: 'Suspend' }))
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('status', { name: 'Sent:' })).toHaveText('Left the college')
  await expect(opener).toBeFocused()
})

test.component('a secret is copied, or selected if the browser allows no copy', async ({ page }) => {
  await openComponent(page, 'officeForms', {})
  const link = page.getByRole('textbox', { name: 'Link for Lena Lindqvist' })
  await page.evaluate(() => {
    const clipboard = { writeText: async (text: string) => void Object.assign(window, { copied: text }) }
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard })
  })
  await pressOn(page, page.getByRole('button', { name: 'Copy' }))
  await expect(page.getByText('Copied.')).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'copied'))).toBe(await link.inputValue())
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined }))
  await pressOn(page, page.getByRole('button', { name: 'Copy' }))
  await expect(page.getByText(/The text is selected/)).toBeVisible()
  await expect(link).toBeFocused()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(await link.inputValue())
})

test.component('what came of an act is announced, and can be closed', async ({ page }) => {
  await openComponent(page, 'officeForms', {})
  await pressOn(page, page.getByRole('button', { name: 'Invite' }))
  const notice = page.getByRole('status').filter({ hasText: 'An invitation was sent to lena@example.org.' })
  await expect(notice).toBeVisible()
  await expectNoViolations(page)
  await pressOn(page, notice.getByRole('button', { name: 'Close' }))
  await expect(notice).toHaveCount(0)
})

for (const [name, props] of [
  ['in Arabic', { language: 'ar' }],
  ['in Welsh', { language: 'cy' }],
  ['in White on Black', { theme: 'White on Black' }],
] as const)
  test.component(`forms fit into a phone and have no fault ${name}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openComponent(page, 'officeForms', props)
    await page.getByRole('button', { name: 'Add a person' }).click()
    await page.getByRole('button', { name: 'Invite' }).click()
    await expect(page.getByText(/MESSAGE.UNDEFINED/)).toHaveCount(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Suspend' }).click()
    await expectNoViolations(page)
  })

test.component('in forced colours the part of a date that is typed into stands out', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openComponent(page, 'officeForms', {})
  const part = page.getByRole('group', { name: 'Date of birth' }).getByRole('spinbutton').first()
  const before = await part.evaluate((element) => getComputedStyle(element).backgroundColor)
  await part.focus()
  await expect(part).not.toHaveCSS('background-color', before)
  await expectNoViolations(page)
})
