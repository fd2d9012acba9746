import type { Locator, Page } from '@playwright/test'

/** Presses Tab until the focus is on what is looked for; a page on which it can't be reached fails. */
export async function tabTo(page: Page, target: Locator, mostSteps = 90): Promise<void> {
  await target.waitFor()
  for (let steps = 0; steps < mostSteps; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The Tab key doesn't reach ${target}.`)
}

/** Goes to a control and presses a key on it. */
export async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Goes to a field and types into it. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.type(text)
}

/** Until one of these has the focus: keys that come before that go to whatever had it. */
const untilFocused = (page: Page, targets: Locator) => targets.and(page.locator(':focus')).waitFor()

/** Opens a dropdown and takes its entry with this number, counted from 1. */
export async function pickFrom(page: Page, dropdown: Locator, entry: number): Promise<void> {
  await pressOn(page, dropdown)
  await untilFocused(page, page.getByRole('listbox').getByRole('option'))
  // The first entry takes a choice back.
  for (let steps = 0; steps < entry; steps += 1) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('listbox').waitFor({ state: 'hidden' })
}

/** Opens a dropdown and takes the entry with this name, wherever it stands. */
export async function pickNamed(page: Page, dropdown: Locator, name: string): Promise<void> {
  await pressOn(page, dropdown)
  const entries = page.getByRole('listbox').getByRole('option')
  const entry = page.getByRole('listbox').getByRole('option', { name, exact: true })
  await untilFocused(page, entries)
  for (let steps = 0; steps < 20; steps += 1) {
    if (await entry.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  await page.getByRole('listbox').waitFor({ state: 'hidden' })
}

/** Picks up a card by its dots, goes from place to place, and puts it down where the place has this name. */
export async function putCard(page: Page, card: string, place: string): Promise<void> {
  await pressOn(page, page.getByRole('button', { name: `Move ${card}`, exact: true }).first())
  const target = page.getByRole('button', { name: `Put ${card} here: ${place}`, exact: true })
  await untilFocused(page, page.getByRole('button', { name: `Put ${card} here: ` }))
  for (let steps = 0; steps < 20; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('ArrowRight')
  }
  await page.keyboard.press('Enter')
  await target.waitFor({ state: 'hidden' })
}
