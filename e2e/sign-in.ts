import { expect, type Page } from '@playwright/test'
import type { PersonSpec, World } from './arrange.ts'
import { sessionInExam, sessionOf } from './session-of.ts'

interface Who {
  /** Who; the organisation's first person if none is given. */
  as?: Pick<PersonSpec, 'username' | 'password'>
}

interface SignInOptions extends Who {
  /** Path of the page to arrive at; the schedules list unless given. */
  at?: string
}

/** Opens the login page, and waits until the player has taken the place of the form that the page came with. */
export async function openLoginPage(page: Page, world: Pick<World, 'loginPath'>): Promise<void> {
  await page.goto(world.loginPath)
  await expect(page.locator('#served')).toHaveCount(0)
}

/**
 * Arrives signed in, as from a launch address: the login page and the rubric are the most of a short test's time. A test in which
 * these count, or what is in the browser's history before, goes by {@link signInAtLoginPage}.
 */
export async function signIn(page: Page, world: World, { as = world.people[0], at = '/schedules' }: SignInOptions = {}) {
  await launch(page, at, await sessionOf(world, as))
}

/** Opens the launch address of a session, and waits until the player has taken the session out of it. */
async function launch(page: Page, at: string, session: Awaited<ReturnType<typeof sessionOf>>): Promise<void> {
  await page.goto(`${at}?x=${encodeURIComponent(JSON.stringify(session))}`)
  await expect(page).toHaveURL((url) => url.search === '')
}

interface EnterOptions extends Who {
  /** The exam's guid; that of the organisation's first exam unless given. */
  examGuid?: string
}

/**
 * Arrives signed in at the first question of an exam that was started by calls. The list of schedules and the intro cost more than the rest of
 * a short test: only a test about them, or about the start itself, goes by {@link openExam} and {@link startExam}.
 */
export async function enterExam(
  page: Page,
  world: World,
  { as = world.people[0], examGuid = world.exams[0]?.examGuid ?? '' }: EnterOptions = {},
): Promise<void> {
  await launch(page, `/exam/${examGuid}`, await sessionInExam(world, as, examGuid))
  await page.locator('[id^="question-"]').first().waitFor()
  await look(page)
}

interface LoginPageOptions extends Who {
  /** Where to stop: the rubric is confirmed unless told otherwise. */
  until?: 'rubric' | 'schedules'
}

/** Signs in through the login page, and confirms the rubric where it has only tick boxes. */
export async function signInAtLoginPage(page: Page, world: World, options: LoginPageOptions = {}): Promise<void> {
  const { username, password } = options.as ?? world.people[0]
  await page.goto(world.loginPath)
  await page.locator('input[name="username"]').fill(username)
  await page.locator('input[name="password"]').fill(password)
  await page.locator('form button[type="submit"]').click()
  await expect(page).toHaveURL(/\/rubric$/)
  if (options.until === 'rubric') return
  await confirmRubric(page)
}

/** Moves on by a key: what is pressed next is meant, however soon it comes after a key on the page before (`presses.ts` of `packages/ui`). */
const goByKeys = (page: Page) => page.keyboard.press('Tab')

/** Ticks every box of the rubric and continues to the schedules: with keys, as `startExam` does and for its reason. */
export async function confirmRubric(page: Page): Promise<void> {
  const boxes = page.getByRole('main').getByRole('checkbox')
  await boxes.first().waitFor()
  await goByKeys(page)
  for (const box of await boxes.all()) {
    if (!(await box.isChecked())) await box.press('Space')
    await expect(box).toBeChecked()
  }
  await page.locator('form button[type="submit"]').press('Enter')
  await expect(page).toHaveURL(/\/schedules$/)
}

/** Chooses an exam of the schedules list. */
export async function openExam(page: Page, { name }: { name: string }): Promise<void> {
  await page.getByRole('main').getByRole('listitem').filter({ hasText: name }).getByRole('button').first().click()
  await expect(page).toHaveURL(/\/exam\//)
}

/**
 * Goes from an exam's intro to its first question: with a key, for a pointer may just have been pressed where the button is now, and
 * this within half a second is a double click (`presses.ts` of `packages/ui`).
 */
export async function startExam(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/intro$/)
  const start = page.getByRole('main').getByRole('button', { name: /^(start|resume)/i })
  await expect(start).toBeEnabled()
  await goByKeys(page)
  await start.press('Enter')
  await page.locator('[id^="question-"]').first().waitFor()
  await look(page)
}

/** A key that does nothing represents the time in which a learner looks at what opened: what is pressed next is meant. */
const look = (page: Page) => page.keyboard.press('Pause')
