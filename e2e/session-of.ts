import { createApi } from '@sitwell/client/create-api'
import type { OutcomeOf } from '@sitwell/client/outcome'
import { tokensFromToken, userFromToken } from '@sitwell/client/session-from-token'
import { createTokenStore } from '@sitwell/client/token-store'
import { confirmRubric, init, schedules, start, token } from '@sitwell/contract'
import { loadSettingsByName } from '../apps/player/src/context/settings/settings-by-name.ts'
import { settingsFromInit } from '../apps/player/src/context/settings/settings-from-init.ts'
import type { PersonSpec, World } from './arrange.ts'

type Who = Pick<PersonSpec, 'username' | 'password'>

/** The start-up file's, of a server that was told no other. */
const productName = 'Player'

/**
 * Signs somebody in by the very calls that the login page and the rubric make, read as they read them. Gives what a launch address carries in `x`
 * (spec 1 §1). Throws an error if the sign-in is refused or asks for a second step: that is for the login page.
 */
export async function sessionOf(world: World, who: Who) {
  return (await signInByCalls(world, who)).session
}

/**
 * Signs somebody in, and starts an exam that is scheduled for them, by the calls that its intro makes. Returns their session: a page that opens
 * the exam with it shows the question at which a commenced exam continues. Throws if the learner may not start the exam.
 */
export async function sessionInExam(world: World, who: Who, examGuid: string) {
  const { api, session } = await signInByCalls(world, who)
  const userGuid = session.user.guid
  const listed = valueFrom(await api.call(schedules, { query: { userGuid } }))
  const scheduled = listed.find((one) => one.examGuid === examGuid && !one.completed)
  if (!scheduled) throw new Error(`Nothing is scheduled for ${who.username} in exam ${examGuid}.`)
  const { guid: scheduleGuid, scheduleType, examTypeGuid: examObjectTypeGuid, version: versionNumber } = scheduled
  const query = { userGuid, scheduleGuid, scheduleType, examGuid, examObjectTypeGuid, versionNumber }
  await api.call(start, { query }).then(valueFrom)
  return session
}

/** Signs somebody in by calls. Gives their session, and how calls are made in it. */
export async function signInByCalls(world: World, { username, password }: Who) {
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
  const session = {
    user,
    client: { id: orgId, urlToken },
    token: tokensFromToken(reply),
    settings: { ...settingsFromInit(organisation), ...named.settings },
  }
  return { api, session }
}

/** What a call has answered. Throws if it was refused. */
export function valueFrom<T>(outcome: OutcomeOf<T>): T {
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.value
}
