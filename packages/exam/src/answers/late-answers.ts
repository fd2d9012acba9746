import type { Silence } from '../ledger/contact.ts'
import type { Stretch } from '../ledger/standstill.ts'
import type { Settled } from './settled-part.ts'

/**
 * When an answer was typed, as far as its browser can know: this long after a moment at which it had heard from the server. In
 * milliseconds; that moment is of the server's clock, which gave it out.
 */
export interface TypedClaim {
  readonly contactMs: number
  /** By a clock that nobody can set. Undefined if the page was loaded again since: what went by in between nobody knows. */
  readonly steadyMs?: number | undefined
  /** By the computer's clock, which anybody may set. */
  readonly wallMs: number
}

/** What an organisation wants done with answers that were given in time and arrived late (its setting `OfflineAnswers`). */
export type OfflineAnswers = 'count' | 'review' | 'refuse'

/** What is known of an answer that is not simply in time. Moments of the server's clock. */
export interface LateAnswer {
  readonly receivedMs: number
  /** When the form run began. */
  readonly startedMs: number
  /** The end of the answer's part, or of all the time, whichever was first; undefined if neither has one, or stands still. */
  readonly endMs: number | undefined
  readonly completedMs: number | undefined
  /** Set if its part is closed, and its learner was given the content of another part since. */
  readonly settled?: Settled | undefined
  /** A mark was told to somebody. */
  readonly isMarkShown: boolean
  readonly claim: TypedClaim | undefined
  /** It was handed in as a file that nothing shows to be the learner's browser's own: staff look at it, whatever it says. */
  readonly isUnsealed?: boolean
  /** Stretches in which the server heard nothing of the form run, or was itself away. */
  readonly silences: readonly Silence[]
  /** When invigilators held the exam. */
  readonly pauses?: readonly Stretch[]
}

/** What is done with those that come after the end. */
export interface LateRules {
  /** Milliseconds after the end of the time, and after the completion, in which anything counts. */
  readonly graceMs: number
  readonly offline: OfflineAnswers
  /** Milliseconds after the end for which an answer that was given in time may come. */
  readonly offlineMs: number
}

/** Why it was judged as it was; kept with the answer, for whoever has to stand by it. */
export type LateReason =
  | 'mark-told'
  | 'grace'
  | 'no-evidence'
  | 'unsealed'
  | 'moment-unknown'
  | 'typed-late'
  | 'in-pause'
  | 'too-old'
  | 'next-part-given'
  | 'not-silent'
  | 'typed-in-time'
  | 'announced-in-time'

/** `count`: it is put in place. `review`: it waits for the exam's staff. `late`: it is kept, and doesn't count. */
export interface LateVerdict {
  readonly verdict: 'count' | 'review' | 'late'
  readonly reason: LateReason
  /** When it was typed, where that could be worked out. */
  readonly typedMs?: number | undefined
}

/** How far the two clocks of a browser may have gone apart: more is a computer that slept, or a clock that was changed. */
const clocksApartMs = 60_000
/** Times are told in whole seconds, and a reply takes its way. */
const roundingMs = 2000
/** What is typed is sent after 30 seconds at the latest: for so long, and its way, the server may hear other things before it. */
const unsentMs = 60_000
/** How long after the silence what was kept may still come: a long queue over a slow network. */
const deliveryMs = 600_000

/** A page asks each 15 seconds how the exam stands where it has no live connection: so long it may not know of a pause. */
const heardOfMs = 17_000
/** It may know of one that it has heard the server since, and has to be told of its end: what goes on at once is on its way. */
const onItsWayMs = 5000

/** The moment that a claim says, where its clocks agree and it isn't yet to come; undefined if it can't be known. */
export const claimedMoment = (claim: TypedClaim | undefined, receivedMs: number): number | undefined => {
  if (claim?.steadyMs === undefined) return undefined
  const { contactMs, steadyMs, wallMs } = claim
  if (Math.abs(wallMs - steadyMs) > clocksApartMs || steadyMs < 0) return undefined
  const typedMs = contactMs + steadyMs
  return typedMs <= receivedMs + roundingMs ? typedMs : undefined
}

/** Nothing of a form run was typed before it began. A contact may be older: the quickest reply of a page says most of the time. */
const typedAt = ({ claim, startedMs, receivedMs }: LateAnswer): number | undefined => {
  const typedMs = claimedMoment(claim, receivedMs)
  return typedMs !== undefined && typedMs >= startedMs - roundingMs ? typedMs : undefined
}

/** Stretches that overlap are one: while the server was away it heard nothing either. Between two that touch something was heard. */
const joined = (silences: readonly Silence[]): Silence[] => {
  const found: Silence[] = []
  for (const next of silences.toSorted((one, other) => one.fromMs - other.fromMs)) {
    const last = found.at(-1)
    if (last && next.fromMs < last.toMs) found.splice(-1, 1, { ...last, toMs: Math.max(last.toMs, next.toMs) })
    else found.push(next)
  }
  return found
}

