import { arrivalOf, watchPage } from '@sitwell/app-shell/page-life.ts'
import { expect, test } from 'vitest'
import { createPlayer } from './create-player.ts'
import type { PlayerEnvironment } from './environment.ts'
import { navigationRule } from './shell/navigation-rule.ts'
import { madeUpEnvironment, startingServer } from './testing/made-up-environment.ts'

const user = { id: 7, guid: 'u-7', languageId: 1, firstName: 'Ann', lastName: 'Bell', admin: false }

const playerAt = (path: string, parts: Partial<PlayerEnvironment> = {}) =>
  createPlayer(madeUpEnvironment(path, startingServer(), parts))

/** Somebody arrives at `to` from `from`, in a document that the browser's buttons have loaded or not. */
const arrive = (from: string, to: string, byHistory: boolean, isSignedIn: boolean) => {
  const player = playerAt(to, { isOpenedByHistory: () => byHistory })
  player.session.place.set({ path: from })
  if (isSignedIn) player.store.change({ session: { user, client: { id: 1, urlToken: 'demo' } } })
  return arrivalOf(player, navigationRule, '/schedules')
}

// NAV-114 NAV-317 NAV-320
test('an exam that the browser’s buttons load anew from outside stays closed, and the learner where they were', () => {
  expect(arrive('/schedules', '/exam/e/q', true, true)).toEqual({ alert: 'cannotNavigate', stayAt: '/schedules' })
  expect(arrive('/login', '/exam/e/q', true, true)).toEqual({ alert: 'cannotNavigate', stayAt: '/schedules' })
  expect(arrive('/exam/e/intro', '/exam/e/q', true, true)).toEqual({})
  expect(arrive('/schedules', '/exam/e/q', false, true)).toEqual({})
})

// NAV-115 NAV-322
test('whoever leaves a login page by the browser’s buttons is told so where they arrive', () => {
  expect(arrive('/login', '/schedules', true, false)).toEqual({ alert: 'interrupted' })
  expect(arrive('/login/token', '/forgot', true, false)).toEqual({ alert: 'interrupted' })
  expect(arrive('/login', '/login', true, false)).toEqual({})
  expect(arrive('/schedules', '/login', true, false)).toEqual({})
})

// NAV-116
test('a login page that is left in another way is left in silence', () => {
  expect(arrive('/login', '/schedules', false, false)).toEqual({})
  expect(arrivalOf(playerAt('/schedules', { isOpenedByHistory: () => true }), navigationRule, '/schedules')).toEqual({})
})

test('a page that the browser shows again as it was is loaded anew when its session is over', () => {
  let showAgain: () => void = () => {}
  let leave: (_: string) => void = () => {}
  let reloads = 0
  const player = playerAt('/schedules', {
    onShownAgain: (listener) => {
      showAgain = listener
    },
    onLeave: (listener) => {
      leave = listener
    },
    reload: () => {
      reloads += 1
    },
  })
  watchPage(player)
  player.session.user.set(user)
  player.store.change({ session: { user, client: { id: 1, urlToken: 'demo' } } })
  player.session.place.set({ path: '/login' })
  showAgain()
  expect(reloads).toBe(0)
  player.session.clearSession()
  showAgain()
  expect(reloads).toBe(1)
  leave('/schedules')
  expect(player.session.place.get()).toEqual({ path: '/login', isLeftByHistory: true })
  expect(arrivalOf(playerAt('/schedules'), navigationRule, '/schedules')).toEqual({})
})
