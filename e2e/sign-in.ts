import { expect, type Page } from '@playwright/test'
import type { PersonSpec, World } from './arrange.ts'

interface SignInOptions {
  /** Who; the organisation's first person where none is given. */
  as?: Pick<PersonSpec, 'username' | 'password'>
  /** Where to stop: the rubric is confirmed unless told otherwise. */
  until?: 'rubric' | 'schedules'
}

/** Signs in through the login page, and confirms the rubric where it has only tick boxes. */
export async function signIn(page: Page, world: World, options: SignInOptions = {}): Promise<void> {
  const { username, password } = options.as ?? world.people[0]
  await page.goto(world.loginPath)
  await page.locator('input[name="username"]').fill(username)
  await page.locator('input[name="password"]').fill(password)
  await page.locator('form button[type="submit"]').click()
  await expect(page).toHaveURL(/\/rubric$/)
  if (options.until === 'rubric') return
  await confirmRubric(page)
}

/** Ticks every box of the rubric and goes on to the schedules. */
export async function confirmRubric(page: Page): Promise<void> {
  const boxes = page.getByRole('main').getByRole('checkbox')
  await boxes.first().waitFor()
  for (const box of await boxes.all()) await box.check({ force: true })
  await page.locator('form button[type="submit"]').click()
  await expect(page).toHaveURL(/\/schedules$/)
}

/** Chooses an exam of the schedules list. */
export async function openExam(page: Page, { name }: { name: string }): Promise<void> {
  await page.getByRole('main').getByRole('listitem').filter({ hasText: name }).getByRole('button').first().click()
  await expect(page).toHaveURL(/\/exam\//)
}

/** Goes from an exam's intro to its first question. */
export async function startExam(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/intro$/)
  await page
    .getByRole('main')
    .getByRole('button', { name: /^(start|resume)/i })
    .click()
  await page.locator('[id^="question-"]').first().waitFor()
}
