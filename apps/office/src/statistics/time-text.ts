/** A time as minutes and seconds, or hours, minutes and seconds, in the digits of a language. */
export const timeText = (ms: number, languageCode: string): string => {
  const seconds = Math.round(ms / 1000)
  const part = (value: number, minimumIntegerDigits: number) =>
    value.toLocaleString(languageCode, { minimumIntegerDigits, useGrouping: false })
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return hours > 0 ? `${part(hours, 1)}:${part(minutes, 2)}:${part(rest, 2)}` : `${part(minutes, 1)}:${part(rest, 2)}`
}
