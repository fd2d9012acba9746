import { type ExamTime, enterPart, passTime } from '@sitwell/exam/time/exam-time'
import { countable } from '@sitwell/exam/time/milliseconds'
import type { FormRunRecord } from '../../storage/records.ts'
import { fromKept, withGivenSince } from '../time/kept-time.ts'
import { createSittingTime, type SittingTime } from '../time/sitting-time.ts'
import { createOfferKeeper } from '../time/standing-offer.ts'
import type { FormRunParts, FormRunStart } from './form-run-start.ts'

/**
 * Milliseconds since a record was kept, by the computer's clock at both ends: a page that opens without a network doesn't know how
 * far the server's is from it. Older records have the time alone that their page took for the server's.
 */
const sinceKept = ({ savedWallMs, savedAt }: FormRunRecord, parts: Pick<FormRunParts, 'nowMs' | 'readClocks'>) =>
  savedWallMs === undefined ? parts.nowMs() - Date.parse(savedAt) : parts.readClocks().wallMs - savedWallMs

/** The time of a sitting as it goes on from what this browser kept of it, and from what the server says. */
export const openSittingTime = (
  parts: Pick<FormRunParts, 'nowMs' | 'readClocks' | 'onError'>,
  start: FormRunStart,
  kept: FormRunRecord | undefined,
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
  const sinceMs = kept ? countable(sinceKept(kept, parts)) : 0
  const offer = createOfferKeeper(kept?.offer, kept?.takenOffer)
  const beyondMs = offer.pass(sinceMs)
  const isStill = kept?.paused === true || kept?.waitingSinceMs !== undefined
  const awayMs = start.isKept && !start.isTimeKnown && !isStill ? beyondMs : 0
  const known = start.isKept ? withGivenSince(start.time, plan, kept) : start.time
  const keptTime = fromKept(known, plan, kept)
  const startingTime = enterPart(keptTime, plan, partAt(keptTime))
  return createSittingTime({
    plan,
    paper,
    time: passTime(startingTime, awayMs),
    isFresh: start.isFresh,
    pausedBy: kept?.paused ? 'invigilator' : undefined,
    isWaiting: kept?.waitingSinceMs !== undefined,
    offer: offer.standing(),
    takenOffer: offer.taken(),
    isDisabled,
    completedParts: kept?.completedParts,
    skippedReading: kept?.skippedReading,
    readClocks: parts.readClocks,
    onError: parts.onError,
  })
}
