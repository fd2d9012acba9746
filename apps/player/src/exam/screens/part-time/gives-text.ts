import type { LaterMessages } from '../preload/later-messages.ts'
import type { TimesOfPart } from './part-times.ts'

/** Says how long a part is, reading time included, and that its time starts with the way there. `inWords` words milliseconds. */
export const givesText = (
  words: LaterMessages,
  part: string,
  { readingMs, answeringMs }: TimesOfPart,
  inWords: (ms: number) => string,
): string => {
  const starts = words('part-time.starts')
  if (answeringMs === undefined) return `${words('part-time.readsOnly', { part, duration: inWords(readingMs) })} ${starts}`
  const gives = words('part-time.gives', { part, duration: inWords(answeringMs) })
  if (readingMs === 0) return `${gives} ${starts}`
  return `${gives} ${words('part-time.readsBefore', { duration: inWords(readingMs) })} ${starts}`
}
