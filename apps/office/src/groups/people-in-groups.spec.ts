import { calls } from '@sitwell/contract'
import { expect, expectNoViolations, person, test } from '../../../../e2e/fixtures.ts'
import { officeOf, owner, signInToOffice } from '../../../../e2e/office-people.ts'
import { colleagueIn } from '../../../../e2e/office-places.ts'

const learner = (username: string, firstName: string, lastName: string) => person({ username, firstName, lastName })
const people = () => [owner(), learner('lena', 'Lena', 'Lind'), learner('mina', 'Mina', 'Okafor'), learner('zoe', 'Zoë', 'Abt')]

test('the list of people is filtered by a group that is found by typing, and the address keeps the filter', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(officeOf(people()))
  const colleague = await colleagueIn(world)
  const { groupID } = await colleague.addGroup('Catering 2026', ['lena', 'zoe'])
  await colleague.addGroup('Harbour')
  await page.setViewportSize({ width: 1600, height: 800 })
  await signInToOffice(page, world)
  const rows = page.getByRole('table').locator('th[scope="row"]')
  await expect(rows).toHaveCount(4)
  await expect(page.getByRole('row', { name: /Lena Lind/ })).toContainText('Catering 2026')
  await page.getByRole('button', { name: 'Filter by group' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Show the members of one group' })
  await dialog.getByRole('button', { name: 'Show the members' }).click()
  await expect(dialog.getByText('Choose a group.')).toBeVisible()
  await dialog.getByRole('searchbox', { name: 'Find: Group' }).fill('cat')
  await expect(dialog.getByRole('radio')).toHaveCount(1)
  await expectNoViolations(page)
  await dialog.getByRole('radio', { name: 'Catering 2026' }).check()
  await dialog.getByRole('button', { name: 'Show the members' }).click()
  await expect(rows).toHaveText(['Zoë Abt', 'Lena Lind'])
  await expect(page).toHaveURL(new RegExp(`group=${groupID}`))
  await page.reload()
  await expect(rows).toHaveText(['Zoë Abt', 'Lena Lind'])
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Remove the filter Group: Catering 2026' }).click()
  await expect(rows).toHaveCount(4)
})

// OFFICE-102 OFFICE-209
test('people who are selected are added to a group as the preview shows, and removed on the page of a person', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(officeOf(people()))
  const colleague = await colleagueIn(world)
  await colleague.addGroup('Catering 2026', ['lena'])
  await signInToOffice(page, world)
  await page.getByRole('checkbox', { name: 'Select Lena Lind' }).check()
  await page.getByRole('checkbox', { name: 'Select Mina Okafor' }).check()
  await expect(page.getByText('2 rows selected').first()).toBeVisible()
  await page.getByRole('button', { name: 'Add to a group …' }).click()
  const choice = page.getByRole('alertdialog', { name: 'Add 2 people to which group?' })
  await choice.getByRole('radio', { name: 'Catering 2026' }).check()
  await choice.getByRole('button', { name: 'Show what would change' }).click()
  const preview = page.getByRole('dialog', { name: 'Add people to Catering 2026' })
  await expect(preview.getByText('1 person is added.')).toBeVisible()
  await expect(preview.getByText('1 person is in the group already.')).toBeVisible()
  await expect(preview.getByRole('row', { name: /Lena Lind/ })).toContainText('Is in the group already')
  await expectNoViolations(page)
  await preview.getByRole('button', { name: 'Add 1 person' }).click()
  await expect(page.getByText('1 person was added to Catering 2026.')).toBeVisible()
  await expect(page.getByText('No row selected')).toBeAttached()

  await page.getByRole('link', { name: 'Mina Okafor' }).click()
  const groups = page.getByRole('region', { name: 'Groups' })
  await expect(groups.getByRole('link', { name: 'Catering 2026' })).toBeVisible()
  await expectNoViolations(page)
  await groups.getByRole('button', { name: 'Remove from the group Catering 2026' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove 1 person' }).click()
  await expect(groups.getByText('1 person was removed from Catering 2026.')).toBeVisible()
  await expect(groups.getByText('In no group.')).toBeVisible()
})

test('a colleague is let invigilate one centre, then one room, and each role is listed with its place and withdrawn alone', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(officeOf([owner(), learner('kim', 'Kim', 'Roe')]))
  const colleague = await colleagueIn(world)
  await colleague.addCentre('Ayr')
  const leith = await colleague.addCentre('Leith', ['Hall', 'Annexe'])
  const kim = world.people[1]?.userId ?? 0
  await signInToOffice(page, world, `/people/${kim}`)
  const roles = page.getByRole('region', { name: 'Roles' })
  const give = async (room?: string) => {
    await roles.getByRole('button', { name: 'Give a role' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Give Kim Roe a role' })
    await dialog.getByRole('combobox', { name: 'Role' }).selectOption({ label: 'Owner' })
    await expect(dialog.getByText('An owner always has the whole organisation.')).toBeVisible()
    await expect(dialog.getByRole('combobox', { name: 'Where' })).toHaveCount(0)
    await dialog.getByRole('combobox', { name: 'Role' }).selectOption({ label: 'Invigilator' })
    await dialog.getByRole('combobox', { name: 'Where' }).selectOption({ label: 'In one centre' })
    await dialog.getByRole('button', { name: 'Give a role' }).click()
    await expect(dialog.getByText('Choose a centre.')).toBeVisible()
    await dialog.getByRole('searchbox', { name: 'Find: Centre' }).fill('lei')
    await expect(dialog.getByRole('radio')).toHaveCount(1)
    await dialog.getByRole('radio', { name: 'Leith' }).check()
    if (room !== undefined) await dialog.getByRole('combobox', { name: 'Room' }).selectOption({ label: room })
    await expect(dialog.getByText(/^Only there: /)).toBeVisible()
    await expectNoViolations(page)
    await dialog.getByRole('button', { name: 'Give a role' }).click()
  }
  await give('Hall')
  await expect(page.getByText('Kim Roe has the role Invigilator (room: Hall, Leith).')).toBeVisible()
  await expect(roles.getByText('room: Hall, Leith')).toBeVisible()
  await give()
  await expect(page.getByText('Kim Roe has the role Invigilator (centre: Leith).')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Groups' }).getByText('Leith', { exact: false })).toBeVisible()
  const held = async () =>
    ((await colleague.doIt(calls.officePerson, { query: { userID: kim } })).roles ?? [])
      .filter(({ isInForce }) => isInForce)
      .map(({ role, scope }) => [role, scope?.kind, scope?.id])
  expect((await held()).sort()).toEqual([
    ['invigilator', 'centre', leith.centreID],
    ['invigilator', 'room', leith.rooms.find(({ name }) => name === 'Hall')?.roomID],
  ])
  await roles.getByRole('button', { name: 'Withdraw: Invigilator, room: Hall, Leith' }).click()
  const withdrawal = page.getByRole('alertdialog')
  await withdrawal.getByRole('textbox', { name: 'Reason' }).fill('Another room')
  await withdrawal.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('The role Invigilator, room: Hall, Leith of Kim Roe was withdrawn.')).toBeVisible()
  expect(await held()).toEqual([['invigilator', 'centre', leith.centreID]])
  await expectNoViolations(page)
})
