import { token } from '@sitwell/contract'
import type { CountedBy } from '../http/limits/counted-by.ts'
import { refuse } from '../http/refusal.ts'
import { route, type ServiceContext } from '../http/service.ts'
import { mayAsk } from './may-ask.ts'
import { refresh } from './refresh.ts'
import { signIn } from './sign-in.ts'

const byAccountOrSession: CountedBy = ({ grant_type, orgId, username, refresh_token }) =>
  grant_type === 'refresh_token' ? [typeof refresh_token === 'string' && refresh_token.split('.')[1]] : [orgId, username]

/** Signs in, or trades a refresh token for new tokens (spec 1 §7). */
export const tokenRoute = (context: ServiceContext) =>
  route(
    token,
    async ({ body, request }) => {
      if (!mayAsk(context.config, body.client_id, body.client_secret))
        return refuse('WRONG_CLIENT', 'This program may sign nobody in here.')
      return body.grant_type === 'password'
        ? signIn(context, body, { address: request.ip, device: request.headers['user-agent'] })
        : refresh(context, body.refresh_token, request.ip)
    },
    { limited: byAccountOrSession },
  )
