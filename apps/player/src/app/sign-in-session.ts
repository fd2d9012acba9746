import { token } from '@sitwell/contract'
import { tokensFromToken, userFromToken } from '../api/session-from-token.ts'
import { loadSettingsByName } from '../api/settings-by-name.ts'
import type { Credentials, SignInOutcome } from '../sign-in/sign-in.machine.ts'
import type { PlayerApp } from './create-player.ts'
import { startedState } from './player-store.ts'

/**
 * Signs in and loads what a session needs: tokens, the settings read by name, the session's messages (spec 1 §4). Until all of
 * that is there nobody is signed in.
 */
export const signInWith =
  (player: PlayerApp) =>
  async ({ username, password }: Credentials): Promise<SignInOutcome> => {
    const { api, appSettings, client, settings } = startedState(player.store.get())
    const outcome = await api.call(token, {
      body: {
        grant_type: 'password',
        client_id: appSettings.clientId,
        client_secret: appSettings.clientSecret,
        username,
        password,
        orgId: client.id,
        screenRes: player.environment.screenText(),
        userAgent: player.environment.userAgent.slice(0, 1000),
      },
    })
    if (!outcome.ok) {
      if (outcome.kind === 'unreachable' || outcome.status >= 500) return { kind: 'error', details: outcome.message }
      if (outcome.code === 'TOO_MANY_REQUESTS') return { kind: 'refused', reason: 'too many attempts' }
      return { kind: 'refused', reason: outcome.suspended === true ? 'suspended' : 'wrong password' }
    }
    const user = userFromToken(outcome.value)
    player.tokens.set(tokensFromToken(outcome.value))
    const named = await loadSettingsByName(api, client.id)
    if (!named.ok) return { kind: 'error', details: named.message }
    try {
      await player.useMessages(user)
    } catch (error) {
      return { kind: 'error', details: error instanceof Error ? error.message : String(error) }
    }
    player.session.user.set(user)
    player.useClient(client, { ...settings, ...named.settings })
    player.store.change({ session: { user, client } })
    return { kind: 'signed in' }
  }
