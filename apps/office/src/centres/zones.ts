/** All time zones that this browser knows. Made once, and only if somebody chooses one. */
export const allZones = (): readonly string[] => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].sort()

const folded = (words: string): string =>
  words
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[_/,\s]+/g, ' ')
    .trim()

/** The zones that have each of the words that were typed, those with a part that begins with the first word before the others. */
export const zonesFor = (typed: string, zones: readonly string[]): readonly string[] => {
  const words = folded(typed)
    .split(' ')
    .filter((word) => word !== '')
  const [first] = words
  if (first === undefined) return zones
  const found = zones.filter((zone) => words.every((word) => folded(zone).includes(word)))
  const begins = (zone: string) =>
    folded(zone)
      .split(' ')
      .some((part) => part.startsWith(first))
  return [...found.filter(begins), ...found.filter((zone) => !begins(zone))]
}

/** Formats a moment (Unix ms) as local time in a zone with the UTC offset: `09:05 GMT+1`. Returns an empty text if the browser doesn't know the zone. */
export const clockIn = (zone: string, atMs: number, languageCode: string): string => {
  try {
    return new Intl.DateTimeFormat(languageCode, {
      ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'shortOffset' },
      timeZone: zone,
    }).format(atMs)
  } catch {
    return ''
  }
}

/** The zone of this browser, for a form that is empty. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone
