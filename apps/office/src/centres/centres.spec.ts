import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { calls } from '@sitwell/contract'
import { expect, expectNoViolations, person, test } from '../../../../e2e/fixtures.ts'
import { pressOn, tabTo, typeInto } from '../../../../e2e/keyboard.ts'
import { spoken } from '../../../../e2e/office.ts'
import { officeOf, owner, signInToOffice } from '../../../../e2e/office-people.ts'
import { colleagueIn } from '../../../../e2e/office-places.ts'

const names = (page: Page) => page.getByRole('table').locator('th[scope="row"]')
const rooms = (page: Page) => page.getByRole('region', { name: 'Rooms' })

test('centres are listed with their rooms, searched and exported, and closed ones on request, all by the address', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(officeOf([owner()]))
  const colleague = await colleagueIn(world)
  await colleague.addCentre('Leith', ['Hall', 'Annexe'])
  const { centreID, version } = await colleague.addCentre('Ayr')
  await colleague.doIt(calls.officeCloseCentre, { body: { centreID, version, isClosed: true } })
  await colleague.addCentre('Ōban')
  await signInToOffice(page, world, '/centres')
  await expect(names(page)).toHaveText(['Leith', 'Ōban'])
  await expect(page.getByRole('row', { name: /Leith/ })).toContainText('Annexe, Hall')
  await expect(page.getByRole('row', { name: /Leith/ })).toContainText('40')
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'With closed ones' }).click()
  await expect(names(page)).toHaveText(['Ayr', 'Leith', 'Ōban'])
  await expect(page.getByRole('row', { name: /Ayr/ })).toContainText('Closed')
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(names(page)).toHaveText(['Ōban', 'Leith', 'Ayr'])
  await expect(page).toHaveURL(/show=all/)
  await page.reload()
  await expect(names(page)).toHaveText(['Ōban', 'Leith', 'Ayr'])
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export 3 rows as CSV' }).click()
  const [header, , second] = (await readFile(await (await download).path(), 'utf8')).split('\r\n')
  expect(header).toBe('\ufeffName,Rooms,Seats,Time zone,State,Address')
  expect(second).toBe('Leith,"Annexe, Hall",40,Europe/London,Open,')
  await page.getByRole('searchbox', { name: 'Find centres' }).fill('oban')
  await expect(names(page)).toHaveText(['Ōban'])
  await page.getByRole('searchbox', { name: 'Find centres' }).fill('nowhere')
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
  await expectNoViolations(page)
})

test('a centre and its rooms are added, changed, closed and removed by the keyboard alone', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(officeOf([owner()]))
  await signInToOffice(page, world, '/centres')
  await expect(page.getByText('No centres yet. A centre is a place in which exams are sat')).toBeVisible()
  await pressOn(page, page.getByRole('button', { name: 'Add a centre' }))
  const dialog = page.getByRole('dialog', { name: 'Add a centre' })
  await expect(dialog.getByRole('radio', { name: /^Europe\/London/ })).toBeChecked()
  await pressOn(page, dialog.getByRole('button', { name: 'Add the centre' }))
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await expectNoViolations(page)
  await page.keyboard.type('North campus')
  await typeInto(page, dialog.getByRole('searchbox', { name: 'Find: Time zone' }), 'new york')
  await expect(dialog.getByText('1 found')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('radio').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: /^America\/New York/ })).toBeChecked()
  await typeInto(page, dialog.getByRole('textbox', { name: 'Address' }), '1 Shore')
  await pressOn(page, dialog.getByRole('button', { name: 'Add the centre' }))
  await expect(page.getByRole('heading', { level: 1, name: 'North campus' })).toBeFocused()
  await expect(page.getByText(/^America\/New York · now /)).toBeVisible()
  await expect(page.getByText('No rooms yet.')).toBeVisible()
  await expectNoViolations(page)

  await pressOn(page, page.getByRole('button', { name: 'Add a room' }))
  const room = page.getByRole('dialog', { name: 'Add a room' })
  await typeInto(page, room.getByRole('textbox', { name: 'Name' }), 'Hall')
  await typeInto(page, room.getByRole('textbox', { name: 'Seats' }), 'many')
  await page.keyboard.press('Enter')
  await expect(room.getByRole('textbox', { name: 'Seats' })).toBeFocused()
  await expect(room.getByRole('textbox', { name: 'Seats' })).toHaveAccessibleDescription(/Write a number from 0 to/)
  await expectNoViolations(page)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('120')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The room Hall was added.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a room' })).toBeFocused()
  await expect(rooms(page).getByText('120 seats')).toBeVisible()

  await pressOn(page, page.getByRole('button', { name: 'Close: Hall' }))
  const close = page.getByRole('alertdialog', { name: 'Close Hall?' })
  await expect(close.getByText('It can be opened again.')).toBeVisible()
  await expectNoViolations(page)
  await pressOn(page, close.getByRole('button', { name: 'Close' }))
  await expect(page.getByText('Hall is closed.')).toBeVisible()
  await expect(rooms(page).getByText('120 seats · Closed')).toBeVisible()
  await pressOn(page, page.getByRole('button', { name: 'Open again: Hall' }))
  await pressOn(page, page.getByRole('alertdialog').getByRole('button', { name: 'Open again' }))
  await expect(page.getByText('Hall is open again.')).toBeVisible()
  await pressOn(page, page.getByRole('button', { name: 'Remove: Hall' }))
  await pressOn(page, page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }))
  await expect(page.getByText('Hall was removed.')).toBeVisible()
  await expect(page.getByText('No rooms yet.')).toBeVisible()

  await pressOn(page, page.getByRole('button', { name: 'Edit', exact: true }))
  const edit = page.getByRole('dialog', { name: 'Edit North campus' })
  await tabTo(page, edit.getByRole('textbox', { name: 'Name' }))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('South campus')
  await pressOn(page, edit.getByRole('button', { name: 'Save' }))
  await expect(page.getByText('The changes to South campus are saved.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeFocused()
  await pressOn(page, page.getByRole('button', { name: 'Remove: South campus' }))
  const removal = page.getByRole('alertdialog', { name: 'Remove South campus?' })
  await expect(removal.getByText('This can’t be undone.')).toBeVisible()
  await pressOn(page, removal.getByRole('button', { name: 'Remove' }))
  await expect(page.getByText('South campus was removed.')).toBeFocused()
  await expectNoViolations(page)
})

