import { startedState } from '@sitwell/app-core/app-store'
import type { PlayerApp } from '../create-player.ts'

/**
 * No session is on in this tab any more. Which one it was stays known: a page that says something of its exam asks the server by it,
 * however often it is opened.
 */
export const endWatching = ({ store, setClient }: Pick<PlayerApp, 'store' | 'setClient'>): void => {
  const { client, settings } = startedState(store.get())
  setClient(client, { ...settings, proctoringActive: false })
}
