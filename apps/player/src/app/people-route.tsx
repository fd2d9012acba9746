import { startedState } from '@sitwell/app-core/app-store'
import { tokensFromToken, userFromToken } from '@sitwell/client/session-from-token'
import type { LoginResponse } from '@sitwell/contract'
import { useCallback } from 'react'
import PeoplePage from '../support/people-page.tsx'
import type { PlayerApp } from './create-player.ts'

/** Milliseconds that the end of an administrator's session waits for the server. */
const farewellMs = 1000

/** Goes on in this tab as the learner whose session an administrator was given; the administrator's own is over (spec 1 §7). */
const enterAs = async (player: PlayerApp, login: LoginResponse) => {
  const { environment, session, store, tokens } = player
  const { client, settings } = startedState(store.get())
  const reply = player.endSession()
  session.user.set(userFromToken(login))
  tokens.set(tokensFromToken(login))
  player.setClient(client, settings)
  // A server that hangs holds nobody back.
  await Promise.race([reply, environment.wait(farewellMs)])
  environment.leaveTo('/rubric')
}

/** `/people`, with the way into a learner's session. */
const PeopleRoute = ({ player }: { readonly player: PlayerApp }) => {
  const enter = useCallback((login: LoginResponse) => enterAs(player, login), [player])
  return <PeoplePage enterAs={enter} />
}

export default PeopleRoute
