import { dateWithoutZone, localTimeZone, zoneName } from '@sitwell/i18n/dates'
import type { Player } from './player.ts'

/** A reply that an exam can't start; the moments are in ISO 8601. */
interface CannotStart {
  readonly message: string
  readonly opensAt?: string | undefined
  readonly closedAt?: string | undefined
}

/**
 * Why an exam can't start. If its dates are the reason, they are named in the learner's language and time zone; the server's message
 * knows neither.
 */
export const cannotStartWords = (
  { text, language }: Pick<Player, 'text' | 'language'>,
  { message, opensAt, closedAt }: CannotStart,
  timeZone = localTimeZone(),
): string => {
  const atMs = Date.parse(opensAt ?? closedAt ?? '')
  if (Number.isNaN(atMs)) return message
  return text(opensAt === undefined ? 'exam.closedOn' : 'exam.opensOn', {
    when: dateWithoutZone(atMs, timeZone, language.code),
    zone: zoneName(atMs, timeZone, language.code),
  })
}
