const hourMs = 3_600_000

const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB-u-ca-gregory-nu-latn', {
    ...{ timeZone: zone, hourCycle: 'h23' },
    ...({ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const),
  })
  formats.set(zone, made)
  return made
}

/** The moment, in Unix ms, at which a clock of UTC shows what the zone's clock shows at `atMs`. */
const shownMs = (zone: string, atMs: number): number => {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, value]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type))
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

const offsetMs = (zone: string, atMs: number): number => shownMs(zone, atMs) - Math.floor(atMs / 1000) * 1000

/** What a wall time means. Moments are Unix ms. */
export type Meaning =
  | { readonly is: 'once'; readonly atMs: number }
  /** The clock is set back, and shows it twice. */
  | { readonly is: 'twice'; readonly firstMs: number; readonly secondMs: number }
  /** The clock is set forward over it: as much later as it is set forward. */
  | { readonly is: 'never'; readonly atMs: number }

/** Which moment a wall time is in a zone of IANA. Nobody's clock is set twice within two days. */
export const meaningOf = (wall: string, zone: string): Meaning => {
  const localMs = Date.parse(`${wall}:00Z`)
  const before = offsetMs(zone, localMs - 24 * hourMs)
  const after = offsetMs(zone, localMs + 24 * hourMs)
  const moments = [...new Set([before, after].map((offset) => localMs - offset))]
    .filter((atMs) => shownMs(zone, atMs) === localMs)
    .sort((one, other) => one - other)
  const [firstMs, secondMs] = moments
  if (firstMs === undefined) return { is: 'never', atMs: localMs - before }
  return secondMs === undefined ? { is: 'once', atMs: firstMs } : { is: 'twice', firstMs, secondMs }
}
