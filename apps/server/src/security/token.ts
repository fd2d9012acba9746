import { token } from '@sitwell/contract'
import type { CountedBy } from '../http/attempt-key.ts'
import { route, type ServiceContext } from '../http/service.ts'
import { refresh } from './refresh.ts'
import { signIn } from './sign-in.ts'

const byAccountOrSession: CountedBy = ({ grant_type, orgId, username, refresh_token }) =>
  grant_type === 'refresh_token' ? [typeof refresh_token === 'string' && refresh_token.split('.')[1]] : [orgId, username]

/** Signs in, or trades a refresh token for new tokens (spec 1 §7). */
export const tokenRoute = (context: ServiceContext) =>
  route(
    token,
    ({ body, request }) =>
      body.grant_type === 'password' ? signIn(context, body, request.ip) : refresh(context, body.refresh_token),
    { limited: byAccountOrSession },
  )
