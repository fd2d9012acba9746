import { expect, test } from 'vitest'
import { createPlayer } from './create-player.ts'
import { startUpSteps } from './start-up/start-up-steps.ts'
import { madeUpEnvironment, startingServer } from './testing/made-up-environment.ts'
import { administratorsWay } from './way-in.ts'

const adminUrl = 'https://admin.example/home'
const user = { id: 4, guid: 'u-4', languageId: 1, firstName: 'Ada', lastName: 'Min' }

/** The way of somebody who has just given their credentials, and what happened to it. */
const wayOf = async (admin: boolean, adminInFrame: boolean) => {
  const left: string[] = []
  const done: string[] = []
  const reply = { success: true, orgID: 7, urlToken: 'demo', adminUrl, legacySingleSignon: true }
  const environment = madeUpEnvironment('/login?demo', startingServer({ '/Client/init': { json: reply } }), {
    leaveTo: (to) => void left.push(to),
  })
  const player = createPlayer(environment)
  const steps = startUpSteps(player)
  await steps.loadAppSettings()
  await steps.initialiseClient()
  await steps.loadGeneralMessages()
  player.session.user.set({ ...user, admin })
  const { settings } = player.store.get()
  if (settings === undefined) throw new Error('The organisation is known by now')
  const lead = administratorsWay(player, {
    user: { ...user, admin },
    settings: { ...settings, adminInFrame },
    complete: () => void done.push('complete'),
  })
  lead?.()
  return { isLed: lead !== undefined, left, done, who: player.session.user.get()?.guid }
}

// AUTH-131
test('an administrator whose administration opens inside the player is signed in and led to its page', async () => {
  expect(await wayOf(true, true)).toEqual({ isLed: true, left: ['/admin?demo'], done: ['complete'], who: 'u-4' })
})

// AUTH-131
test('an administrator of an administration elsewhere is led to its address, and this tab keeps no session', async () => {
  const { left, ...rest } = await wayOf(true, false)
  expect(rest).toEqual({ isLed: true, done: [], who: undefined })
  expect(left.map((to) => to.split('?')[0])).toEqual([adminUrl])
})

test('a learner goes on into the player', async () => {
  expect(await wayOf(false, true)).toEqual({ isLed: false, left: [], done: [], who: 'u-4' })
})
