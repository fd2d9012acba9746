import { memoryStorage } from '@sitwell/client/testing/memory-storage'
import { describe, expect, test } from 'vitest'
import { createPlayer } from './create-player.ts'
import { startUpSteps } from './start-up/start-up-steps.ts'
import { createStoredExamSession, storedExamOf } from './stored-session.ts'
import { type Answer, madeUpEnvironment, startingServer } from './testing/made-up-environment.ts'

const someone = { id: 1, guid: 'u', languageId: 1, firstName: 'Mina', lastName: 'Okafor', admin: false }
const tokens = { access: 'a1', refresh: 'r1' }
const nobody: Answer = () => 'unreachable'

/** A browser, whose local storage outlives its tabs. */
const createBrowser = () => {
  const localStorage = memoryStorage()
  const browser = { nowMs: 1000, answer: startingServer() }
  const tabs: { tell(key: string): void }[] = []
  const openTab = (address: string) => {
    const tab = { tell: (_key: string) => {} }
    tabs.push(tab)
    const environment = madeUpEnvironment(address, (path, body) => browser.answer(path, body), {
      localStorage,
      nowMs: () => browser.nowMs,
      onStored: (listener) => {
        tab.tell = (key) => listener(key, null, null)
      },
    })
    const player = createPlayer(environment)
    return { player, steps: startUpSteps(player) }
  }
  /** A learner signs in and sits an exam. */
  const sit = async (user = someone, keeps = true) => {
    const tab = openTab('/login?demo')
    const { player, steps } = tab
    await steps.loadAppSettings()
    await steps.initialiseClient()
    player.tokens.set(tokens)
    const { client } = player.store.get()
    if (!client) throw new Error('no organisation')
    player.store.change({ session: { user, client } })
    await player.useMessages(user)
    const stored = createStoredExamSession(player)
    if (keeps) stored.keep('e1', 5000)
    return { ...tab, stored }
  }
  const open = async (address: string) => {
    const tab = openTab(address)
    await tab.steps.loadAppSettings()
    const isSignedIn = await tab.steps.restoreSession()
    if (isSignedIn) await tab.steps.loadSessionMessages()
    return { ...tab, isSignedIn }
  }
  const tellTabs = () => {
    for (const tab of tabs) tab.tell('sitwell.examSession')
  }
  return { browser, sit, open, openTab, tellTabs }
}

describe('the session of an exam that is being sat', () => {
  test('survives a closed browser: its address opens it again without a network, with the tokens as they are by then', async () => {
    const { browser, sit, open } = createBrowser()
    const { player } = await sit()
    player.tokens.set({ access: 'a2', refresh: 'r2' })
    browser.answer = nobody
    const again = await open('/exam/e1/q7')
    expect(again.isSignedIn).toBe(true)
    expect(again.player.tokens.get()).toEqual({ access: 'a2', refresh: 'r2' })
    expect(again.player.store.get()).toMatchObject({ session: { user: someone }, client: { urlToken: 'demo' } })
    expect(again.player.store.get().appSettings?.apiEndpointUrl).toBe('https://exams.example/')
    expect(again.player.store.get().catalogue?.text('exam.saved')).toBe('Saved')
  })

  test('a tab that shares it follows its tokens', async () => {
    const { sit, open, tellTabs } = createBrowser()
    const { player } = await sit()
    const second = await open('/exam/e1/q7')
    createStoredExamSession(second.player)
    second.player.tokens.set({ access: 'a2', refresh: 'r2' })
    tellTabs()
    expect(player.tokens.get()).toEqual({ access: 'a2', refresh: 'r2' })
  })

  test('opens nothing but that exam, and not after its time', async () => {
    const { browser, sit, open } = createBrowser()
    await sit()
    expect((await open('/exam/e2')).isSignedIn).toBe(false)
    expect((await open('/schedules')).isSignedIn).toBe(false)
    browser.nowMs = 5000
    expect((await open('/exam/e1')).isSignedIn).toBe(false)
    browser.nowMs = 1000
    expect((await open('/exam/e1')).isSignedIn).toBe(false)
  })

  test('is offered by its learner at every other address of the same browser, until its time is over', async () => {
    const { browser, sit, openTab } = createBrowser()
    expect(storedExamOf(openTab('/login?demo').player)).toBeUndefined()
    await sit()
    for (const address of ['/', '/login?demo', '/schedules', '/exam/e2'])
      expect(storedExamOf(openTab(address).player)).toEqual({ address: '/exam/e1', learner: 'Mina Okafor' })
    expect(storedExamOf(openTab('/exam/e1/q7').player)).toBeUndefined()
    const others = openTab('/schedules').player
    others.session.user.set({ ...someone, guid: 'other' })
    expect(storedExamOf(others)).toBeUndefined()
    browser.nowMs = 5000
    expect(storedExamOf(openTab('/').player)).toBeUndefined()
  })

  test('is gone when the learner signs out, when the exam is over, and when somebody else signs in at this machine', async () => {
    const signedOut = createBrowser()
    const { player } = await signedOut.sit()
    player.clearSession()
    expect((await signedOut.open('/exam/e1')).isSignedIn).toBe(false)

    const over = createBrowser()
    const { stored } = await over.sit()
    stored.end()
    expect((await over.open('/exam/e1')).isSignedIn).toBe(false)

    const shared = createBrowser()
    await shared.sit()
    await shared.sit({ ...someone, guid: 'other' }, false)
    expect((await shared.open('/exam/e1')).isSignedIn).toBe(false)
  })

  test('without a kept session a start without a network is told as before', async () => {
    const { browser, open } = createBrowser()
    browser.answer = nobody
    await expect(open('/exam/e1')).rejects.toThrow()
  })
})
