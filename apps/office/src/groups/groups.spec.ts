import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { calls } from '@sitwell/contract'
import { expect, expectNoViolations, person, test } from '../../../../e2e/fixtures.ts'
import { pressOn, tabTo } from '../../../../e2e/keyboard.ts'
import { spoken } from '../../../../e2e/office.ts'
import { officeOf, owner, signInToOffice } from '../../../../e2e/office-people.ts'
import { colleagueIn } from '../../../../e2e/office-places.ts'

const learner = (username: string, firstName: string, lastName: string) => person({ username, firstName, lastName })
const people = () => [owner(), learner('lena', 'Lena', 'Lind'), learner('mina', 'Mina', 'Okafor'), learner('zoe', 'Zoë', 'Abt')]
const names = (page: Page) => page.getByRole('table').locator('th[scope="row"]')
const dialogOf = (page: Page) => page.getByRole('alertdialog').or(page.getByRole('dialog')).filter({ visible: true })

test('groups are listed, searched, sorted and exported, and the address shows the same list again', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(officeOf(people()))
  const colleague = await colleagueIn(world)
  await colleague.addGroup('Beta', ['lena', 'mina'])
  await colleague.addGroup('=Alpha', ['zoe'])
  await colleague.addGroup('Gamma')
  await signInToOffice(page, world, '/groups')
  await expect(names(page)).toHaveText(['=Alpha', 'Beta', 'Gamma'])
  await expectNoViolations(page)
  const byMembers = page.getByRole('columnheader', { name: 'Members' })
  await byMembers.getByRole('button').click()
  await expect(names(page)).toHaveText(['Gamma', '=Alpha', 'Beta'])
  await byMembers.getByRole('button').click()
  await expect(names(page)).toHaveText(['Beta', '=Alpha', 'Gamma'])
  await expect(byMembers).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('searchbox', { name: 'Find groups' }).fill('A')
  await expect(page).toHaveURL(/search=A/)
  await page.reload()
  await expect(names(page)).toHaveText(['Beta', '=Alpha', 'Gamma'])
  await expect(page.getByRole('searchbox', { name: 'Find groups' })).toHaveValue('A')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export 3 rows as CSV' }).click()
  const [header, ...lines] = (await readFile(await (await download).path(), 'utf8')).split('\r\n')
  expect(header).toBe('\ufeffName,Members')
  expect(lines.slice(0, 2)).toEqual(['Beta,2', "'=Alpha,1"])
  await page.getByRole('searchbox', { name: 'Find groups' }).fill('no such group')
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await expect(names(page)).toHaveCount(3)
})

