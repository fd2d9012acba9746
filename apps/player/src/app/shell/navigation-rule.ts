import { isLoginAddress } from '../start-up/login-address.ts'

/** What happens to a navigation (spec 3 §2: exactly three types of blocking, and none). */
export type NavigationRule = 'allow' | 'block completely' | 'require confirmation' | 'proceed with alert'

export type NavigationAction = 'PUSH' | 'REPLACE' | 'FORWARD' | 'BACK' | 'GO'

const isExamPage = (path: string): boolean => /^\/exam\/[^/]+/.test(path)

/** By the browser's own buttons, not by anything on the page: what the specification calls POP. */
const isPop = (action: NavigationAction): boolean => action !== 'PUSH' && action !== 'REPLACE'

/** The rules of the shell; the running exam has its own for leaving it. */
export const navigationRule = (from: string, to: string, action: NavigationAction): NavigationRule => {
  if (!isPop(action)) return 'allow'
  if (isExamPage(to) && !isExamPage(from)) return 'block completely'
  return isLoginAddress(from) && !isLoginAddress(to) ? 'proceed with alert' : 'allow'
}
