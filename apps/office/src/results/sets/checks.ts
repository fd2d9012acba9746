import type { DeliveryResults, ResultSet } from '@sitwell/contract'

/** What has to be so before results are released, in the order in which it is done. */
export const checkIds = ['waiting', 'open', 'unknown', 'marking', 'set', 'confirmed'] as const
export type CheckId = (typeof checkIds)[number]

export interface Check {
  readonly id: CheckId
  readonly isDone: boolean
  /** How many are left, if it is counted. */
  readonly left?: number
}

const isConfirmed = ({ state }: ResultSet): boolean => state === 'confirmed' || state === 'releasing' || state === 'released'

/** Whether each is so, counted from the rows of the delivery. */
export const checksOf = ({ waiting, outcomes, markingClosed, sets: [newest] }: DeliveryResults): readonly Check[] => {
  const differs = newest?.differsFromNow ?? 0
  return [
    { id: 'waiting', isDone: waiting.responses === 0, left: waiting.responses },
    { id: 'open', isDone: outcomes.open === 0, left: outcomes.open },
    { id: 'unknown', isDone: outcomes.unknown === 0, left: outcomes.unknown },
    { id: 'marking', isDone: markingClosed !== undefined },
    { id: 'set', isDone: newest !== undefined && newest.state !== 'withdrawn' && differs === 0, left: differs },
    { id: 'confirmed', isDone: newest !== undefined && isConfirmed(newest) },
  ]
}

/** What is done next with the newest set: the one button that is pointed out. */
export const nextAct = ({ sets: [newest], people }: DeliveryResults): 'compute' | 'confirm' | 'release' | undefined => {
  if (people === 0) return undefined
  if (newest === undefined || newest.state === 'withdrawn') return 'compute'
  if (newest.state === 'computed') return (newest.differsFromNow ?? 0) > 0 ? 'compute' : 'confirm'
  if (newest.state === 'confirmed') return newest.planned === undefined ? 'release' : undefined
  return (newest.differsFromNow ?? 0) > 0 ? 'compute' : undefined
}

/** What is missing of the signatures of a set: nothing, the first, or the second, which may be the caller's. */
export const missingSignature = (
  { state, signed }: ResultSet,
  { needsTwoPeople, ownUserID }: Pick<DeliveryResults, 'needsTwoPeople' | 'ownUserID'>,
): 'none' | 'first' | 'another' | 'second' => {
  if (state !== 'computed') return 'none'
  if (signed.length === 0) return 'first'
  if (!needsTwoPeople) return 'none'
  return signed.some(({ userID }) => userID === ownUserID) ? 'another' : 'second'
}
