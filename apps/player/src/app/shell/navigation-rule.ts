import { leavingLogin, type RuleOfMoves } from '@sitwell/app-shell/navigation-rule.ts'

const isExamPage = (path: string): boolean => /^\/exam\/[^/]+/.test(path)

/** The rules of the shell; the running exam has its own for leaving it. */
export const navigationRule: RuleOfMoves = (from, to, action) =>
  action === 'POP' && isExamPage(to) && !isExamPage(from) ? 'block completely' : leavingLogin(from, to, action)
