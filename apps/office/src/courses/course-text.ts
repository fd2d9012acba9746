import type { Failure } from '@sitwell/client/api'
import type { CourseProgressState, CourseRow } from '@sitwell/contract'
import type { OfficeText } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'

/** Names of standards, which are the same in every language. */
export const standardNames = { '1.2': 'SCORM 1.2', '2004': 'SCORM 2004', cmi5: 'cmi5' } as const satisfies Readonly<
  Record<CourseRow['standard'], string>
>

/** How much each state needs attention. */
export const stateTones = {
  'not-started': 'idle',
  started: 'good',
  completed: 'done',
  failed: 'bad',
} as const satisfies Readonly<Record<CourseProgressState, string>>

const secondMs = 1000
const minuteS = 60
const hourS = 3600

/** A time in hours, minutes and seconds: `1:05:30`. */
export const timeText = (timeMs: number, languageCode: string): string => {
  const seconds = Math.floor(timeMs / secondMs)
  const plain = new Intl.NumberFormat(languageCode, { useGrouping: false })
  const twoDigits = new Intl.NumberFormat(languageCode, { minimumIntegerDigits: 2, useGrouping: false })
  const parts = [Math.floor((seconds % hourS) / minuteS), seconds % minuteS]
  return [plain.format(Math.floor(seconds / hourS)), ...parts.map((part) => twoDigits.format(part))].join(':')
}

/** A score between -1 and 1 as a percentage, to one place. */
export const scoreText = (score: number, languageCode: string): string =>
  new Intl.NumberFormat(languageCode, { style: 'percent', maximumFractionDigits: 1 }).format(score)

/** Why a call about a course came to nothing. */
export const courseFailureText = (failure: Failure, text: OfficeText): string => {
  if (failure.kind === 'unreachable') return failureText(failure, text)
  if (failure.code === 'NOT_FOUND') return text('courses.notFound')
  const isTooMany =
    failure.code === 'INVALID_REQUEST' && failure.details?.some(({ path }) => /^body\.(group|user)IDs/.test(path))
  return isTooMany ? text('courses.give.tooMany') : failureText(failure, text)
}