// OFFICE-209
test('a group is added, filled by a preview of each person, undone and removed, by the keyboard alone', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(officeOf(people()))
  await signInToOffice(page, world, '/groups')
  await expect(page.getByText('No groups yet. A group is a set of people')).toBeVisible()
  await expectNoViolations(page)
  await pressOn(page, page.getByRole('button', { name: 'Add a group' }))
  const dialog = page.getByRole('dialog', { name: 'Add a group' })
  await pressOn(page, dialog.getByRole('button', { name: 'Add the group' }))
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription(/Write a name\./)
  await expectNoViolations(page)
  await page.keyboard.type('Catering 2026')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Catering 2026' })).toBeFocused()
  await expect(page.getByText('Nobody is in this group yet.')).toBeVisible()
  await expectNoViolations(page)

  await pressOn(page, page.getByRole('link', { name: 'Add members' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Add members to Catering 2026' })).toBeFocused()
  await expect(page.getByRole('checkbox', { name: 'Select Lena Lind' })).toBeVisible()
  await pressOn(page, page.getByRole('checkbox', { name: 'Select Lena Lind' }), 'Space')
  await expect(page.getByText('1 row selected').first()).toBeVisible()
  await pressOn(page, page.getByRole('checkbox', { name: 'Select Mina Okafor' }), 'Space')
  await expect(page.getByText('2 rows selected').first()).toBeVisible()
  await expectNoViolations(page)
  await pressOn(page, page.getByRole('button', { name: 'Add to the group …' }))
  const preview = page.getByRole('dialog', { name: 'Add people to Catering 2026' })
  await expect(preview.getByText('2 people are added.')).toBeVisible()
  await expect(preview.getByText('This can be undone.')).toBeVisible()
  await expect(preview.getByRole('row', { name: /Lena Lind/ })).toContainText('Is added')
  await expectNoViolations(page)
  await pressOn(page, preview.getByRole('button', { name: 'Add 2 people' }))
  await expect(page.getByText('2 people were added to Catering 2026.')).toBeVisible()
  await expect(page.getByText('No row selected')).toBeAttached()

  // What was done is taken back, and was shown before.
  await pressOn(page, page.getByRole('button', { name: 'Undo …' }))
  const undo = page.getByRole('dialog', { name: 'Remove people from Catering 2026' })
  await expect(undo.getByText('2 people are removed from the group, and stay in the organisation.')).toBeVisible()
  await pressOn(page, undo.getByRole('button', { name: 'Remove 2 people' }))
  await expect(page.getByText('2 people were removed from Catering 2026.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo …' })).toHaveCount(0)

  await pressOn(page, page.getByRole('link', { name: 'Catering 2026', exact: true }))
  await pressOn(page, page.getByRole('button', { name: 'Rename' }))
  const rename = page.getByRole('dialog', { name: 'Rename Catering 2026' })
  await tabTo(page, rename.getByRole('textbox', { name: 'Name' }))
  await page.keyboard.press('End')
  await page.keyboard.type(' A')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The group is now called Catering 2026 A.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Rename' })).toBeFocused()
  await expect(page.getByRole('heading', { level: 1, name: 'Catering 2026 A' })).toBeVisible()
  await pressOn(page, page.getByRole('button', { name: 'Remove the group' }))
  const removal = page.getByRole('alertdialog', { name: 'Remove the group Catering 2026 A?' })
  await expect(removal.getByText('0 people are no longer in it.')).toBeVisible()
  await pressOn(page, removal.getByRole('button', { name: 'Remove the group' }))
  await expect(page.getByText('The group Catering 2026 A was removed.')).toBeFocused()
  await expectNoViolations(page)
  await pressOn(page, page.getByRole('main').getByRole('link', { name: 'All groups' }).last())
  await expect(page.getByText('No groups yet.')).toBeVisible()
})

test('of two who rename a group the second sees both names, and one that exists is refused at its field', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(officeOf(people()))
  const colleague = await colleagueIn(world)
  const { groupID, version } = await colleague.addGroup('Cohort')
  await colleague.addGroup('Taken')
  await signInToOffice(page, world, `/groups/${groupID}`)
  await page.getByRole('button', { name: 'Rename' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename Cohort' })
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await name.fill('taken')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(name).toHaveAccessibleDescription(/Another one has this name already\./)
  await colleague.doIt(calls.officeRenameGroup, { body: { groupID, version, name: 'Theirs' } })
  await name.fill('Mine')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Somebody else changed Cohort while you were typing.')).toBeVisible()
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Choose one of the two.')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Yours: Mine' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The group is now called Mine.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Mine' })).toBeVisible()
})

// OFFICE-209
test('members are selected and removed as the preview shows them now, also if somebody changed the group meanwhile', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(officeOf(people()))
  const colleague = await colleagueIn(world)
  const { groupID } = await colleague.addGroup('Cohort', ['lena', 'mina', 'zoe'])
  const [, lena] = world.people
  await signInToOffice(page, world, `/groups/${groupID}`)
  await expect(names(page)).toHaveText(['Zoë Abt', 'Lena Lind', 'Mina Okafor'])
  await expectNoViolations(page)
  await page.getByRole('searchbox', { name: 'Find members' }).fill('zoe')
  await expect(names(page)).toHaveText(['Zoë Abt'])
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(names(page)).toHaveCount(3)
  await page.getByRole('checkbox', { name: 'Select all 3 rows shown' }).check()
  await page.getByRole('button', { name: 'Remove from the group …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove people from Cohort' })
  await expect(dialog.getByText('3 people are removed from the group')).toBeVisible()
  const asked = { groupID, action: 'remove' as const, userIDs: [lena?.userId ?? 0] }
  const { hash, group } = await colleague.doIt(calls.officePreviewMembers, { body: asked })
  await colleague.doIt(calls.officeChangeMembers, { body: { ...asked, version: group.version, hash } })
  await dialog.getByRole('button', { name: 'Remove 3 people' }).click()
  await expect(spoken(page)).toContainText('Somebody else changed the group meanwhile, so nothing was done.')
  await expect(dialog.getByText('1 person is not in the group.')).toBeVisible()
  await expect(dialog.getByRole('row', { name: /Lena Lind/ })).toContainText('Is not in the group')
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Remove 2 people' }).click()
  await expect(page.getByText('2 people were removed from Cohort.')).toBeVisible()
  await expect(page.getByText('Nobody is in this group yet.')).toBeVisible()
})

// OFFICE-209 OFFICE-411
test('what is lost with a group is shown before it is removed: its members, and roles by name', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(officeOf([...people(), person({ username: 'kim', firstName: 'Kim', lastName: 'Roe' })]))
  const colleague = await colleagueIn(world)
  const { groupID } = await colleague.addGroup('Cohort', ['lena', 'mina'])
  const kim = world.people.at(-1)?.userId ?? 0
  await colleague.doIt(calls.officeGrantRole, {
    body: { userID: kim, role: 'exams-officer', scope: { kind: 'group', id: groupID } },
  })
  await signInToOffice(page, world, `/groups/${groupID}`)
  await page.getByRole('button', { name: 'Remove the group' }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByText('2 people are no longer in it. They stay in the organisation.')).toBeVisible()
  await expect(dialog.getByText('1 role that is held in this group is withdrawn:')).toBeVisible()
  await expect(dialog.getByText('Kim Roe: Exams officer')).toBeVisible()
  await expect(dialog.getByText('This can’t be undone.')).toBeVisible()
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Remove the group' })).toBeFocused()
})

