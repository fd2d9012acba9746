import { type Held, startedState } from '@sitwell/app-core/app-store'
import { policiesOf } from '@sitwell/exam/organisation/organisation-policies'
import type { Player, StoredExamSession, Visitor } from '../context/player.ts'
import type { ClientSettings } from '../context/settings/client-settings.ts'
import type { PlayerApp } from './create-player.ts'

/** What the screens get, made from what the app holds. */
export const contextsOf = (held: Held<ClientSettings>, player: PlayerApp, storedSession?: StoredExamSession) => {
  const { api, client, settings, appSettings, language, catalogue, session } = startedState(held)
  const visitor: Visitor = {
    api,
    client,
    settings,
    appSettings,
    policies: policiesOf(client.id),
    language,
    text: catalogue.text,
    textOrDefault: catalogue.textOrDefault,
    reportError: player.reportError,
  }
  const signedIn: Player | undefined =
    session === undefined || storedSession === undefined
      ? undefined
      : {
          ...visitor,
          session,
          clock: player.clock,
          live: player.liveFor(api, appSettings),
          isTakenOver: () => player.store.get().isTakenOver === true,
          accessToken: () => player.tokens.get()?.access,
          signOut: () => player.store.change({ isSigningOut: true }),
          onCalled: player.onCalled,
          storedSession,
        }
  return { visitor, signedIn }
}
