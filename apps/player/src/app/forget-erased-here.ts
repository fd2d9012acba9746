import { mayHaveDatabase } from '../storage/has-database.ts'
import type { PlayerApp } from './create-player.ts'
import { startedState } from './player-store.ts'
import { storedSessionStore } from './stored-session.ts'

/** What this browser keeps of people who were erased goes, whoever comes to the sign-in page next. */
export const forgetErasedHere = async (player: PlayerApp): Promise<void> => {
  if (!(await mayHaveDatabase('sitwell'))) return
  const [{ openExamStore }, { forgetErased }] = await Promise.all([
    import('../storage/open-exam-store.ts'),
    import('./forget-erased.ts'),
  ])
  const { lastingPlaces, lasting } = await openExamStore(player.environment.nowMs, () => {})
  const { api } = startedState(player.store.get())
  const store = storedSessionStore(player)
  const storedSession = { owner: () => store.get()?.user.guid, clear: () => store.clear() }
  if (lasting) await forgetErased({ places: lastingPlaces, api, storedSession })
  lastingPlaces.close()
}
