import { browserStorage, tabStorage } from '@sitwell/client/held-storage'
import { type PageOfSync, type PageSync, type SyncedPlayer, startSyncOfPage } from './start-sync-of-page.ts'

const browserPage: PageOfSync = {
  tab: () => tabStorage,
  browser: () => browserStorage,
  on: (event, listener) => addEventListener(event, listener),
  isVisible: () => document.visibilityState === 'visible',
  estimate: () => navigator.storage?.estimate?.(),
}

let current: { readonly userGuid: string; readonly sync: Promise<PageSync> } | undefined

/** The one that runs in this tab; undefined if nobody has signed in here. */
export const runningSync = (): Promise<PageSync> | undefined => current?.sync

/**
 * The one sync of the signed-in learner in this tab. Calling it after the sign-in sends what an earlier page left; another
 * learner who signs in gets one of their own. A start that failed is forgotten: the next call tries again.
 */
export const syncOfPlayer = (player: SyncedPlayer): Promise<PageSync> => {
  const userGuid = player.session.user.guid
  if (current?.userGuid !== userGuid) {
    current?.sync.then(
      (sync) => sync.stop(),
      () => undefined,
    )
    const started = { userGuid, sync: startSyncOfPage(player, browserPage) }
    current = started
    started.sync.catch(() => {
      if (current === started) current = undefined
    })
  }
  return current.sync
}
