import type { Player } from '../../../context/player.ts'

const minuteMs = 60_000

/** Time that is left, in words: “82 minutes left”, as the clock counts; below a minute in seconds. */
export const timeWords = (text: Player['text'], leftMs: number): string => {
  if (leftMs < minuteMs) return text('exam.secondsLeft', { seconds: Math.max(0, Math.ceil(leftMs / 1000)) })
  return text('exam.minutesLeft', { minutes: Math.ceil(leftMs / minuteMs) })
}
