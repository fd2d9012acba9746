import { loginAddress } from '@sitwell/app-core/login-address'

/** The address for somebody without a session (spec 1 §2): paths that contain one of these words stay as they are. */
export const loginRedirect = (path: string, urlToken: string | undefined): string =>
  /login|user|forgot|proctorio|reset/.test(path) ? path : loginAddress(urlToken)
