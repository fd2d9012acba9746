/** What a name in the database of IANA looks like: no offset, and none of the old short ones but UTC. */
const zoneName = /^(?:utc|[a-z][\w+-]*(?:\/[a-z][\w+-]*){1,2})$/i

const spelled: ReadonlyMap<string, string> = new Map(
  ['UTC', ...Intl.supportedValuesOf('timeZone')].map((name) => [name.toLowerCase(), name]),
)

/** The name of a time zone as the database of IANA writes it; undefined if it has none of this name. Old names stay as they were given. */
export const timeZoneOf = (typed: string): string | undefined => {
  const name = typed.trim()
  if (!zoneName.test(name)) return undefined
  const known = spelled.get(name.toLowerCase())
  if (known !== undefined) return known
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return name
  } catch {
    return undefined
  }
}
