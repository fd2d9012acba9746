import { calls } from '@sitwell/contract'
import { createOfficeBrowser } from '../apps/server/src/testing/office-browser.ts'
import type { World } from './arrange.ts'

/** Calls of the office by a person of `person()`, in a session beside that of the page: what a colleague does elsewhere meanwhile. */
export const colleagueIn = async (world: World, username = 'owner') => {
  const one = createOfficeBrowser(world)
  const body = { orgId: world.orgId, username, password: username }
  one.page((await one.doIt(calls.officeSignIn, { body })).sessionId)
  const idOf = (name: string) => world.people.find((who) => who.username === name)?.userId ?? 0
  return {
    ...one,
    /** Adds a group of these people. */
    addGroup: async (name: string, members: readonly string[] = []) => {
      const { group } = await one.doIt(calls.officeAddGroup, { body: { name } })
      if (members.length === 0) return group
      const asked = { groupID: group.groupID, action: 'add' as const, userIDs: members.map(idOf) }
      const { hash, group: at } = await one.doIt(calls.officePreviewMembers, { body: asked })
      return (await one.doIt(calls.officeChangeMembers, { body: { ...asked, version: at.version, hash } })).group
    },
    /** Adds a centre in London with these rooms. */
    addCentre: async (name: string, rooms: readonly string[] = []) => {
      const { centre } = await one.doIt(calls.officeAddCentre, { body: { name, zone: 'Europe/London' } })
      const added = []
      for (const room of rooms)
        added.push((await one.doIt(calls.officeAddRoom, { body: { centreID: centre.centreID, name: room, seats: 20 } })).room)
      return { ...centre, rooms: added }
    },
  }
}
