import { durationParts } from '@sitwell/exam/ledger/extension'
import type { Player } from '../../../context/player.ts'

/** A duration of this many seconds in words: `2 minutes and 1 second`; `Invalid input` where it is none (spec 3 §4, decisions). */
export const durationText = (text: Player['text'], duration: unknown): string => {
  const parts = durationParts(duration)
  if (!parts) return text('exam.durationInvalid')
  const minutes = text('exam.durationMinutes', { minutes: parts.minutes })
  const seconds = text('exam.durationSeconds', { seconds: parts.seconds })
  if (parts.minutes === 0) return seconds
  return parts.seconds === 0 ? minutes : text('exam.durationAnd', { minutes, seconds })
}
