import { dateWithoutZone, zoneName } from './dates.ts'

/** A date as the lists of exams have it, to the second and with its zone: for what proves when something was. */
export const exactDate = (atMs: number, timeZone: string, languageCode: string): string => {
  const clock = { minute: '2-digit', second: '2-digit', timeZone } as const
  const parts = new Intl.DateTimeFormat(languageCode, clock).formatToParts(atMs)
  const seconds = parts.find(({ type }) => type === 'second')?.value ?? ''
  return `${dateWithoutZone(atMs, timeZone, languageCode)}:${seconds} ${zoneName(atMs, timeZone, languageCode)}`
}
