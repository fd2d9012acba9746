import type { Failure } from '@sitwell/client/api'
import type { OfficeText } from '../office-context.tsx'

const textIds = {
  NOT_FOUND: 'failure.notFound',
  NOT_ALLOWED: 'failure.notAllowed',
  LAST_OWNER: 'failure.lastOwner',
  ACCOUNT_SUSPENDED: 'failure.suspended',
  CHANGED_MEANWHILE: 'failure.changed',
  CLOSED: 'failure.closed',
} as const

const isKnown = (code: string): code is keyof typeof textIds => Object.hasOwn(textIds, code)

/** Why an act came to nothing, in words for whoever tried it. */
export const failureText = (failure: Failure, text: OfficeText): string => {
  if (failure.kind === 'unreachable') return text('failure.unreachable')
  return isKnown(failure.code) ? text(textIds[failure.code]) : text('failure.other', { code: failure.code })
}
