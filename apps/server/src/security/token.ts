import { token } from '@sitwell/contract'
import type { CountedBy } from '../http/attempt-key.ts'
import { type Ground, route } from '../http/service.ts'
import { refresh } from './refresh.ts'
import { signIn } from './sign-in.ts'

const byAccountOrSession: CountedBy = ({ grant_type, orgId, username, refresh_token }) =>
  grant_type === 'refresh_token' ? [typeof refresh_token === 'string' && refresh_token.split('.')[1]] : [orgId, username]

/** Signs in, or trades a refresh token for new tokens (spec 1 §7). */
export const tokenRoute = (ground: Ground) =>
  route(
    token,
    ({ body, request }) =>
      body.grant_type === 'password' ? signIn(ground, body, request.ip) : refresh(ground, body.refresh_token),
    { limited: byAccountOrSession },
  )
