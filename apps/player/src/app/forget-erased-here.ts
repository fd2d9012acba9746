import { startedState } from '@sitwell/app-core/app-store'
import { mayHaveDatabase } from '@sitwell/storage/has-database'
import { leaversIn } from '../context/leavers.ts'
import type { PlayerApp } from './create-player.ts'
import { storedSessionStore } from './stored-session.ts'

/**
 * Deletes from this browser everything of people who were erased, and of people whose session has ended here everything that the server has.
 * The sign-in page calls it, whoever opens that page.
 */
export const forgetErasedHere = async (player: PlayerApp): Promise<void> => {
  const browser = player.environment.localStorage
  if (!(await mayHaveDatabase('sitwell'))) {
    // Nothing of anybody is left.
    const leavers = leaversIn(browser)
    for (const { userGuid } of leavers.all()) leavers.remove(userGuid)
    return
  }
  const [{ openExamStore }, { clearLeavers }, { forgetErased }] = await Promise.all([
    import('../storage/open-exam-store.ts'),
    import('../sync/clear-sent.ts'),
    import('./forget-erased.ts'),
  ])
  const { lastingPlaces, lasting } = await openExamStore(player.environment.nowMs, () => {})
  if (lasting) await clearLeavers(lastingPlaces, browser).catch(() => {})
  const { api } = startedState(player.store.get())
  const store = storedSessionStore(player)
  const storedSession = { owner: () => store.get()?.user.guid, clear: () => store.clear() }
  if (lasting) await forgetErased({ places: lastingPlaces, api, storedSession })
  lastingPlaces.close()
}
