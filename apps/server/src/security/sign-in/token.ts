import { token } from '@sitwell/contract'
import type { Counted } from '../../http/limits/counted-by.ts'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import type { Keys } from '../../keys.ts'
import { readRefreshToken } from '../../tokens/refresh-token.ts'
import type { SecurityContext } from '../security-context.ts'
import { enterLaunch } from './enter-launch.ts'
import { mayAsk } from './may-ask.ts'
import { refresh } from './refresh.ts'
import { signIn } from './sign-in.ts'

/** A refresh token is known by its seal, without a look into the database. */
const bySession = (keys: Keys, refreshToken: unknown): Counted => {
  const read = typeof refreshToken === 'string' ? readRefreshToken(keys, refreshToken) : undefined
  return read?.genuine ? { by: [read.orgId, read.sessionId], shows: 'known' } : { by: [], shows: 'made-up' }
}

/** Signs in, trades a refresh token for new tokens (spec 1 §7), or what a launch address carries for a session. */
export const tokenRoute = (context: SecurityContext) =>
  route(
    token,
    async ({ body, request }) => {
      if (!mayAsk(context.config, body.client_id, body.client_secret))
        return refuse('WRONG_CLIENT', 'This program may sign nobody in here.')
      const from = { address: request.ip, device: request.headers['user-agent'] }
      if (body.grant_type === 'password') return signIn(context, body, from)
      return body.grant_type === 'launch' ? enterLaunch(context, body, from) : refresh(context, body.refresh_token, request.ip)
    },
    {
      limited: ({ grant_type, orgId, username, refresh_token }) =>
        grant_type === 'password' ? { by: [orgId, username], shows: 'name' } : bySession(context.keys, refresh_token),
    },
  )
