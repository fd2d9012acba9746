interface Frame {
  readonly src: string
  /** Null of a page of another origin: one that the course led to, or a browser's own page about an error. */
  readonly contentDocument: unknown
  readonly contentWindow: { readonly performance: Timings } | null
}
type Timings = Pick<Performance, 'getEntriesByType'>

const statusIn = (entry: PerformanceEntry | undefined): number | undefined =>
  entry && 'responseStatus' in entry ? Number(entry.responseStatus) : undefined

/** Without its fragment, which no request has. */
const addressOf = (address: string) => address.replace(/#.*$/, '')

/** Whether a frame that has loaded got the page that it was to show, and not what a browser or a server shows instead of it. */
export const hasLoaded = ({ src, contentDocument, contentWindow }: Frame, host: { readonly performance: Timings }): boolean => {
  const isReadable = contentDocument !== null && contentWindow !== null
  const asked = host.performance.getEntriesByType('resource').findLast(({ name }) => addressOf(name) === addressOf(src))
  const shown = isReadable ? contentWindow.performance.getEntriesByType('navigation')[0] : undefined
  const status = statusIn(asked) ?? statusIn(shown)
  // Not every browser tells the status: what it asked for and got is there.
  if (status === undefined) return isReadable || asked !== undefined
  return (status > 0 && status < 400) || (status === 0 && isReadable)
}
