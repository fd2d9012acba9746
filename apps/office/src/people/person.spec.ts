import type { Page } from '@playwright/test'
import { officeChangePerson, officeSuspendPerson } from '@sitwell/contract'
import { expect, expectNoViolations, person, signInAtLoginPage, test, type World } from '../../../../e2e/fixtures.ts'
import { pressOn, tabTo } from '../../../../e2e/keyboard.ts'
import { officeOf, owner, signInToOffice } from '../../../../e2e/office-people.ts'

const pathOf = (world: World, username: string) => `/people/${world.people.find((one) => one.username === username)?.userId}`

const dialogOf = (page: Page) => page.getByRole('alertdialog')

const openPerson = async (page: Page, world: World, username: string, by = 'owner') => {
  await signInToOffice(page, world, pathOf(world, username), by)
  await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible()
}

/** The result of the last act. */
const notice = (page: Page, words: string | RegExp) => page.getByRole('status').filter({ hasText: words })

test('two people edit one person: each field that both changed is chosen, and nothing is lost', async ({
  page,
  context,
  sitwell,
}) => {
  const world = await sitwell.arrange(
    officeOf([owner(), person({ username: 'lena', firstName: 'Lena', lastName: 'Lind', email: 'lena@example.org' })]),
  )
  await openPerson(page, world, 'lena')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Last name' }).fill('Lindqvist')
  await page.getByRole('textbox', { name: 'E-mail' }).fill('l.lindqvist@example.org')

  const other = await context.newPage()
  await other.goto(page.url())
  await other.getByRole('button', { name: 'Edit' }).click()
  await other.getByRole('textbox', { name: 'Last name' }).fill('Lund')
  await other.getByRole('textbox', { name: 'E-mail' }).fill('lund@example.org')
  await other.getByRole('textbox', { name: 'Number' }).fill('AB12')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(notice(other, 'The changes to Lena Lund are saved.')).toBeVisible()
  await other.close()

  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Somebody else changed Lena Lind while you were typing.')).toBeVisible()
  await expect(page.getByText('Taken over from the other change: Number')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Last name' })).toHaveValue('Lindqvist')
  const name = page.getByRole('group', { name: 'Last name: which counts?' })
  const email = page.getByRole('group', { name: 'E-mail: which counts?' })
  await expect(email.getByRole('radio', { name: 'Theirs: lund@example.org' })).toBeVisible()
  await expectNoViolations(page)
  // Nothing is taken over somebody's head.
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(name.getByText('Choose one of the two.')).toBeVisible()
  await expect(name.getByRole('radio').first()).toBeFocused()
  await name.getByRole('radio', { name: 'Yours: Lindqvist' }).check()
  await email.getByRole('radio', { name: 'Theirs: lund@example.org' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(notice(page, 'The changes to Lena Lindqvist are saved.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit' })).toBeFocused()
  const details = page.getByRole('region', { name: 'Details' })
  for (const value of ['Lindqvist', 'lund@example.org', 'AB12']) await expect(details.getByText(value)).toBeVisible()
})

test('what is refused or gets no answer stays in the form, with the reason', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(officeOf([owner(), person({ username: 'lena' }), person({ username: 'tom' })]))
  await openPerson(page, world, 'lena')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Sign-in name' }).fill('tom')
  await page.getByRole('textbox', { name: 'Phone' }).fill('none')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveAccessibleDescription(/not a number such as/)
  await page.getByRole('textbox', { name: 'Phone' }).fill('+44 20 7946 0000')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('textbox', { name: 'Sign-in name' })).toHaveAccessibleDescription(/by this name already/)
  await page.getByRole('textbox', { name: 'Sign-in name' }).fill('lena2')
  await page.route(`**/${officeChangePerson.path}`, (route) => route.abort())
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'The server did not answer' })).toBeVisible()
  await expectNoViolations(page)
  await page.unroute(`**/${officeChangePerson.path}`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Details' }).getByText('lena2')).toBeVisible()
})

