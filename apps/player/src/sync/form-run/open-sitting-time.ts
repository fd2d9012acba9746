import { type ExamTime, enterPart, passTime } from '@sitwell/exam/time/exam-time'
import { countable } from '@sitwell/exam/time/milliseconds'
import type { FormRunRecord } from '../../storage/records.ts'
import { createSittingTime, type SittingTime } from '../time/sitting-time.ts'
import { createOfferKeeper } from '../time/standing-offer.ts'
import { fromStored, withGivenSince } from '../time/stored-time.ts'
import type { FormRunParts, FormRunStart } from './form-run-start.ts'

/**
 * Milliseconds since a record was kept, by the computer's clock at both ends: a page that opens without a network doesn't know how
 * far the server's is from it.
 */
const sinceStored = ({ savedWallMs }: FormRunRecord, { readClocks }: Pick<FormRunParts, 'readClocks'>) =>
  readClocks().wallMs - savedWallMs

/** The time of a sitting as it continues from what this browser kept of it, and from what the server says. */
export const openSittingTime = (
  parts: Pick<FormRunParts, 'readClocks' | 'onError'>,
  start: FormRunStart,
  stored: FormRunRecord | undefined,
  {
    isDisabled,
    partAt,
  }: {
    isDisabled(questionId: string): boolean
    /** The part that it opens in, where its time stands so. */
    partAt(time: ExamTime): string | undefined
  },
): SittingTime => {
  const { plan, paper } = start
  // The server's clock has gone on while nobody was here; where it was asked, that is in its time.
  const sinceMs = stored ? countable(sinceStored(stored, parts)) : 0
  // While an offer stands, the server gives nothing out: whoever got the exam from it has taken the offer.
  const offer = createOfferKeeper(start.isStored ? stored?.offer : undefined, stored?.takenOffer)
  const beyondMs = offer.pass(sinceMs)
  const isStill = stored?.paused === true || stored?.waitingSinceMs !== undefined
  const awayMs = start.isStored && !start.isTimeKnown && !isStill ? beyondMs : 0
  const known = start.isStored ? withGivenSince(start.time, plan, stored) : start.time
  const storedTime = fromStored(known, plan, stored)
  const startingTime = enterPart(storedTime, plan, partAt(storedTime))
  return createSittingTime({
    plan,
    paper,
    time: passTime(startingTime, awayMs),
    isFresh: start.isFresh,
    pausedBy: stored?.paused ? 'invigilator' : undefined,
    isWaiting: stored?.waitingSinceMs !== undefined,
    offer: offer.standing(),
    takenOffer: offer.taken(),
    isDisabled,
    completedParts: stored?.completedParts,
    skippedReading: stored?.skippedReading,
    readClocks: parts.readClocks,
    onError: parts.onError,
  })
}
