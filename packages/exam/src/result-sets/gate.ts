import type { SetState } from './set-state.ts'

/** How the release gate of a sitting stands that belongs to a delivery. */
export interface SetGateFacts {
  /** The newest set of the delivery whose release has begun, and has come to this person or will; undefined if there is none. */
  readonly newest: { readonly number: number; readonly state: SetState } | undefined
  /** The newest row to which a release has come, for this sitting; undefined if none has. */
  readonly row:
    | { readonly set: number; readonly state: SetState; readonly isTold: boolean; readonly handedInAtMs: number | null }
    | undefined
  /** Staff withhold the result now. */
  readonly isWithheld: boolean
  readonly completedAtMs: number | null
}

/**
 * The set by whose row a learner is shown their result; `policy`: no release of the delivery has begun, and the schedule's policy decides; `closed`: nothing is
 * shown. Until a newer release comes to a person, they are shown what the one before it told them. A row tells of the completion that it was computed for: once the sitting is
 * opened again it tells no more, also after it is completed again.
 */
export const shownBySet = ({ newest, row, isWithheld, completedAtMs }: SetGateFacts): number | 'policy' | 'closed' => {
  if (isWithheld) return 'closed'
  if (!newest) return 'policy'
  if (newest.state === 'withdrawn' || !row || !row.isTold || row.state === 'withdrawn') return 'closed'
  return completedAtMs !== null && completedAtMs === row.handedInAtMs ? row.set : 'closed'
}
