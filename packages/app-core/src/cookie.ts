export interface Cookie {
  readonly name: string
  readonly value: string
  /** Below which addresses the server gets it: `/` for all. */
  readonly path: string
  readonly maxAgeSeconds: number
}

/**
 * A cookie as `document.cookie` takes it, sent to this site alone. Over https its name gets the prefix by which a browser keeps it for
 * this very host alone; one for a part of the site gets the other, because the first is for whole sites. Throws an error if the name is empty, the value is no text or the path
 * doesn't begin with a slash (spec 1 §5).
 */
export const cookieText = ({ name, value, path, maxAgeSeconds }: Cookie, isSecure: boolean): string => {
  if (name === '') throw new Error('A cookie needs a name')
  if (typeof value !== 'string') throw new Error(`The cookie ${name} needs a text as its value`)
  if (!path.startsWith('/')) throw new Error(`The path of the cookie ${name} has to begin with a slash`)
  const prefix = isSecure ? (path === '/' ? '__Host-' : '__Secure-') : ''
  const parts = [
    `${prefix}${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
    `Path=${path.replaceAll(/[;\r\n]/g, encodeURIComponent)}`,
    `Max-Age=${maxAgeSeconds}`,
    'SameSite=Lax',
  ]
  return [...parts, ...(isSecure ? ['Secure'] : [])].join('; ')
}

/** Sets a cookie. A browser that takes none may throw: every cookie of ours only spares a wait or a choice. */
export const writeCookie = (cookie: Cookie): void => {
  const text = cookieText(cookie, location.protocol === 'https:')
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store isn’t in every browser that sits exams
    document.cookie = text
  } catch {
    // It continues without.
  }
}
