import { token } from '@sitwell/contract'
import { type Ground, route } from '../http/service.ts'
import { refresh } from './refresh.ts'
import { signIn } from './sign-in.ts'

/** Signs in, or trades a refresh token for new tokens (spec 1 §7). */
export const tokenRoute = (ground: Ground) =>
  route(
    token,
    ({ body, request }) =>
      body.grant_type === 'password' ? signIn(ground, body, request.ip) : refresh(ground, body.refresh_token),
    { limited: true },
  )
