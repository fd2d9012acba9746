/** A decoded part of a path; unchanged if its percent signs are not valid. */
const decodedPart = (part: string | undefined): string | undefined => {
  try {
    return part === undefined ? undefined : decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Whether an address is a login address (spec 1 §2): exactly `/`, or below `/login`, `/user` or `/clients/`. */
export const isLoginAddress = (path: string): boolean => path === '/' || /^\/(login|user|clients\/)/.test(path)

/** Whether an address is a page before the sign-in: a login address, a link to reset a password, or the page that asks for one. */
export const isPreLoginAddress = (path: string): boolean => isLoginAddress(path) || /^\/(forgot|reset)(\/|$)/.test(path)

/** `/` or `/login` by itself: it names no organisation. */
export const isBareAddress = (path: string, search: string): boolean =>
  (path === '/' || /^\/login\/?$/.test(path)) && (search === '' || search === '?')

/** The login page of an organisation: its url token is the bare query. */
export const loginAddress = (urlToken: string | undefined): string =>
  urlToken === undefined || urlToken === '' ? '/login' : `/login?${encodeURIComponent(urlToken)}`

export const isForgotAddress = (path: string): boolean => /^\/forgot(\/|$)/.test(path)

/** The page that asks for a link, of the same organisation. */
export const forgotAddress = (urlToken: string): string => `/forgot?${encodeURIComponent(urlToken)}`

/** The token of `/user/{setPasswordToken}` and `/reset/{setPasswordToken}`. */
export const setPasswordTokenOf = (path: string): string | undefined =>
  decodedPart(/^\/(?:user|reset)\/([^/]+)/.exec(path)?.[1])

/** The login token of `/login/{loginToken}`. */
export const loginTokenOf = (path: string): string | undefined => decodedPart(/^\/login\/([^/]+)/.exec(path)?.[1])
