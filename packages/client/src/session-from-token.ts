import type { ReplyOf, token } from '@sitwell/contract'
import type { Tokens, User } from './session.ts'

type LoginResponse = ReplyOf<typeof token>

/** Who signed in, from the login response (spec 1 §3). `NINumber` is the learner identifier. */
export const userFromToken = (reply: LoginResponse): User => ({
  id: reply.UserID,
  guid: reply.UserGUID,
  languageId: reply.UserLanguageID,
  firstName: reply.UserFirstName,
  lastName: reply.UserLastName,
  admin: reply.Admin,
  ...(reply.DOB ? { dateOfBirth: reply.DOB } : {}),
  ...(reply.NINumber ? { learnerIdentifier: reply.NINumber } : {}),
  ...(reply.Email ? { email: reply.Email } : {}),
})

export const tokensFromToken = (reply: LoginResponse): Tokens => ({ access: reply.access_token, refresh: reply.refresh_token })
