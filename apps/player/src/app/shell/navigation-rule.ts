import { isLoginAddress } from '@sitwell/app-core/login-address'
import type { Move } from '@sitwell/navigation/page-history.ts'

/** What happens to a navigation (spec 3 §2: exactly three types of blocking, and none). */
export type NavigationRule = 'allow' | 'block completely' | 'require confirmation' | 'proceed with alert'

const isExamPage = (path: string): boolean => /^\/exam\/[^/]+/.test(path)

/** The rules of the shell; the running exam has its own for leaving it. */
export const navigationRule = (from: string, to: string, action: Move['action']): NavigationRule => {
  if (action !== 'POP') return 'allow'
  if (isExamPage(to) && !isExamPage(from)) return 'block completely'
  return isLoginAddress(from) && !isLoginAddress(to) ? 'proceed with alert' : 'allow'
}
