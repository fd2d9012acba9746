/** Whether an address is a login address (spec 1 §2): exactly `/`, or below `/login`, `/user` or `/clients/`. */
export const isLoginAddress = (path: string): boolean => path === '/' || /^\/(login|user|clients\/)/.test(path)

/** The login page of an organisation: its url token is the bare query. */
export const loginAddress = (urlToken: string | undefined): string =>
  urlToken === undefined || urlToken === '' ? '/login' : `/login?${encodeURIComponent(urlToken)}`

/** Where somebody without a session is sent (spec 1 §2): paths that contain one of these words are kept. */
export const loginRedirect = (path: string, urlToken: string | undefined): string =>
  /login|user|forgot|proctorio|reset/.test(path) ? path : loginAddress(urlToken)

/** The text behind percent signs; as it stands where they make no sense. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The login token of `/login/{loginToken}`. */
export const loginTokenOf = (path: string): string | undefined => {
  const token = /^\/login\/([^/]+)/.exec(path)?.[1]
  return token === undefined ? undefined : decoded(token)
}