// OFFICE-411
test('a person is suspended and let in again, each with a reason that stays on record', async ({ page, context, sitwell }) => {
  const world = await sitwell.arrange(officeOf([owner(), person({ username: 'lena', firstName: 'Lena', lastName: 'Lind' })]))
  await openPerson(page, world, 'lena')
  await pressOn(page, page.getByRole('button', { name: 'Suspend' }))
  await expect(dialogOf(page).getByRole('listitem')).toHaveText([
    'They can’t sign in until somebody lets them in again.',
    'Open now: 0 in exams, 0 in the office. All of them end at once.',
    'What they answered, and their results, stay.',
  ])
  await expectNoViolations(page)
  await tabTo(page, dialogOf(page).getByRole('textbox', { name: 'Reason' }))
  await page.keyboard.type('Left the college')
  await pressOn(page, dialogOf(page).getByRole('button', { name: 'Suspend' }))
  await expect(notice(page, 'Lena Lind is suspended.')).toBeVisible()
  await expect(page.getByText('Lena Lind is suspended and can’t sign in.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'What happened' }).getByText('Reason: Left the college')).toBeVisible()
  await expectNoViolations(page)
  // The button that had the focus is gone, and the focus isn't lost.
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false)

  await pressOn(page, page.getByRole('button', { name: 'Let in again' }))
  await tabTo(page, dialogOf(page).getByRole('textbox', { name: 'Reason' }))
  await page.keyboard.type('Came back')
  await pressOn(page, dialogOf(page).getByRole('button', { name: 'Let in again' }))
  await expect(notice(page, 'Lena Lind can sign in again.')).toBeVisible()
  await expect(page.getByText('Reason: Came back')).toBeVisible()
  const learner = await context.newPage()
  await signInAtLoginPage(learner, world, { username: 'lena', password: 'lena' })
  await learner.close()
})

test('an act on a version that is no longer the newest changes nothing, and shows the newest', async ({
  page,
  context,
  sitwell,
}) => {
  const world = await sitwell.arrange(officeOf([owner(), person({ username: 'lena', firstName: 'Lena', lastName: 'Lind' })]))
  await openPerson(page, world, 'lena')
  const other = await context.newPage()
  await other.goto(page.url())
  await other.getByRole('button', { name: 'Edit' }).click()
  await other.getByRole('textbox', { name: 'Last name' }).fill('Lund')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(notice(other, 'are saved')).toBeVisible()
  await other.close()
  await page.getByRole('button', { name: 'Suspend' }).click()
  await dialogOf(page).getByRole('textbox', { name: 'Reason' }).fill('Left')
  const sent = page.waitForResponse(`**/${officeSuspendPerson.path}`)
  await dialogOf(page).getByRole('button', { name: 'Suspend' }).click()
  expect((await sent).status()).toBe(409)
  await expect(dialogOf(page).getByRole('alert').filter({ hasText: /\S/ })).toContainText(
    'Somebody else has changed this meanwhile.',
  )
  await expect(dialogOf(page)).toHaveAccessibleName('Suspend Lena Lund?')
})

// OFFICE-411
test('a role is given until a day, and withdrawn with a reason; both stay listed, and the last owner stays', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(officeOf([owner(), person({ username: 'lena', firstName: 'Lena', lastName: 'Lind' })]))
  await openPerson(page, world, 'lena')
  const roles = page.getByRole('region', { name: 'Roles' })
  await expect(roles.getByText('No role: a learner.')).toBeVisible()
  await roles.getByRole('button', { name: 'Give a role' }).click()
  // Nothing is chosen for somebody.
  await dialogOf(page).getByRole('button', { name: 'Give a role' }).click()
  await expect(dialogOf(page).getByText('Choose a role.')).toBeVisible()
  await dialogOf(page).getByRole('combobox', { name: 'Role' }).selectOption({ label: 'Invigilator' })
  await expect(dialogOf(page).getByRole('listitem')).toContainText('adds time')
  const until = dialogOf(page).getByRole('group', { name: 'Until' }).getByRole('spinbutton')
  await until.first().focus()
  await page.keyboard.type('010120200900')
  await dialogOf(page).getByRole('button', { name: 'Give a role' }).click()
  await expect(dialogOf(page).getByText('The end has to be after the start, and after now.')).toBeVisible()
  await expectNoViolations(page)
  await until.nth(2).focus()
  await page.keyboard.type('2099')
  await dialogOf(page).getByRole('button', { name: 'Give a role' }).click()
  await expect(notice(page, 'Lena Lind has the role Invigilator.')).toBeVisible()
  await expect(roles.getByText('In force · until 1 Jan 2099, 09:00')).toBeVisible()
  await expect(page.getByText('Role given: Invigilator')).toBeVisible()

  await roles.getByRole('button', { name: 'Withdraw: Invigilator' }).click()
  await dialogOf(page).getByRole('textbox', { name: 'Reason' }).fill('Moved to another centre')
  await dialogOf(page).getByRole('button', { name: 'Withdraw' }).click()
  await expect(notice(page, 'The role Invigilator of Lena Lind was withdrawn.')).toBeVisible()
  await expect(roles.getByText(/^Withdrawn by Ada Owen, .*: Moved to another centre$/)).toBeVisible()
  await expectNoViolations(page)

  await page.goto(`${world.origin}/office${pathOf(world, 'owner')}`)
  await expect(page.getByText('This is you.')).toBeVisible()
  for (const name of ['Suspend', 'Withdraw: Owner']) {
    const button = page.getByRole('button', { name })
    if ((await button.count()) === 0) continue
    await button.click()
    await dialogOf(page).getByRole('textbox', { name: 'Reason' }).fill('Nobody needs one')
    await dialogOf(page)
      .getByRole('button', { name: /Suspend|Withdraw/ })
      .click()
    await expect(dialogOf(page).getByRole('alert').filter({ hasText: /\S/ })).toContainText('This is the last owner.')
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()
  }
  await expect(roles.getByText('In force')).toBeVisible()
})

