import type { Page } from '@playwright/test'
import { type OrganisationSpec, person, type World } from './arrange.ts'
import type { Sitwell } from './fixtures.ts'
import { makeCourse } from './make-course.ts'
import { officeOf, owner } from './office-people.ts'

/** Four learners with names of several scripts. */
const learners = () =>
  [
    ['mina', 'Mina', 'Okafor'],
    ['lena', 'Lena', 'Lind'],
    ['yuki', '由紀', '田中'],
    ['salma', 'سلمى', 'الخطيب'],
  ].map(([username = '', firstName = '', lastName = '']) => person({ username, password: username, firstName, lastName }))

/** An organisation with an owner, an author, an auditor, four learners and a course of two lessons, which nobody has yet. */
export const arrangeCourse = async (sitwell: Sitwell, more: Partial<OrganisationSpec> = {}): Promise<World> => {
  const staff = [
    person({ username: 'author', firstName: 'Piet', lastName: 'Smit', roles: ['author'] }),
    person({ username: 'auditor', firstName: 'Noor', lastName: 'Haddad', roles: ['auditor'] }),
  ]
  const world = await sitwell.arrange({ ...officeOf([owner(), ...staff, ...learners()]), ...more })
  const path = await makeCourse('Ladders', [{ title: 'Standing' }, { title: 'Climbing' }], 'How to stand on one.')
  await sitwell.command(world, 'import', path)
  return world
}

/** Adds a group of people, named by their usernames, by calls of the page's session. */
export const addGroup = (page: Page, name: string, usernames: readonly string[]): Promise<void> =>
  page.evaluate(
    async ([groupName, wanted]) => {
      const base = '/office/api/'
      const { sessionId } = (await (await fetch(`${base}session`)).json()) as { sessionId: string }
      const headers = { 'content-type': 'application/json', 'sitwell-office-session': sessionId }
      const get = async (path: string) => (await fetch(base + path, { headers })).json()
      const post = async (path: string, body: object) =>
        (await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
      const { people } = (await get('people?limit=100')) as { people: { userID: number; username: string }[] }
      const userIDs = people.filter(({ username }) => wanted.includes(username)).map(({ userID }) => userID)
      const { group } = await post('groups/add', { name: groupName })
      const change = { groupID: group.groupID, action: 'add', userIDs }
      const { hash } = await post('groups/members/preview', change)
      await post('groups/members/change', { ...change, version: group.version, hash })
    },
    [name, [...usernames]] as const,
  )