/**
 * Whether it could not come before: nothing was heard from about when it was typed until the grace was over, and it came soon after
 * something was.
 */
const isExplained = ({ silences, receivedMs }: LateAnswer, typedMs: number, deadlineMs: number, graceMs: number): boolean =>
  joined(silences).some(
    ({ fromMs, toMs }) =>
      fromMs < deadlineMs && fromMs <= typedMs + unsentMs && toMs >= deadlineMs + graceMs && receivedMs - toMs <= deliveryMs,
  )

/** The pause in which it was typed, by a page that knew of it or could have; undefined if it was typed in none. */
const pauseOf = ({ pauses = [], claim }: LateAnswer, typedMs: number): Stretch | undefined =>
  pauses.find(({ fromMs, toMs }) => {
    const knownMs = fromMs + ((claim?.contactMs ?? 0) > fromMs ? onItsWayMs : heardOfMs)
    return typedMs > knownMs && typedMs < toMs - onItsWayMs
  })

/** What happens to an answer that was typed in a pause; undefined of any other. */
const judgeInPause = (
  answer: LateAnswer,
  typedMs: number | undefined,
  offline: LateRules['offline'],
): LateVerdict | undefined => {
  const pause = typedMs === undefined ? undefined : pauseOf(answer, typedMs)
  if (!pause || typedMs === undefined) return undefined
  const isUnheard =
    (answer.claim?.contactMs ?? 0) <= pause.fromMs &&
    answer.silences.some(({ fromMs, toMs }) => fromMs <= pause.fromMs && toMs >= typedMs)
  return { verdict: isUnheard && offline !== 'refuse' ? 'review' : 'late', reason: 'in-pause', typedMs }
}

/** From when on an answer is late. */
const deadlineOf = ({ endMs, completedMs }: LateAnswer) =>
  Math.min(endMs ?? Number.POSITIVE_INFINITY, completedMs ?? Number.POSITIVE_INFINITY)

/** How its part was settled before it came; undefined if it came in time for that. */
const settledOf = ({ settled, receivedMs }: LateAnswer): Settled | undefined =>
  settled && receivedMs > settled.atMs ? settled : undefined

/** What happens to an answer that came after the grace, whose length is that of the rules. */
const judgeAfterGrace = (
  answer: LateAnswer,
  typedMs: number | undefined,
  { graceMs, offline, offlineMs }: LateRules,
): LateVerdict => {
  const { receivedMs, claim } = answer
  const deadlineMs = deadlineOf(answer)
  const known = typedMs === undefined ? {} : { typedMs }
  const late = (reason: LateReason): LateVerdict => ({ verdict: 'late', reason, ...known })
  if (!claim) return late('no-evidence')
  if (receivedMs - deadlineMs > offlineMs) return late('too-old')
  if (typedMs !== undefined && typedMs > deadlineMs + roundingMs) return late('typed-late')
  if (settledOf(answer)?.isAhead === false)
    return { verdict: offline === 'refuse' ? 'late' : 'review', reason: 'next-part-given', ...known }
  if (offline === 'refuse') return late(typedMs === undefined ? 'moment-unknown' : 'typed-in-time')
  if (typedMs === undefined) return { verdict: 'review', reason: 'moment-unknown' }
  if (!isExplained(answer, typedMs, deadlineMs, graceMs)) return { verdict: 'review', reason: 'not-silent', typedMs }
  return { verdict: offline, reason: 'typed-in-time', typedMs }
}

/**
 * What happens to an answer that came after the end of its time, or after the completion. Within the grace it counts. After that it
 * counts where it was given in time and could not arrive: its browser says when it was typed by a clock that nobody can set, and the
 * server, which heard nothing at all meanwhile, says that this can be so. What can't be known or can't be so is looked at by people.
 * What was typed in a pause doesn't count, whenever it comes; if nothing was heard over its beginning, its page can't have known.
 * The grace ends early for a part that is settled. If the next key was given after the closing, the page had sent all its answers
 * before it asked, so a later answer is looked at by people.
 * Once a mark was told, nothing counts any more: who knows the mark could find the right answers by it.
 */
export const judgeLate = (answer: LateAnswer, { graceMs, offline, offlineMs }: LateRules): LateVerdict => {
  const { receivedMs, isMarkShown } = answer
  const typedMs = typedAt(answer)
  const known = typedMs === undefined ? {} : { typedMs }
  const late = (reason: LateReason): LateVerdict => ({ verdict: 'late', reason, ...known })
  if (isMarkShown) return late('mark-told')
  if (answer.isUnsealed) return { verdict: 'review', reason: 'unsealed', ...known }
  const inPause = judgeInPause(answer, typedMs, offline)
  if (inPause) return inPause
  const settled = settledOf(answer)
  const inGraceMs = settled ? Math.min(graceMs, settled.atMs - deadlineOf(answer)) : graceMs
  if (receivedMs - deadlineOf(answer) <= inGraceMs) return { verdict: 'count', reason: 'grace', ...known }
  return judgeAfterGrace(answer, typedMs, { graceMs: inGraceMs, offline, offlineMs })
}
