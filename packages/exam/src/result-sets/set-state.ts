/** The states of a result set, in their order. `releasing`: the release has begun, and is on its way to the last person. */
export const setStates = ['computed', 'confirmed', 'releasing', 'released', 'withdrawn'] as const
export type SetState = (typeof setStates)[number]

/** A result set as far as it matters what may become of it. Moments are Unix ms. */
export interface SetFacts {
  readonly number: number
  readonly state: SetState
  /** Who signed first of two; null if nobody did. */
  readonly signedBy: string | null
  /** When it is to be released; null if no release was asked for. */
  readonly releaseAtMs: number | null
}

/** What a signature does. */
export type Signature = 'signs' | 'confirms'

/** Why nothing comes of an act. `stale`: it was shown otherwise. `own`: the same person signed before. `replaced`: a newer set was confirmed or released. */
export type Refused = 'stale' | 'own' | 'replaced'

/** How a set is confirmed. */
export interface Signing {
  readonly by: string
  readonly needsTwo: boolean
  /** A single person confirms, for a reason. */
  readonly isWaived: boolean
  /** The highest number of a set of the delivery that was ever confirmed; 0 if none was. */
  readonly newestConfirmed: number
}

/** What the signature of somebody does to a set. */
export const signatureOf = (set: SetFacts, { by, needsTwo, isWaived, newestConfirmed }: Signing): Signature | Refused => {
  if (set.state !== 'computed') return 'stale'
  if (newestConfirmed > set.number) return 'replaced'
  if (!needsTwo || isWaived) return 'confirms'
  if (set.signedBy === null) return 'signs'
  return set.signedBy === by ? 'own' : 'confirms'
}

/** Whether a set may be released, or planned to be, once more with another time. `newestBegun`: the highest number of a set whose release has begun. */
export const mayRelease = (set: SetFacts, newestBegun: number): true | Refused => {
  if (set.state !== 'confirmed') return 'stale'
  return newestBegun > set.number ? 'replaced' : true
}

/** Whether a planned release may be taken back. */
export const mayCancelRelease = (set: SetFacts): boolean => set.state === 'confirmed' && set.releaseAtMs !== null

/** Whether a set may be withdrawn: one that is confirmed, or that learners are shown. What was only computed tells nobody anything. */
export const mayWithdraw = (set: SetFacts, newestBegun: number): true | Refused => {
  if (set.state === 'computed' || set.state === 'withdrawn') return 'stale'
  return set.state !== 'confirmed' && newestBegun > set.number ? 'replaced' : true
}

/** A release later than this many milliseconds after its moment is late: the server was down, or its database was away. */
export const lateAfterMs = 60_000

/** By how many milliseconds a release is late that begins now; null if it isn't. */
export const latenessOf = (releaseAtMs: number, nowMs: number): number | null =>
  nowMs - releaseAtMs > lateAfterMs ? nowMs - releaseAtMs : null
