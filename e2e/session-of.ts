import { createApi } from '@sitwell/client/create-api'
import type { OutcomeOf } from '@sitwell/client/outcome'
import { tokensFromToken, userFromToken } from '@sitwell/client/session-from-token'
import { createTokenStore } from '@sitwell/client/token-store'
import { confirmRubric, init, token } from '@sitwell/contract'
import { loadSettingsByName } from '../apps/player/src/context/settings/settings-by-name.ts'
import { settingsFromInit } from '../apps/player/src/context/settings/settings-from-init.ts'
import type { PersonSpec, World } from './arrange.ts'

/** The start-up file's, of a server that was told no other. */
const productName = 'Player'

/**
 * Signs somebody in by the very calls that the login page and the rubric make, read as they read them. Gives what a launch address carries in `x`
 * (spec 1 §1). Throws where the sign-in is refused or asks for a second step: that is for the login page.
 */
export async function sessionOf(world: World, { username, password }: Pick<PersonSpec, 'username' | 'password'>) {
  const { origin, orgId, urlToken } = world
  const tokens = createTokenStore(undefined, () => undefined)
  const client = { client_id: 'sitwell-player', client_secret: '' }
  const api = createApi({
    endpoints: { site: origin, api: origin, authentication: `${origin}/security` },
    fetch,
    tokens,
    credentials: client,
    wait: () => Promise.resolve(),
    random: () => 0,
    onSignedOut: () => undefined,
    onDoubleLogin: () => undefined,
  })
  const [reply, organisation] = await Promise.all([
    api.call(token, { body: { ...client, grant_type: 'password', username, password, orgId } }).then(valueFrom),
    api.call(init, { body: { url: `${origin}${world.loginPath}` } }).then(valueFrom),
  ])
  if (reply.MfaRequired) throw new Error(`${username} has to pass the second step: use signInAtLoginPage.`)
  tokens.set(tokensFromToken(reply))
  const user = userFromToken(reply)
  const confirmed = ['name', 'dob', 'identifier', 'instructions'] as const
  const { dateOfBirth, learnerIdentifier } = user
  const given = { ...(dateOfBirth && { dateOfBirth }), ...(learnerIdentifier && { learnerIdentifier }) }
  await api.call(confirmRubric, { body: { userGuid: user.guid, confirmed: [...confirmed], ...given } }).then(valueFrom)
  const named = await loadSettingsByName(api, orgId, productName)
  if (!named.ok) throw new Error(named.message)
  return {
    user,
    client: { id: orgId, urlToken },
    token: tokensFromToken(reply),
    settings: { ...settingsFromInit(organisation), ...named.settings },
  }
}

function valueFrom<T>(outcome: OutcomeOf<T>): T {
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.value
}
