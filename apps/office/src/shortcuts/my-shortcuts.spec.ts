import type { Page } from '@playwright/test'
import { expect, expectNoViolations, person, test } from '../../../../e2e/fixtures.ts'
import { pressOn } from '../../../../e2e/keyboard.ts'
import { officeOf, owner, signInToOffice } from '../../../../e2e/office-people.ts'

const search = (page: Page) => page.getByRole('searchbox', { name: 'Find people' })
const way = (page: Page) => page.getByRole('combobox', { name: 'Go to the search' })
const saved = (page: Page) => page.getByRole('status').filter({ hasText: 'Your shortcuts are saved.' })

/** Opens the list of people and presses a key on it. */
const pressOnPeople = async (page: Page, key: string) => {
  await page.goto('/office/people')
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeFocused()
  await expect(page.getByRole('table')).toContainText('Ada Owen')
  await page.keyboard.press(key)
}

test('the key of a shortcut is changed and turned off by each person of a browser for themselves, and never fires while they type', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(officeOf([owner(), person({ username: 'second', roles: ['owner'] })]))
  await signInToOffice(page, world, '/people')
  await pressOnPeople(page, '/')
  await expect(search(page)).toBeFocused()
  await expect(search(page)).toHaveAttribute('aria-keyshortcuts', '/')

  await pressOn(page, page.getByRole('button', { name: 'Ada Owen', exact: true }))
  await page.getByRole('link', { name: 'Keyboard shortcuts' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Keyboard shortcuts' })).toBeFocused()
  await expectNoViolations(page)
  await way(page).selectOption('By another key')
  await page.getByRole('button', { name: 'Save' }).click()
  const key = page.getByRole('textbox', { name: 'Key: Go to the search' })
  await expect(key).toBeFocused()
  await expect(key).toHaveAccessibleDescription(/Type one letter, digit or sign\./)
  await expectNoViolations(page)
  await key.fill('g')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(saved(page)).toBeVisible()

  await pressOnPeople(page, '/')
  await expect(search(page)).toHaveAttribute('aria-keyshortcuts', 'g')
  await expect(search(page)).not.toBeFocused()
  await page.keyboard.press('g')
  await expect(search(page)).toBeFocused()
  // Typed, and no shortcut.
  await page.keyboard.press('g')
  await expect(search(page)).toHaveValue('g')

  await page.goto('/office/my-shortcuts')
  await expect(page.getByRole('textbox', { name: 'Key: Go to the search' })).toHaveValue('g')
  await way(page).selectOption('Off')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(saved(page)).toBeVisible()
  await pressOnPeople(page, 'g')
  await page.keyboard.press('/')
  await expect(search(page)).not.toHaveAttribute('aria-keyshortcuts')
  await expect(search(page)).not.toBeFocused()

  // Somebody else at the same browser has the usual key.
  await page.context().clearCookies()
  await signInToOffice(page, world, '/people', 'second')
  await pressOnPeople(page, '/')
  await expect(search(page)).toBeFocused()
})
