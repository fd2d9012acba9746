import { isLoginAddress } from '@sitwell/app-core/login-address'
import type { PlayerApp } from './create-player.ts'
import type { NavigationAlert } from './shell/navigation-dialog.tsx'
import { navigationRule } from './shell/navigation-rule.ts'

/** What the app watches of its page from the first moment to the last. */
export const watchPage = ({ environment, session, store, reportError }: PlayerApp): void => {
  let isLoadingAnew = false
  environment.onLeave((path) => {
    if (!isLoadingAnew) session.place.set({ path })
  })
  // A page that comes back as it was left may show somebody who has signed out since.
  environment.onShownAgain(() => {
    if (session.user.get()?.guid === store.get().session?.user.guid) return
    isLoadingAnew = true
    session.place.set({ path: session.place.get()?.path ?? '', isLeftByHistory: true })
    environment.reload()
  })
  environment.onUncaught((error) => reportError(error, 'uncaught'))
}

export interface Arrival {
  readonly alert?: NavigationAlert
  /** Where the learner stays instead. */
  readonly stayAt?: string
}

/**
 * The navigation rules for a page that the browser's back or forward button has loaded anew: the page before it was another
 * document, so no router has seen the move. Within one document the router's blocker knows them.
 */
export const arrivalOf = ({ environment, session, store }: PlayerApp): Arrival => {
  const left = session.place.get()
  if (left === undefined || !(environment.isOpenedByHistory() || left.isLeftByHistory === true)) return {}
  const isSignedIn = store.get().session !== undefined
  const rule = navigationRule(left.path, environment.path(), 'POP')
  if (rule === 'block completely' && isSignedIn)
    return { alert: 'cannotNavigate', stayAt: isLoginAddress(left.path) ? '/schedules' : left.path }
  const hasLeftLogin = isLoginAddress(left.path) && !isLoginAddress(environment.path())
  return hasLeftLogin ? { alert: 'interrupted' } : {}
}
