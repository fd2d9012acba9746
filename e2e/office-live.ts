import { expect, type Locator, type Page, type Route } from '@playwright/test'
import { exam, organisation, person, type World } from './arrange.ts'
import { owner, signInToOffice } from './office-people.ts'
import { holdClock } from './pass-time.ts'
import type { Sitwell } from './sitwell.ts'

/** Learners of a live view, by their sign-in names; the first one is the first person of the world. */
const learners = [
  ['lena', 'Lena', 'Lind'],
  ['mina', 'Mina', 'Okafor'],
  ['yuki', '由紀', '田中'],
  ['salma', 'سلمى', 'الخطيب'],
] as const

/** An organisation with an exam of an hour, which four learners may begin at any time, and an owner, an invigilator and an auditor who watch. */
export const arrangeLive = (sitwell: Sitwell): Promise<World> =>
  sitwell.arrange(
    organisation({
      people: [
        ...learners.map(([username, firstName, lastName]) => person({ username, password: username, firstName, lastName })),
        owner(),
        person({ username: 'second', password: 'second', firstName: 'Per', lastName: 'Stein', roles: ['invigilator'] }),
        person({ username: 'auditor', password: 'auditor', firstName: 'Noor', lastName: 'Haddad', roles: ['auditor'] }),
      ],
      exams: [exam({ name: 'Hygiene', settings: { examTime: 3600, isExtendable: true } })],
      schedules: learners.map(([username]) => ({ username })),
      settings: { OfficeSecondStep: 'off', AllowRemotePause: '1' },
    }),
  )

/** The path of the live view of the world's exam. */
export const livePathOf = (world: World): string => `/live/exam/${world.exams[0]?.examGuid ?? ''}`

/** Signs a member of staff in and opens the live view. */
export const openLive = async (page: Page, world: World, { as = 'owner', query = '' } = {}): Promise<void> => {
  await signInToOffice(page, world, livePathOf(world) + query, as)
  await expect(rowsOf(page)).toHaveCount(learners.length)
}

export const rowsOf = (page: Page): Locator => page.getByRole('table', { name: /^People/ }).locator('tbody tr[data-key]')
export const rowOf = (page: Page, name: string): Locator => rowsOf(page).filter({ hasText: name })

/** How old the view is, as the pulse line says it. */
export const ageOf = (page: Page): Locator => page.locator('[data-age]')
export const liveAge = (page: Page): Locator => page.locator('[data-age="live"]')

/** That the view is blind, as it is spoken. */
export const blindNote = (page: Page): Locator =>
  page.getByRole('alert').filter({ hasText: /Not connected since \d\d:\d\d:\d\d/ })

const reading = /office\/api\/live(\?|$)/

/** How the network goes. `refused`: each request fails at once; `swallowed`: nothing ever comes; `cut`: a reply breaks off; `proxy`: something in between answers. */
export type Outage = 'refused' | 'swallowed' | 'cut' | 'proxy'

const answer = async (route: Route, outage: Outage): Promise<void> => {
  if (outage === 'refused') return route.abort('connectionreset')
  if (outage === 'cut') return route.fulfill({ status: 200, contentType: 'application/json', body: '{"cursor":"a","rows":[' })
  if (outage === 'proxy') return route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' })
}

/** Takes the network of a live view away, for its readings alone or for all calls of the office; what it returns brings it back. */
export const cutNetwork = async (page: Page, outage: Outage, calls: RegExp = reading): Promise<() => Promise<void>> => {
  const take = (route: Route) => answer(route, outage)
  await page.route(calls, take)
  return () => page.unroute(calls, take)
}

/**
 * Lets the clock of a page continue until its view is live, and holds it again. It goes no faster than the server's: a page that counts seconds while the
 * server keeps a request waiting for one of its own gives each up before it is answered.
 */
export const letViewReturn = async (page: Page): Promise<void> => {
  await page.clock.resume()
  await expect(liveAge(page)).toBeVisible()
  await holdView(page)
}

/** Holds the clock of a page whose view is live: with less of a jump than makes the view blind. */
export const holdView = (page: Page): Promise<void> => holdClock(page, 3000)
