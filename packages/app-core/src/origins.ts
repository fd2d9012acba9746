/** The origins of addresses that somebody trustworthy has named; what is no web address has none. */
export const originsOf = (addresses: readonly (string | undefined)[]): string[] =>
  addresses.flatMap((address) => {
    if (address === undefined || !URL.canParse(address)) return []
    const { protocol, origin } = new URL(address)
    return protocol === 'https:' || protocol === 'http:' ? [origin] : []
  })

/**
 * Where a logout leads back to (spec 1 §4): the login page of the origin that somebody with a login token came from, where the
 * organisation vouches for it; otherwise our own. A stranger's page that links here must not get the learner back with our blessing.
 */
export const returnOrigin = (
  entry: { readonly loginToken?: string | undefined; readonly referrer?: string | undefined } | undefined,
  allowed: readonly string[],
): string => {
  if (entry?.loginToken === undefined) return ''
  const [origin] = originsOf([entry.referrer])
  return origin !== undefined && originsOf(allowed).includes(origin) ? origin : ''
}
