/** What of an organisation tells which addresses are its own. */
export interface Addresses {
  readonly urlToken: string
  readonly hosts: readonly string[]
}

/**
 * The organisation whose address was opened: by `/login?{urlToken}` (also after a double login and on `/forgot`), by
 * `/clients/{name}`, or by host name (decisions). Undefined if the address is nobody's.
 */
export const organisationOfAddress = <O extends Addresses>(address: string, organisations: readonly O[]): O | undefined => {
  const url = URL.parse(address)
  if (!url) return undefined
  const same = (token: string) => organisations.find((one) => one.urlToken.toLowerCase() === token.toLowerCase())
  const name = /^\/clients\/([^/]+)/.exec(url.pathname)?.[1]
  if (name) return same(decodeText(name))
  const token = decodeText(url.search.slice(1).split('&')[0] ?? '').replace(/=$/, '')
  const byToken = token ? same(token) : undefined
  return byToken ?? organisations.find((one) => one.hosts.some((host) => host.toLowerCase() === url.hostname))
}

/** The exam whose page an address is, also of one at which a provider of proctoring gives its learner back: of a browser that doesn't remember where its learner signs in, it says whose they are. */
export const examOfAddress = (address: string): string | undefined => {
  const part = /^\/(?:exam|result|reload|proctoring\/[^/]+\/[^/]+)\/([^/]+)/.exec(URL.parse(address)?.pathname ?? '')?.[1]
  return part === undefined ? undefined : decodeText(part)
}

/** The text behind percent signs; as it stands where they make no sense. */
const decodeText = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
