import type { MessageId } from '@sitwell/i18n/message-ids'

/** What a forgotten-password reply says went wrong, as a message; undefined for 0, success (spec 1 §5). */
export const forgottenPasswordReason = (resultCode: number | undefined): MessageId | undefined => {
  if (resultCode === 0) return undefined
  const known = { 1: 'forgotten.noEmail', 2: 'forgotten.invalidLogonId', 3: 'forgotten.invalidToken' } as const
  return resultCode === 1 || resultCode === 2 || resultCode === 3 ? known[resultCode] : 'forgotten.failed'
}

/** A set-password link holds when a result code came and it isn't 3 (spec 1 §5). */
export const isTokenValid = (resultCode: number | null | undefined): boolean =>
  resultCode !== undefined && resultCode !== null && resultCode !== 3

/** Only 0 is success (spec 1 §5). */
export const isPasswordSet = (resultCode: number | null | undefined): boolean => resultCode === 0
