import { expect, type Page } from '@playwright/test'
import { exam, organisation, person, type World } from './arrange.ts'
import type { Sitwell } from './fixtures.ts'
import { owner } from './office-people.ts'

/** Four learners with names of several scripts. */
const learners = () =>
  [
    ['mina', 'Mina', 'Okafor'],
    ['lena', 'Lena', 'Lind'],
    ['yuki', '由紀', '田中'],
    ['salma', 'سلمى', 'الخطيب'],
  ].map(([username = '', firstName = '', lastName = '']) => person({ username, password: username, firstName, lastName }))

/** An organisation with an owner, an auditor, four learners and an exam named `Hygiene`, which nobody has to sit yet. */
export const arrangeDelivery = (sitwell: Sitwell): Promise<World> =>
  sitwell.arrange(
    organisation({
      people: [
        owner(),
        person({ username: 'auditor', password: 'auditor', firstName: 'Noor', lastName: 'Haddad', roles: ['auditor'] }),
        ...learners(),
      ],
      exams: [exam({ name: 'Hygiene' })],
      schedules: [],
      settings: { OfficeSecondStep: 'off' },
    }),
  )

/** Adds a centre with a room, by calls of the page's session. */
export const addRoom = (page: Page, centre: string, room: string): Promise<void> =>
  page.evaluate(
    async ([centreName, roomName]) => {
      const base = '/office/api/'
      const { sessionId } = (await (await fetch(`${base}session`)).json()) as { sessionId: string }
      const headers = { 'content-type': 'application/json', 'sitwell-office-session': sessionId }
      const post = async (path: string, body: object) =>
        (await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
      const added = await post('centres/add', { name: centreName, zone: 'Europe/London' })
      await post('centres/rooms/add', { centreID: added.centre.centreID, name: roomName })
    },
    [centre, room] as const,
  )

/** Types a day and a time, as `031220900930`, into the field of wall times with this number on the page. */
export const typeWallTime = async (page: Page, field: number, digits: string): Promise<void> => {
  const first = page.getByRole('spinbutton').nth(field * 5)
  await first.focus()
  await expect(first).toBeFocused()
  await page.keyboard.type(digits)
}
