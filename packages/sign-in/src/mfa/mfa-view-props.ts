import type { ReactNode } from 'react'
import type { SnapshotFrom } from 'xstate'
import type { MfaEvent, mfaMachine } from './mfa.machine.ts'

/** What each view of the second step is given. */
export interface MfaViewProps {
  readonly snapshot: SnapshotFrom<typeof mfaMachine>
  send(event: MfaEvent): void
  /** Where codes are mailed to; empty where nowhere. */
  readonly email: string
  readonly codeForm: ReactNode
}
