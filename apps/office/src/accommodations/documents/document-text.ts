import type { Failure } from '@sitwell/client/api'
import type { AccommodationDocument, AccommodationState } from '@sitwell/contract'
import { sizeText } from '../../library/size-text.ts'
import type { OfficeText } from '../../office-context.tsx'
import { failureText } from '../../people/failure-text.ts'
import { whatText } from '../accommodation-text.ts'

/** Why an act on a document came to nothing, in words. */
export const documentFailure = (failure: Failure, text: OfficeText): string => {
  if (failure.kind === 'unreachable') return failureText(failure, text)
  if (failure.code === 'NOT_FOUND') return text('document.gone')
  if (failure.code === 'INVALID_FILE') return text('document.error.kind')
  if (failure.code === 'BODY_TOO_LARGE') return text('document.error.large')
  return failure.code === 'TOO_MANY_FILES' ? text('document.error.many') : failureText(failure, text)
}

/** The accommodation that a document supports, in words. */
export const behindText = (
  { accommodationID }: Pick<AccommodationDocument, 'accommodationID'>,
  accommodations: readonly AccommodationState[],
  text: OfficeText,
): string => {
  const found = accommodations.find((one) => one.accommodationID === accommodationID)
  return found ? whatText(found, text) : ''
}

interface Written {
  readonly text: OfficeText
  readonly language: string
  day(day: string): string
  moment(at: string): string
}

/** The facts about a document, one sentence for each. */
export const documentTexts = (
  document: AccommodationDocument,
  keptDays: number | undefined,
  { text, language, day, moment }: Written,
): readonly string[] => {
  const { kind, bytes, addedBy, addedAt, keepUntil, removed } = document
  const kept =
    keepUntil !== undefined
      ? [text('document.keptUntil', { day: day(keepUntil) })]
      : keptDays === undefined
        ? [text('document.kept')]
        : [text('document.keptDays', { count: keptDays })]
  return [
    [text(`document.kind.${kind}`), sizeText(bytes, language)].join(' · '),
    text('document.added', { name: addedBy, time: moment(addedAt) }),
    ...(removed === undefined ? kept : []),
    ...(removed?.because === 'retention' ? [text('document.removedByRule', { time: moment(removed.at) })] : []),
    ...(removed?.because === 'staff' ? [text('document.removed', { name: removed.by ?? '', time: moment(removed.at) })] : []),
  ]
}
