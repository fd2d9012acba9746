import type { LateReason } from '@sitwell/exam/answers/late-answers'
import { moment, seconds } from './replay-line.ts'

const reasons: Readonly<Record<LateReason, string>> = {
  'mark-told': 'a mark of the form run had been told to somebody',
  grace: 'it came within the grace',
  'no-evidence': 'its browser said nothing of when it was typed',
  unsealed: 'nothing shows that the learner’s browser made the file that it was handed in with',
  'moment-unknown': 'nobody can know when it was typed: the page was loaded anew, a clock was changed, or the computer slept',
  'typed-late': 'it was typed after the end',
  'in-pause': 'it was typed in a pause',
  'too-old': 'it came longer after the end than the organisation allows',
  'next-part-given': 'it came after the key of another part had been given, so whoever sent it could have read on',
  'not-silent': 'it says that it was typed in time, but the server heard of the sitting since, so it could have come before',
  'typed-in-time': 'it was typed in time',
  'announced-in-time': 'the file was announced in time',
}

/** What the server had written down of a judgement: read with care, because somebody may have changed it since. */
interface StoredJudgement {
  readonly claim?: { readonly contactMs?: unknown; readonly steadyMs?: unknown; readonly wallMs?: unknown }
  readonly isFromStore?: unknown
  readonly endMs?: unknown
  readonly silences?: readonly ({ readonly fromMs?: unknown; readonly toMs?: unknown } | null)[]
}

/** As far as a date can be. */
const isMoment = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) <= 8.64e15

const readStored = (text: string): (StoredJudgement & Readonly<Record<string, unknown>>) | undefined => {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? { ...read } : undefined
  } catch {
    return undefined
  }
}

const claimWords = ({ contactMs, steadyMs, wallMs }: NonNullable<StoredJudgement['claim']>): string => {
  const after = isMoment(contactMs) ? ` after it had last heard the server, which was at ${moment(contactMs)}` : ''
  const steady = isMoment(steadyMs) ? `typed ${seconds(steadyMs)}${after}` : `typed at a moment that it can’t know${after}`
  return `the browser says: ${steady}${isMoment(wallMs) ? `; by the computer’s own clock ${seconds(wallMs)} after` : ''}`
}

/** Why it was judged as it was, and on what: for people, with every moment in full. What can't be read is shown as it stands. */
export const judgedWords = (reason: string, evidence: string | null): string[] => {
  const words = `judged ${reason}: ${Object.hasOwn(reasons, reason) ? reasons[reason as LateReason] : 'for a reason of its own'}`
  if (evidence === null) return [words]
  const stored = readStored(evidence)
  if (!stored) return [words, `judged by ${evidence}`]
  const { claim, isFromStore, endMs, silences, ...others } = stored
  const stretches = (Array.isArray(silences) ? (silences as NonNullable<StoredJudgement['silences']>) : []).flatMap((one) =>
    isMoment(one?.fromMs) && isMoment(one?.toMs)
      ? [`nothing was heard of the sitting from ${moment(one.fromMs)} to ${moment(one.toMs)}`]
      : [],
  )
  return [
    words,
    ...(isMoment(endMs) ? [`held against the end of its time, or the beginning of the pause: ${moment(endMs)}`] : []),
    ...(typeof claim === 'object' && claim !== null ? [claimWords(claim)] : []),
    ...(isFromStore === true ? ['it had been kept on the device'] : []),
    ...new Set(stretches),
    ...(Object.keys(others).length > 0 ? [JSON.stringify(others)] : []),
  ]
}