test('a password is reset by a link that is shown once, and the second step and sessions with a word of what happened', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(officeOf([owner(), person({ username: 'lena', firstName: 'Lena', lastName: 'Lind' })]))
  await openPerson(page, world, 'lena')
  const act = async (name: string) => {
    await page.getByRole('button', { name }).click()
    await dialogOf(page).getByRole('button', { name }).click()
    await expect(dialogOf(page)).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Reset the password' }).click()
  await expect(dialogOf(page).getByText('There is no e-mail address: you get a link to pass on, shown once.')).toBeVisible()
  await dialogOf(page).getByRole('button', { name: 'Reset the password' }).click()
  await expect(notice(page, 'A link for Lena Lind is below. Pass it on now.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Link for Lena Lind' })).toBeInViewport()
  await expectNoViolations(page)
  await act('Reset the second step')
  await expect(notice(page, 'The second step of Lena Lind was reset.')).toBeVisible()
  await act('End all sessions')
  await expect(notice(page, 'Sessions of Lena Lind that ended: 0 in exams, 0 in the office.')).toBeVisible()
  await act('Invite')
  await expect(notice(page, 'A link for Lena Lind is below.')).toBeVisible()
})

test('somebody with an address is invited by mail, and staff see no link', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(
    officeOf([owner(), person({ username: 'lena', firstName: 'Lena', lastName: 'Lind', email: 'invited@example.org' })]),
  )
  await openPerson(page, world, 'lena')
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(dialogOf(page).getByText(/^A link that sets the password is sent to invited@example\.org\./)).toBeVisible()
  await dialogOf(page).getByRole('button', { name: 'Invite' }).click()
  await expect(notice(page, /^A link was sent to invited@example\.org\. It works until /)).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^Link for/ })).toHaveCount(0)
  // The mail server is that of all tests.
  await expect.poll(async () => (await sitwell.mailsTo('invited@example.org')).length).toBe(1)
})

test('nobody has a button for what they may not do', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(
    officeOf([
      owner(),
      person({ username: 'auditor', roles: ['auditor'] }),
      person({ username: 'officer', roles: ['exams-officer'] }),
    ]),
  )
  await openPerson(page, world, 'owner', 'auditor')
  await expect(page.getByText('There is nothing that you may do here.')).toBeVisible()
  for (const name of ['Edit', 'Give a role', 'Withdraw: Owner']) await expect(page.getByRole('button', { name })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Roles' }).getByText('Owner')).toBeVisible()
  await page.getByRole('link', { name: 'All people' }).click()
  await expect(page.getByText('3 rows', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add a person' })).toHaveCount(0)
  await page.goto(`${world.origin}/office/people/add`)
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveCount(0)

  await page.context().clearCookies()
  await openPerson(page, world, 'owner', 'officer')
  // An exams officer meets an owner.
  await expect(page.getByText('There is nothing that you may do here.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Withdraw/ })).toHaveCount(0)
})

test('a person of another organisation, or of none, is not found', async ({ page, sitwell }) => {
  const [world, elsewhere] = [await sitwell.arrange(officeOf([owner()])), await sitwell.arrange(officeOf([owner()]))]
  await signInToOffice(page, world, pathOf(elsewhere, 'owner'))
  await expect(page.getByRole('alert').filter({ hasText: 'There is no such person' })).toBeVisible()
  await expectNoViolations(page)
  await page.goto(`${world.origin}/office/people/abc`)
  await expect(page.getByRole('alert').filter({ hasText: 'There is no such person' })).toBeVisible()
})

test.describe('in Arabic', () => {
  test.use({ locale: 'ar' })

  test('list, form and person run from right to left, and every text is there', async ({ page, sitwell }) => {
    const world = await sitwell.arrange(
      officeOf([owner(), person({ username: 'lena', firstName: 'Lena', lastName: 'Lind', languageId: 2 })]),
    )
    await page.goto(`${world.origin}/office/login?${world.urlToken}`)
    await page.locator('input[name=username]').fill('owner')
    await page.locator('input[name=password]').fill('owner')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    for (const path of ['/people', '/people/add', pathOf(world, 'lena')]) {
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.goto(`${world.origin}/office${path}`)
      await expect(page.locator('table a, form, dl').first()).toBeVisible()
      await expect(page.getByText(/MESSAGE.UNDEFINED/)).toHaveCount(0)
      await expectNoViolations(page)
    }
  })
})
