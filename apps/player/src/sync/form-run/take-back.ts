import { type FormRunRecord, type RequestRecord, requestTypes } from '../../storage/records.ts'
import type { FormRunStart } from './form-run-start.ts'

/** Whether the server didn't take a completion because the exam's time isn't over: more was given than this browser knew of. */
export const isTakenBack = ({ type }: Pick<RequestRecord, 'type'>, reason: string): boolean =>
  type === requestTypes.finishExam && reason === 'TIME_LEFT'

/**
 * A form run that is open again where it was. What this browser had counted down is no bound any more: it ended by a time that
 * isn't over, so the server alone says what is left.
 */
export const reopened = (stored: FormRunRecord): FormRunRecord => ({
  ...stored,
  finished: false,
  finishing: false,
  awaitingExtension: false,
  timeLeftMs: {},
  givenMs: {},
  elapsedMs: 0,
})

/**
 * What was kept of a form run that opens here. One that this browser has finished, whose completion the server has had, and that the
 * server gives out anyway, was opened again by staff: it continues. Unless the server has forgotten the completion, because its
 * database was set back: then it is completed again. `isWaiting` is whether its completion has yet to be sent.
 */
export const storedAtOpening = (
  stored: FormRunRecord | undefined,
  {
    isSetBack,
    isFromServer,
    isWaiting,
  }: { readonly isSetBack: boolean; readonly isFromServer: boolean; readonly isWaiting: boolean },
): FormRunRecord | undefined => {
  if (!stored?.finished || !isFromServer || isWaiting) return stored
  return isSetBack ? { ...stored, finished: false, finishing: true } : reopened(stored)
}

/** How far a form run had come when it was kept here last, and by what the server says of a request that was made elsewhere. */
export const standingOf = (
  stored: Partial<FormRunRecord> | undefined,
  { isAwaiting = false, isStored }: Pick<FormRunStart, 'isAwaiting' | 'isStored'>,
) => ({
  finished: stored?.finished ?? false,
  isFinishing: stored?.finishing ?? false,
  isAwaiting: (stored?.awaitingExtension ?? false) || (isAwaiting && !isStored),
  isExtended: stored?.extended ?? false,
})

/** Undefined if it isn't known which questions were seen: elsewhere, before. */
export const seenAtOpening = (stored: Pick<FormRunRecord, 'seen'> | undefined, { isFresh }: { readonly isFresh: boolean }) => {
  if (stored) return stored.seen
  return isFresh ? [] : undefined
}
