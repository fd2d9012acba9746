import { isPreLoginAddress } from '@sitwell/app-core/login-address'
import { newUuid } from '@sitwell/client/new-uuid'
import { tokensFromToken } from '@sitwell/client/session-from-token'
import { type AppSettings, token } from '@sitwell/contract'
import type { PlayerApp } from '../create-player.ts'
import { launchAddress } from './launch-address.ts'
import { type Launch, storeLaunch } from './launch-parameter.ts'

type Entered = { readonly kind: 'entered' } | { readonly kind: 'unreachable' | 'refused'; readonly reason: string }

/**
 * Trades the tokens of a launch address for a session that the address knows nothing of, and keeps that one: nothing that stood in the
 * address, and in whatever has kept it, opens anything any more. It stays in the address until the server has answered, and is asked for
 * under one id of this tab, so that neither a lost reply nor a reload costs the launch. A server that doesn't know how to trade them is spoken
 * to with the tokens of the address.
 */
export const enterLaunchAddress = async (player: PlayerApp, settings: AppSettings, launch: Launch): Promise<Entered> => {
  const { environment, session, tokens: held } = player
  const requestId = session.launch.get()?.requestId ?? newUuid()
  session.launch.set({ requestId })
  const { clientId: client_id = '', clientSecret: client_secret = '' } = settings
  const body = { grant_type: 'launch', client_id, client_secret, refresh_token: launch.tokens.refresh, requestId } as const
  const outcome = await player.apiFor(settings).call(token, { body })
  const refusal = !outcome.ok && outcome.kind === 'refused' ? outcome.code : undefined
  const isUnknownThere = refusal === 'INVALID_REQUEST'
  if (!outcome.ok && !isUnknownThere && refusal !== 'INVALID_REFRESH_TOKEN')
    return { kind: 'unreachable', reason: outcome.message }
  session.launch.clear()
  if (!outcome.ok && !isUnknownThere) {
    environment.dropSearch()
    return { kind: 'refused', reason: outcome.message }
  }
  const given = outcome.ok ? tokensFromToken(outcome.value) : launch.tokens
  storeLaunch(session, { ...launch, tokens: given })
  held.set(given)
  environment.dropSearch()
  // A login address would end this session at the next reload.
  if (isPreLoginAddress(environment.path())) environment.showAddress(launchAddress(launch), 'in place')
  return { kind: 'entered' }
}
