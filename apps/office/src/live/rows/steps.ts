import type { LiveAction } from '@sitwell/contract'

/** Milliseconds after which an action that no page has is said to have reached nobody. */
export const reachesWithinMs = 5000

/**
 * How far an action has come. `refused`: nothing was done to anybody. `noted`: no page has anything to learn of it. `silent`: it was stored, and no page has it
 * although there was time enough.
 */
export type Steps = 'pending' | 'refused' | 'noted' | 'sent' | 'silent' | 'under-way' | 'whole'

/** How far an action has come at `nowMs` (the server's time, Unix ms). */
export const stepsOf = ({ counts, at }: Pick<LiveAction, 'at' | 'counts'>, nowMs: number): Steps => {
  if (counts.pending > 0) return 'pending'
  if (counts.applied + counts.unchanged === 0) return 'refused'
  if (counts.expected === 0) return 'noted'
  if (counts.delivered === 0) return nowMs - Date.parse(at) >= reachesWithinMs ? 'silent' : 'sent'
  return counts.acknowledged >= counts.expected ? 'whole' : 'under-way'
}
