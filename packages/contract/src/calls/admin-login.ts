import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { queryNumber } from '../entities/fields.ts'
import { loginResponse } from '../entities/login-response.ts'

/**
 * Opens a session as a learner, for an administrator of the whole organisation. Each call of the session checks that right
 * again. The administrator is recorded.
 */
export const adminLogin = defineCall({
  name: 'adminLogin',
  summary: 'Sign in as a learner',
  source: 'spec 1 §7',
  method: 'GET',
  base: 'api',
  path: 'security/admin/:org/login',
  access: { permission: 'player.sign-in-as', scope: 'organisation' },
  params: z.object({ org: queryNumber }),
  query: z.object({ userID: queryNumber }),
  reply: loginResponse,
  refusals: ['NOT_FOUND', 'ACCOUNT_SUSPENDED'],
})
