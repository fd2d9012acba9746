import type { Act } from './acts.ts'
import type { Fault } from './fault-kinds.ts'

/** One thing that the learner of a run does, and what strikes meanwhile. */
export interface Step {
  readonly act: Act
  /** Milliseconds before it. */
  readonly pauseMs: number
  readonly fault?: Fault
}
