import { expect, expectNoViolations, person, test } from '../../../../e2e/fixtures.ts'
import { pressEnter, spoken } from '../../../../e2e/office.ts'
import { officeOf, owner, signInToOffice } from '../../../../e2e/office-people.ts'

const textsAt = '/settings?part=texts'

test('a text is found, its own wording is refused without what is filled in, saved, shown to visitors, and taken back', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(officeOf([owner()]))
  await signInToOffice(page, world, textsAt)
  await expect(page.locator('[data-text]')).toHaveCount(50)
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(page.locator('[data-text]')).toHaveCount(100)

  await page.getByRole('searchbox', { name: 'Find texts' }).fill('signIn.username')
  const row = page.locator('[data-text="signIn.username"]')
  await expect(row).toContainText('Username')
  await expect(page).toHaveURL(/search=signIn/)
  const open = page.getByRole('button', { name: 'Change: signIn.username', exact: true })
  await open.click()
  const field = page.getByRole('textbox', { name: 'Own text' })
  await field.fill('Candidate {number}')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription(/needs exactly what is filled in: nothing/)
  await expectNoViolations(page)
  await field.fill('Candidate number')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The text was saved.' })).toBeVisible()
  await expect(row).toContainText('Candidate number')
  await expect(open).toBeFocused()
  await expectNoViolations(page)

  const visitor = await page.context().newPage()
  await visitor.goto(world.loginPath)
  await expect(visitor.getByRole('textbox', { name: 'Candidate number' })).toBeVisible()
  await visitor.close()

  await page.getByRole('searchbox', { name: 'Find texts' }).fill('')
  await page.getByRole('button', { name: 'Own texts' }).click()
  await expect(page.locator('[data-text]')).toHaveCount(1)
  await pressEnter(page.getByRole('button', { name: 'Back to the default: signIn.username' }))
  await expect(page.getByText('The organisation has no texts of its own in this language.')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('combobox', { name: 'Language of the texts' }).selectOption('Cymraeg')
  await expect(page).toHaveURL(/language=cy/)
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect(page.locator('[data-text] [lang="cy"]').first()).toBeVisible()
})

test('texts that can’t be read say so, and an exams officer reads them without a button', async ({ page, sitwell }) => {
  const world = await sitwell.arrange(
    officeOf([owner(), person({ username: 'efa', firstName: 'Efa', lastName: 'Jones', roles: ['exams-officer'] })]),
  )
  await page.route(/office\/api\/settings\/texts/, (route) => route.abort())
  await signInToOffice(page, world, textsAt, 'efa')
  await expect(spoken(page)).toContainText('The texts could not be loaded.')
  await expectNoViolations(page)
  await page.unroute(/office\/api\/settings\/texts/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('[data-text]').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Change:/ })).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Find texts' }).fill('nothing says this')
  await expect(page.getByText('No text matches.')).toBeVisible()
})
