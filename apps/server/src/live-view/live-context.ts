import type { DashboardContext } from '../dashboard/dashboard-context.ts'
import type { SecurityContext } from '../security/security-context.ts'
import type { LiveBoards } from './live-boards.ts'

/** What the handlers and the job of this folder need. */
export interface LiveContext
  extends DashboardContext,
    Pick<SecurityContext, 'background' | 'config' | 'keys' | 'log' | 'securityLog' | 'sessions'> {
  readonly boards: LiveBoards
  readonly generation: { current(): string }
}
