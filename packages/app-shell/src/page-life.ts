import type { SessionApp } from '@sitwell/app-core/create-session'
import type { Environment } from '@sitwell/app-core/environment'
import { isLoginAddress } from '@sitwell/app-core/login-address'
import type { OrganisationSettings } from '@sitwell/app-core/organisation-settings'
import type { NavigationAlert } from './navigation-dialog.tsx'
import type { RuleOfMoves } from './navigation-rule.ts'

/** What an app watches of its page from the first moment to the last. */
export const watchPage = <Settings extends OrganisationSettings>({
  environment,
  session,
  store,
  reportError,
}: SessionApp<Settings, object, Environment>): void => {
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
  /** Where somebody stays instead. */
  readonly stayAt?: string
}

/**
 * The rule for moves, for a page that the browser's back or forward button has loaded again: the page before it was another document, so no
 * router has seen the move. Within one document the router's blocker knows them. `home`: the first page behind the sign-in.
 */
export const arrivalOf = <Settings extends OrganisationSettings>(
  { environment, session, store }: SessionApp<Settings, object, Environment>,
  ruleOf: RuleOfMoves,
  home: string,
): Arrival => {
  const left = session.place.get()
  if (left === undefined || !(environment.isOpenedByHistory() || left.isLeftByHistory === true)) return {}
  const isSignedIn = store.get().session !== undefined
  const rule = ruleOf(left.path, environment.path(), 'POP')
  if (rule === 'block completely' && isSignedIn)
    return { alert: 'cannotNavigate', stayAt: isLoginAddress(left.path) ? home : left.path }
  const hasLeftLogin = isLoginAddress(left.path) && !isLoginAddress(environment.path())
  return hasLeftLogin ? { alert: 'interrupted' } : {}
}
