import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { calls, officeBuiltInRoles, officeHeldRoles, officePerson } from '@sitwell/contract'
import { expect, expectNoViolations, person, test } from '../../../../e2e/fixtures.ts'
import { pressOn, tabTo } from '../../../../e2e/keyboard.ts'
import { spoken } from '../../../../e2e/office.ts'
import { officeOf, owner, signInInAnyLanguage, signInToOffice } from '../../../../e2e/office-people.ts'
import { colleagueIn } from '../../../../e2e/office-places.ts'
import { resize } from '../../../../e2e/settled.ts'

const named = (username: string, firstName: string, lastName: string) => person({ username, firstName, lastName })
const people = () => [owner(), named('lena', 'Lena', 'Lind'), named('kim', 'Kim', 'Roe'), named('zoe', 'Zoë', 'Abt')]
const names = (page: Page) => page.getByRole('table').locator('th[scope="row"]')
const rowOf = (page: Page, words: string) => page.getByRole('table').getByRole('row').filter({ hasText: words })
const dialogOf = (page: Page) => page.getByRole('alertdialog')
const notice = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })

test('everybody who holds a role is listed, filtered and exported, and the address shows the same list again', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(officeOf(people()))
  const idOf = (username: string) => world.people.find((one) => one.username === username)?.userId ?? 0
  const colleague = await colleagueIn(world)
  const group = await colleague.addGroup('=Catering', ['lena'])
  const give = (userID: number, body: object) =>
    colleague.doIt(calls.officeGrantRole, { body: { userID, role: 'marker', ...body } })
  await give(idOf('lena'), { scope: { kind: 'group', id: group.groupID }, until: '2099-01-01T09:00:00Z' })
  await give(idOf('kim'), { role: 'invigilator', from: '2098-01-01T09:00:00Z' })
  await give(idOf('zoe'), { role: 'author' })
  const body = { userID: idOf('zoe'), role: 'author' as const, reason: 'Left' }
  await colleague.doIt(calls.officeWithdrawRole, { body })

  await signInToOffice(page, world, '/roles')
  await expect(names(page)).toHaveText(['Lena Lind', 'Ada Owen'])
  await expect(rowOf(page, 'Lena Lind')).toContainText('group: =Catering')
  await expect(rowOf(page, 'Ada Owen')).toContainText('the whole organisation')
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect(names(page)).toHaveText(['Zoë Abt', 'Lena Lind', 'Ada Owen', 'Kim Roe'])
  const byRole = page.getByRole('columnheader', { name: 'Role', exact: true })
  await byRole.getByRole('button').click()
  await expect(names(page)).toHaveText(['Ada Owen', 'Zoë Abt', 'Kim Roe', 'Lena Lind'])
  await expect(byRole).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('combobox', { name: 'Where' }).selectOption('In the whole organisation')
  await expect(names(page)).toHaveText(['Ada Owen', 'Zoë Abt', 'Kim Roe'])
  await page.reload()
  await expect(names(page)).toHaveText(['Ada Owen', 'Zoë Abt', 'Kim Roe'])
  await page.getByRole('combobox', { name: 'Where' }).selectOption('Everywhere')
  await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption('Marker')
  await expect(names(page)).toHaveText(['Lena Lind'])
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export 1 row as CSV' }).click()
  const [header, line] = (await readFile(await (await download).path(), 'utf8')).split('\r\n')
  expect(header?.replace('\uFEFF', '')).toBe('Name,Role,Where,State,From,Until,Given by,Given on,Withdrawn')
  expect(line).toMatch(/^Lena Lind,Marker,group: =Catering,In force,from the start,.*2099.*,Ada Owen,/)

  await page.getByRole('searchbox', { name: 'Search for a person' }).fill('nobody')
  await expect(page.getByRole('table')).toContainText('Nothing matches these filters.')
  await page.route(`**/${officeHeldRoles.path}?*`, (route) => route.abort())
  await page.getByRole('button', { name: 'Coming' }).click()
  await expect(spoken(page)).toBeVisible()
  await expectNoViolations(page)
  await page.unroute(`**/${officeHeldRoles.path}?*`)
})

