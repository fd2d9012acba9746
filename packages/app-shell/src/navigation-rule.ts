import { isLoginAddress } from '@sitwell/app-core/login-address'
import type { Move } from '@sitwell/navigation/page-history.ts'

/** What happens to a navigation (spec 3 §2: exactly three types of blocking, and none). */
export type NavigationRule = 'allow' | 'block completely' | 'require confirmation' | 'proceed with alert'

/** What an app does with moves between its pages, by their paths. */
export type RuleOfMoves = (from: string, to: string, action: Move['action']) => NavigationRule

/** The rule for moves of any app: whoever leaves a login page by the browser's buttons is told so. */
export const leavingLogin: RuleOfMoves = (from, to, action) =>
  action === 'POP' && isLoginAddress(from) && !isLoginAddress(to) ? 'proceed with alert' : 'allow'
