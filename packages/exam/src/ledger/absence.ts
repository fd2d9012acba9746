import { countable } from '../time/milliseconds.ts'
import { type Contact, type Silence, silenceMs, silencesOf } from './contact.ts'
import { merged, type Stretch } from './standstill.ts'

/** What a browser says of a connection that it had lost. */
export interface AbsenceClaim {
  /** Milliseconds for which the exam stood still. */
  readonly claimedMs: number
  /** How many milliseconds ago that was over. */
  readonly endedAgoMs: number
}

/**
 * Milliseconds after the end of a silence within which a page that is back may claim it. Its live connection and its other requests may be
 * heard first: the page pings every 30 seconds at most, a page that is loaded again reads the exam before it claims anything, and a part
 * is asked for once the answers before it are sent. How long this is changes nothing of what can be gained.
 */
export const returnMs = 120_000

/** All silences, the present one among them: the request that claims it ends it, and isn't noted as a contact yet. */
const silencesUpTo = (contact: Contact, nowMs: number): Silence[] => {
  const { heardAtMs } = contact
  const isSilent = heardAtMs !== undefined && nowMs - heardAtMs > silenceMs
  return [...silencesOf(contact), ...(isSilent ? [{ fromMs: heardAtMs, toMs: nowMs }] : [])]
}

const stretchOf = ({ claimedMs, endedAgoMs }: AbsenceClaim, nowMs: number): Stretch => {
  const toMs = nowMs - countable(endedAgoMs)
  return { fromMs: toMs - countable(claimedMs), toMs }
}

/** What of some stretches is in a silence. */
const within = (silence: Silence, stretches: readonly Stretch[]): Stretch[] =>
  stretches
    .map(({ fromMs, toMs }) => ({ fromMs: Math.max(fromMs, silence.fromMs), toMs: Math.min(toMs, silence.toMs) }))
    .filter(({ fromMs, toMs }) => fromMs < toMs)

const lengthOf = (stretches: readonly Stretch[]) =>
  merged(stretches).reduce((sum, { fromMs, toMs }) => sum + (toMs - fromMs), 0)

/** What of some stretches is in one silence: of those that a page which is back at `endedMs` may claim, the one with the most of it. */
const withinOne = (stretches: readonly Stretch[], endedMs: number, contact: Contact, nowMs: number): Stretch[] =>
  silencesUpTo(contact, nowMs)
    .filter(({ toMs }) => endedMs - toMs <= returnMs)
    .toSorted((one, other) => one.fromMs - other.fromMs)
    .map((silence) => within(silence, stretches))
    .reduce((best, next) => (lengthOf(next) >= lengthOf(best) ? next : best), [])

/**
 * The stretch in which the exam counts as having stood still; undefined if nothing of the claim is believed. One claim is one lost
 * connection, which is in one silence: the one that this request ends, or, of a claim that comes late, the one that was just over when
 * the claim says that it ended. Two silences are two lost connections, since the server heard something in between.
 */
export const believedAbsence = (claim: AbsenceClaim, contact: Contact, nowMs: number): Stretch | undefined => {
  const stretch = stretchOf(claim, nowMs)
  return withinOne([stretch], stretch.toMs, contact, nowMs)[0]
}

/**
 * The stretches in which a learner waited for the key of a part that is given now. All of them lie in the one silence that ends with this
 * request, or was just over: whoever could reach the server before could have asked for the key then.
 */
export const believedWaits = (waits: readonly AbsenceClaim[], contact: Contact, nowMs: number): Stretch[] =>
  withinOne(
    waits.map((wait) => stretchOf(wait, nowMs)),
    nowMs,
    contact,
    nowMs,
  )
