import { expect, type Page } from '@playwright/test'
import { type OrganisationSpec, organisation, type PersonSpec, person, type World } from './arrange.ts'
import { arriveInOffice } from './office.ts'

/** Ada Owen, who owns the organisation: signs in as `owner` / `owner`. */
export const owner = (): PersonSpec => person({ username: 'owner', firstName: 'Ada', lastName: 'Owen', roles: ['owner'] })

/** An organisation of these people, whose staff need no second step. */
export const officeOf = (people: readonly PersonSpec[]): OrganisationSpec =>
  organisation({ people: [...people], schedules: [], settings: { OfficeSecondStep: 'off' } })

/** Signs in to the office and opens a page of it, such as `/people`. */
export const signInToOffice = (page: Page, world: World, at = '/people', as = 'owner'): Promise<void> =>
  arriveInOffice(page, world, { as, at })

/** The same for a page in any language: finds the fields by what they are, and not by their words. */
export const signInInAnyLanguage = async (page: Page, world: World, at: string): Promise<void> => {
  await page.goto(`${world.origin}/office/login?${world.urlToken}`)
  await page.locator('input[name=username]').fill('owner')
  await page.locator('input[name=password]').fill('owner')
  await page.keyboard.press('Enter')
  await expect(page.locator('input[name=password]')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto(`${world.origin}/office${at}`)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
}
