import type { AccommodatedExam, AccommodationVersion } from '@sitwell/contract'
import type { OfficeText } from '../office-context.tsx'
import { presetTexts } from './preset-text.ts'

/** Returns what an accommodation gives, in words: `25% more time · rest breaks, 10 minutes in all`. */
export const whatText = (version: AccommodationVersion, text: OfficeText): string => {
  const { extraPercent, extraMinutes, restBreakMinutes, opensSupports } = version
  return [
    ...(extraPercent === undefined ? [] : [text('accommodation.percent', { count: extraPercent })]),
    ...(extraMinutes === undefined ? [] : [text('accommodation.minutes', { count: extraMinutes })]),
    ...(restBreakMinutes === undefined ? [] : [text('accommodation.rest', { count: restBreakMinutes })]),
    ...presetTexts(version, text),
    ...(opensSupports === true ? [text('preset.opens')] : []),
  ].join(' · ')
}

/** Its days. */
export const daysText = ({ from, until }: AccommodationVersion, text: OfficeText, day: (day: string) => string): string =>
  until === undefined
    ? text('accommodation.from', { from: day(from) })
    : text('accommodation.both', { from: day(from), until: day(until) })

/** How it came about, a sentence each. */
export const originTexts = (
  { approvedBy, approvedOn, basis, note, writtenBy, writtenAt, reason }: AccommodationVersion,
  text: OfficeText,
  { day, moment }: { day(day: string): string; moment(at: string): string },
): readonly string[] => [
  text('accommodation.approved', { name: approvedBy, day: day(approvedOn) }),
  text('accommodation.basis', { basis }),
  ...(note === undefined ? [] : [text('accommodation.note', { note })]),
  text('accommodation.written', { author: writtenBy, time: moment(writtenAt) }),
  ...(reason === undefined ? [] : [text('accommodation.reason', { reason })]),
]

/** Returns a person's time in one exam, in words: `75 minutes, 15 of them theirs`, and the allowance of rest breaks. */
export const examText = ({ minutes, ownMinutes, restMinutes, isUnderWay }: AccommodatedExam, text: OfficeText): string =>
  [
    minutes === undefined ? text('accommodation.examUntimed') : text('accommodation.exam', { minutes, own: ownMinutes }),
    ...(restMinutes === undefined ? [] : [text('accommodation.rest', { count: restMinutes })]),
    ...(isUnderWay ? [text('accommodation.underWay')] : []),
  ].join(' · ')