test('a role is given and withdrawn from the list by keys, and the focus is never lost', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(officeOf(people()))
  await signInToOffice(page, world, '/roles')
  await expect(names(page)).toHaveText(['Ada Owen'])
  await pressOn(page, page.getByRole('button', { name: 'Give a role' }))
  await expect(dialogOf(page)).toBeVisible()
  await pressOn(page, dialogOf(page).getByRole('button', { name: 'Continue' }))
  await expect(dialogOf(page).getByText('Choose a person.')).toBeVisible()
  await tabTo(page, dialogOf(page).getByRole('searchbox'))
  await page.keyboard.type('lind')
  await expect(dialogOf(page).getByRole('radio')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expect(dialogOf(page).getByRole('radio', { name: /Lena Lind/ })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(dialogOf(page).getByRole('radio', { name: /Lena Lind/ })).toBeChecked()
  await expectNoViolations(page)
  await page.route(`**/${officePerson.path}?*`, (route) => route.abort())
  await pressOn(page, dialogOf(page).getByRole('button', { name: 'Continue' }))
  await expect(dialogOf(page).getByText('The person could not be loaded. Try again.')).toBeVisible()
  await page.unroute(`**/${officePerson.path}?*`)
  await pressOn(page, dialogOf(page).getByRole('button', { name: 'Continue' }))
  await expect(page.getByRole('alertdialog', { name: 'Give Lena Lind a role' })).toBeVisible()
  await dialogOf(page).getByRole('combobox', { name: 'Role' }).selectOption('Marker')
  await pressOn(page, dialogOf(page).getByRole('button', { name: 'Give a role' }))
  await expect(notice(page, 'Lena Lind has the role Marker.')).toBeVisible()
  await expect(names(page)).toHaveText(['Lena Lind', 'Ada Owen'])
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)

  await page.getByRole('checkbox', { name: 'Select Lena Lind' }).check()
  await pressOn(page, page.getByRole('button', { name: 'Withdraw the role' }))
  await expect(page.getByRole('alertdialog', { name: 'Withdraw the role Marker of Lena Lind?' })).toBeVisible()
  await tabTo(page, dialogOf(page).getByRole('textbox', { name: 'Reason' }))
  await page.keyboard.type('No longer here')
  await pressOn(page, dialogOf(page).getByRole('button', { name: 'Withdraw' }))
  await expect(notice(page, 'The role Marker of Lena Lind was withdrawn.')).toBeVisible()
  await expect(names(page)).toHaveText(['Ada Owen'])
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
  await page.getByRole('button', { name: 'Withdrawn', exact: true }).click()
  await expect(rowOf(page, 'Lena Lind')).toContainText('Withdrawn')
  await page.getByRole('button', { name: 'Details of Lena Lind' }).click()
  await expect(page.getByRole('dialog', { name: 'Lena Lind' })).toContainText(/Ada Owen, .*: No longer here/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Lena Lind' })).toBeHidden()
  await page.getByRole('checkbox', { name: 'Select Lena Lind' }).check()
  await expect(page.getByText('You may not withdraw this role.')).toBeVisible()
})

test('an exams officer of one group sees what concerns it, and gives its people there what they have themselves', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(officeOf([...people(), named('deputy', 'Dana', 'Deputy')]))
  const idOf = (username: string) => world.people.find((one) => one.username === username)?.userId ?? 0
  const colleague = await colleagueIn(world)
  const catering = await colleague.addGroup('Catering', ['lena'])
  const joinery = await colleague.addGroup('Joinery', ['kim'])
  const give = (username: string, role: 'exams-officer' | 'marker', groupID: string, until?: string) =>
    colleague.doIt(calls.officeGrantRole, {
      body: { userID: idOf(username), role, scope: { kind: 'group', id: groupID }, ...(until && { until }) },
    })
  await give('deputy', 'exams-officer', catering.groupID, '2099-01-01T09:00:00Z')
  await give('kim', 'marker', joinery.groupID)
  await give('zoe', 'marker', catering.groupID)
  await signInToOffice(page, world, '/roles', 'deputy')
  await expect(page.getByText('You see the roles that concern your own part of the organisation.')).toBeVisible()
  await expect(names(page)).toHaveText(['Zoë Abt', 'Dana Deputy'])
  // Their pages are not open to the officer: they are no members of the group.
  await expect(names(page).getByRole('link')).toHaveCount(0)
  await expectNoViolations(page)

  await page.goto(`${world.origin}/office/people/${idOf('lena')}`)
  const roles = page.getByRole('region', { name: 'Roles' })
  await roles.getByRole('button', { name: 'Give a role' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Give Lena Lind a role' })
  await expect(dialog.getByRole('combobox', { name: 'Role' }).getByRole('option')).toHaveText([
    ...['', 'Exams officer', 'Author', 'Invigilator', 'Marker', 'Chief examiner'],
  ])
  await expect(dialog.getByRole('combobox', { name: 'Where' }).getByRole('option')).toHaveText(['group: Catering'])
  await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Marker')
  await expect(dialog.getByText(/^Your own role ends on 1 Jan 2099, 09:00/)).toBeVisible()
  const until = dialog.getByRole('group', { name: 'Until' })
  await until.getByRole('spinbutton', { name: 'year' }).fill('2099')
  await until.getByRole('spinbutton', { name: 'month' }).press('ArrowUp')
  await dialog.getByRole('button', { name: 'Give a role' }).click()
  await expect(dialog.getByText('Choose an end that is no later than that of your own role: 1 Jan 2099, 09:00.')).toBeVisible()
  await expectNoViolations(page)
  await until.getByRole('spinbutton', { name: 'month' }).press('ArrowDown')
  await dialog.getByRole('button', { name: 'Give a role' }).click()
  await expect(notice(page, 'Lena Lind has the role Marker (group: Catering).')).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
  await roles.getByRole('button', { name: 'Withdraw: Marker, group: Catering' }).click()
  await dialogOf(page).getByRole('textbox', { name: 'Reason' }).fill('Done')
  await dialogOf(page).getByRole('button', { name: 'Withdraw' }).click()
  await expect(notice(page, 'The role Marker, group: Catering of Lena Lind was withdrawn.')).toBeVisible()
  await expect(roles.getByRole('button', { name: /^Withdraw/ })).toHaveCount(0)
})

test('what each role allows and what it does not is told in words, and who may not read roles has neither page', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(officeOf([...people(), person({ username: 'ivo', roles: ['invigilator'] })]))
  await page.route(`**/${officeBuiltInRoles.path}`, (route) => route.abort())
  await signInToOffice(page, world, '/roles/permissions')
  await expect(page.getByText('The roles could not be loaded.')).toBeVisible()
  await expectNoViolations(page)
  await page.unroute(`**/${officeBuiltInRoles.path}`)
  await page.getByRole('button', { name: 'Try again' }).click()
  const marker = page.getByRole('region', { name: 'Marker', exact: true })
  await expect(marker.getByRole('listitem').first()).toHaveText('See marks')
  await expect(marker.getByRole('heading', { name: 'Does not allow' })).toBeVisible()
  await expect(marker.getByText('Release results')).toBeVisible()
  const ownerPart = page.getByRole('region', { name: 'Owner', exact: true })
  await expect(ownerPart.getByRole('heading', { name: 'Does not allow' })).toHaveCount(0)
  await expect(page.getByText('the last owner stays')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'All roles' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Roles' })).toBeFocused()

  await page.context().clearCookies()
  await signInToOffice(page, world, '/my-sign-ins', 'ivo')
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Roles' })).toHaveCount(0)
})

test.describe('in Arabic', () => {
  test.use({ locale: 'ar' })

  test('both pages fit a phone and run from the right, and every text is there', async ({ page, sitwell }) => {
    const world = await sitwell.arrange(officeOf(people()))
    await signInInAnyLanguage(page, world, '/roles')
    for (const at of ['/roles', '/roles/permissions']) {
      await page.goto(`${world.origin}/office${at}`)
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
      await expect(page.getByRole('main').getByRole('listitem').or(page.getByRole('rowheader')).first()).toBeVisible()
      for (const size of [
        { width: 390, height: 844 },
        { width: 1024, height: 768 },
      ]) {
        await resize(page, size)
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
        await expectNoViolations(page)
      }
      await expect(page.getByText(/MESSAGE.UNDEFINED|roles\.|permission\./)).toHaveCount(0)
    }
  })
})