test('of two who change a centre the second decides field by field, and an old version closes nothing', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(officeOf([owner()]))
  const colleague = await colleagueIn(world)
  const { centreID, version } = await colleague.addCentre('Leith', ['Hall'])
  await signInToOffice(page, world, `/centres/${centreID}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Leith' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Leith North')
  await colleague.doIt(calls.officeChangeCentre, { body: { centreID, version, name: 'Leith South', address: '1 Shore' } })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Taken over from the other change: Address')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Address' })).toHaveValue('1 Shore')
  await expectNoViolations(page)
  await dialog.getByRole('radio', { name: 'Theirs: Leith South' }).check()
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Leith South')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Leith South' })).toBeVisible()
  await expect(page.getByText('Nothing was changed.')).toBeVisible()

  // A room is named by a role: it is closed rather than removed, and nobody removes its centre.
  await page.getByRole('button', { name: 'Close: Leith South' }).click()
  const close = page.getByRole('alertdialog', { name: 'Close Leith South?' })
  await expect(close.getByText('Its open room can’t be used either.')).toBeVisible()
  const { centre } = await colleague.doIt(calls.officeChangeCentre, { body: { centreID, version: 2, address: '2 Shore' } })
  await close.getByRole('button', { name: 'Close' }).click()
  await expect(spoken(page)).toContainText('Somebody else has changed this meanwhile.')
  await expect(page.getByText('2 Shore')).toBeAttached()
  expect(centre.version).toBe(3)
  await close.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Leith South is closed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a room' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(1)
  await expectNoViolations(page)
})

test('what can’t be read says so, what is of nobody here is not found, and who may only read has no button', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(officeOf([owner(), person({ username: 'auditor', roles: ['auditor'] })]))
  const elsewhere = await sitwell.arrange(officeOf([owner()]))
  const foreign = await (await colleagueIn(elsewhere)).addCentre('Foreign')
  const { centreID } = await (await colleagueIn(world)).addCentre('Leith', ['Hall'])
  await page.route(/office\/api\/centres/, (route) => route.abort())
  await signInToOffice(page, world, '/centres', 'auditor')
  await expect(spoken(page)).toContainText('The rows could not be loaded.')
  await expectNoViolations(page)
  await page.goto(`${world.origin}/office/centres/${centreID}`)
  await expect(spoken(page)).toContainText('The centre could not be loaded.')
  await expectNoViolations(page)
  await page.unroute(/office\/api\/centres/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rooms(page).getByText('Hall')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  for (const id of [foreign.centreID, 'abc']) {
    await page.goto(`${world.origin}/office/centres/${id}`)
    await expect(spoken(page)).toContainText('There is no such centre, or not any more.')
  }
  await expectNoViolations(page)
})

for (const [name, width, height] of [
  ['on a phone', 390, 844],
  ['on a small window', 1024, 768],
] as const)
  test(`${name} lists, a centre and the form of one fit`, async ({ page, sitwell }) => {
    await page.setViewportSize({ width, height })
    const world = await sitwell.arrange(officeOf([owner()]))
    const { centreID } = await (await colleagueIn(world)).addCentre('Leith', ['Hall with a long name that wraps', 'Annexe'])
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await signInToOffice(page, world, '/centres')
    // A narrow window shows the other columns below the name.
    await expect(names(page)).toContainText(['Leith'])
    await expect.poll(overflow).toBe(0)
    await page.goto(`${world.origin}/office/centres/${centreID}`)
    await expect(rooms(page).getByText('Annexe')).toBeVisible()
    await expect.poll(overflow).toBe(0)
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Edit Leith' }).getByRole('radio').first()).toBeVisible()
    await expect.poll(overflow).toBe(0)
    await expectNoViolations(page)
  })

test.describe('in Arabic', () => {
  test.use({ locale: 'ar' })

  test('centres, rooms and their forms run from right to left, and every text is there', async ({ page, sitwell }) => {
    const world = await sitwell.arrange(officeOf([owner()]))
    const { centreID } = await (await colleagueIn(world)).addCentre('مركز الشمال', ['القاعة 1'])
    await page.goto(`${world.origin}/office/login?${world.urlToken}`)
    await page.locator('input[name=username]').fill('owner')
    await page.locator('input[name=password]').fill('owner')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.locator('input[name=username]')).toHaveCount(0)
    for (const path of ['/centres', `/centres/${centreID}`]) {
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.goto(`${world.origin}/office${path}`)
      await expect(page.locator('table a, dl').first()).toBeVisible()
      await expect(page.getByText(/MESSAGE.UNDEFINED/)).toHaveCount(0)
      await expectNoViolations(page)
    }
    await page.getByRole('button', { name: 'إضافة قاعة' }).click()
    await expect(page.getByRole('dialog').getByRole('textbox')).toHaveCount(2)
    await expect(page.getByText(/MESSAGE.UNDEFINED/)).toHaveCount(0)
    await expectNoViolations(page)
  })
})