test('a list or group that can’t be read says so, and what is of nobody here is not found', async ({ page, sitwell }) => {
  const [world, elsewhere] = [await sitwell.arrange(officeOf(people())), await sitwell.arrange(officeOf([owner()]))]
  const foreign = await (await colleagueIn(elsewhere)).addGroup('Foreign')
  const { groupID } = await (await colleagueIn(world)).addGroup('Cohort', ['lena'])
  await page.route(/office\/api\/groups/, (route) => route.abort())
  await signInToOffice(page, world, '/groups')
  await expect(spoken(page)).toContainText('The rows could not be loaded.')
  await expectNoViolations(page)
  await page.goto(`${world.origin}/office/groups/${groupID}`)
  await expect(spoken(page)).toContainText('The group could not be loaded.')
  await expectNoViolations(page)
  await page.unroute(/office\/api\/groups/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(names(page)).toHaveText(['Lena Lind'])
  for (const path of [`/groups/${foreign.groupID}`, '/groups/abc', `/groups/${foreign.groupID}/add`]) {
    await page.goto(`${world.origin}/office${path}`)
    await expect(spoken(page)).toContainText('There is no such group, or not any more.')
  }
  await expectNoViolations(page)
})

test('who may only read has no button, and whoever has a role in one group sees and changes that one alone', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(
    officeOf([
      ...people(),
      person({ username: 'auditor', roles: ['auditor'] }),
      person({ username: 'deputy', firstName: 'Dee', lastName: 'Puty' }),
    ]),
  )
  const colleague = await colleagueIn(world)
  const { groupID } = await colleague.addGroup('Cohort', ['lena'])
  await colleague.addGroup('Hidden', ['mina'])
  const deputy = world.people.at(-1)?.userId ?? 0
  await colleague.doIt(calls.officeGrantRole, {
    body: { userID: deputy, role: 'exams-officer', scope: { kind: 'group', id: groupID } },
  })
  await signInToOffice(page, world, '/groups', 'auditor')
  await expect(names(page)).toHaveText(['Cohort', 'Hidden'])
  await expect(page.getByRole('button', { name: 'Add a group' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Cohort' }).click()
  await expect(names(page)).toHaveText(['Lena Lind'])
  for (const name of ['Rename', 'Remove the group']) await expect(page.getByRole('button', { name })).toHaveCount(0)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await page.goto(`${world.origin}/office/groups/${groupID}/add`)
  await expect(page.getByRole('table')).toHaveCount(0)

  await page.context().clearCookies()
  await signInToOffice(page, world, '/groups', 'deputy')
  await expect(names(page)).toHaveText(['Cohort'])
  await expect(page.getByRole('button', { name: 'Add a group' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Cohort' }).click()
  await expect(names(page)).toHaveText(['Lena Lind'])
  await expect(page.getByRole('button', { name: 'Rename' })).toBeVisible()
  await page.getByRole('link', { name: 'People', exact: true }).click()
  await expect(names(page)).toHaveText(['Lena Lind'])
})

test.describe('in Arabic', () => {
  test.use({ locale: 'ar' })

  test('groups, members and the preview run from right to left, and every text is there', async ({ page, sitwell }) => {
    const world = await sitwell.arrange(officeOf(people()))
    const { groupID } = await (await colleagueIn(world)).addGroup('الدفعة 2026', ['lena'])
    await page.goto(`${world.origin}/office/login?${world.urlToken}`)
    await page.locator('input[name=username]').fill('owner')
    await page.locator('input[name=password]').fill('owner')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.locator('input[name=username]')).toHaveCount(0)
    for (const path of ['/groups', `/groups/${groupID}`, `/groups/${groupID}/add`]) {
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.goto(`${world.origin}/office${path}`)
      await expect(names(page).first()).toBeVisible()
      await expect(page.getByText(/MESSAGE.UNDEFINED/)).toHaveCount(0)
      await expectNoViolations(page)
    }
    await page.getByRole('checkbox').first().check()
    await page.getByRole('button', { name: 'إضافة إلى المجموعة …' }).click()
    await expect(dialogOf(page).getByText('يمكن التراجع عن هذا.')).toBeVisible()
    await expect(page.getByText(/MESSAGE.UNDEFINED/)).toHaveCount(0)
    await expectNoViolations(page)
  })
})
