import type { Failure } from '@sitwell/client/api'
import type { OfficeText } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'

const textIds = {
  NOT_FOUND: 'places.failure.gone',
  CHANGED_MEANWHILE: 'places.failure.changed',
  NAME_TAKEN: 'places.failure.nameTaken',
  IN_USE: 'places.failure.inUse',
  CLOSED: 'places.failure.closed',
} as const

const isKnown = (code: string): code is keyof typeof textIds => Object.hasOwn(textIds, code)

/** Why an act on a group, centre or room came to nothing, in words for whoever tried it. */
export const placeFailureText = (failure: Failure, text: OfficeText): string =>
  failure.kind === 'refused' && isKnown(failure.code) ? text(textIds[failure.code]) : failureText(failure, text)
