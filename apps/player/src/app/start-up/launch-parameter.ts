import { type Client, client, type Tokens, tokens, type User, user } from '@sitwell/client/session'
import type { Schedule } from '@sitwell/contract'
import * as z from 'zod/mini'
import { normaliseSchedule } from '../../context/schedules-store.ts'
import type { PlayerSession } from '../../context/session-store.ts'
import { type ClientSettings, clientSettings } from '../../context/settings/client-settings.ts'

/** What a launch address carries in `x` (spec 1 §1): a whole session, and maybe the schedule and exam to open. */
export interface Launch {
  readonly user: User
  readonly client: Client
  readonly tokens: Tokens
  readonly settings: ClientSettings
  readonly schedule?: Schedule | undefined
  readonly exam?: Record<string, unknown> | undefined
}

export type LaunchReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'launch'; readonly launch: Launch }
  | { readonly kind: 'invalid'; readonly reason: string }

const shape = z.object({
  user,
  client,
  token: tokens,
  settings: clientSettings,
  schedule: z.optional(z.unknown()),
  exam: z.optional(z.looseObject({})),
})

/** Characters. A session with its settings has a few thousand; what is far longer is no launch, and isn't looked at. */
const longestLaunch = 500_000

/** Characters of a reason: what was sent may be in it. */
const longestReason = 2000

/** An address that the launch may name is one of this site: whoever wrote the launch sends nobody elsewhere. */
const ownAddress = (address: string | undefined, origin: string): string | undefined =>
  address !== undefined && URL.parse(address, origin)?.origin === origin ? address : undefined

/** Reads `x` of a query. It is checked like a server's reply; nothing of an invalid one is used. */
export const readLaunch = (search: string, origin: string): LaunchReading => {
  const value = new URLSearchParams(search).get('x')
  // `/login?x` is the address of an organisation of that name.
  if (value === null || value === '') return { kind: 'none' }
  if (value.length > longestLaunch) return { kind: 'invalid', reason: 'The launch address is too long' }
  let parsed: unknown
  try {
    parsed = JSON.parse(value)
  } catch {
    return { kind: 'invalid', reason: 'The launch address is not JSON' }
  }
  const read = z.safeParse(shape, parsed)
  if (!read.success) {
    const places = read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
    return { kind: 'invalid', reason: `The launch address is not understood: ${places}`.slice(0, longestReason) }
  }
  const { token, schedule: given, ...rest } = read.data
  const schedule = given === undefined ? undefined : normaliseSchedule(given)
  if (given !== undefined && schedule === undefined)
    return { kind: 'invalid', reason: 'The launch address has a schedule that is none' }
  // Nor does it say whom the organisation vouches for.
  const { adminUrl, loginOrigins: _, ...settings } = rest.settings
  const own = ownAddress(adminUrl, origin)
  return {
    kind: 'launch',
    launch: {
      ...rest,
      settings: { ...settings, loginOrigins: [], ...(own === undefined ? {} : { adminUrl: own }) },
      tokens: token,
      schedule,
    },
  }
}

/** Keeps a launch in session storage, instead of whatever session was there. */
export const storeLaunch = (store: PlayerSession, launch: Launch): void => {
  store.clearSession()
  store.user.set(launch.user)
  store.client.set(launch.client)
  store.tokens.set(launch.tokens)
  store.settings.set(launch.settings)
  if (launch.schedule !== undefined) store.externalSchedule.set(launch.schedule)
  if (launch.exam !== undefined) store.externalExam.set(launch.exam)
}
