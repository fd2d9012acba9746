import { expect, type Locator, type Page } from '@playwright/test'
import { organisation, person, type World } from './fixtures.ts'

/** An organisation with an owner, an invigilator and a learner. The office asks for no second step unless told otherwise. */
export const college = ({ secondStep = 'off' }: { readonly secondStep?: string } = {}) =>
  organisation({
    settings: { OfficeSecondStep: secondStep },
    people: [
      person({ username: 'olwen', firstName: 'Olwen', lastName: 'Price', roles: ['owner'], email: 'olwen@example.org' }),
      person({ username: 'kwame', firstName: 'Kwame', lastName: 'Mensah', roles: ['invigilator'] }),
      person(),
    ],
    schedules: [{ username: 'learner' }],
  })

export const username = (page: Page) => page.getByRole('textbox', { name: 'Username' })
export const password = (page: Page) => page.getByLabel('Password')

/** Presses Enter after a key that does nothing: what was opened by a key is looked at before the next one (`presses.ts` of `packages/ui`). */
export const pressEnter = async (place: Locator): Promise<void> => {
  await place.press('Pause')
  await place.press('Enter')
}

/** Gives name and password, which are the same, by keys. */
export const giveCredentials = async (page: Page, name: string): Promise<void> => {
  await username(page).fill(name)
  await password(page).fill(name)
  await pressEnter(password(page))
}

export const openSignIn = async (page: Page, world: Pick<World, 'loginPath'>): Promise<void> => {
  await page.goto(`/office${world.loginPath}`)
  await expect(username(page)).toBeVisible()
}

/** Signs in to the office, without a second step, and opens a page of it. */
export const arriveInOffice = async (
  page: Page,
  world: Pick<World, 'loginPath'>,
  { as = 'olwen', at = '/my-sign-ins' }: { readonly as?: string; readonly at?: string } = {},
): Promise<void> => {
  await openSignIn(page, world)
  await giveCredentials(page, as)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(username(page)).toHaveCount(0)
  await page.goto(`/office${at}`)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeFocused()
}

/** What is spoken at once: places for it are on the page before it comes. */
export const spoken = (page: Page): Locator => page.getByRole('alert').filter({ hasText: /\S/ })
