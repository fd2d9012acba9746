import { countable } from '../time/milliseconds.ts'
import { type Contact, silenceMs, silencesOf } from './contact.ts'
import { merged, type Stretch } from './standstill.ts'

/** What a browser says of a connection that it had lost. */
export interface AbsenceClaim {
  /** Milliseconds for which the exam stood still. */
  readonly claimedMs: number
  /** How many milliseconds ago that was over. */
  readonly endedAgoMs: number
}

/** All in which the server heard nothing, the present silence among it: the claim that ends it is no contact yet. */
const unheardOf = (contact: Contact, nowMs: number): Stretch[] => {
  const { heardAtMs } = contact
  const isSilent = heardAtMs !== undefined && nowMs - heardAtMs > silenceMs
  return merged([...silencesOf(contact), ...(isSilent ? [{ fromMs: heardAtMs, toMs: nowMs }] : [])])
}

/**
 * The stretches in which the exam counts as having stood still: those of the claim in which the server heard nothing at all of the
 * form run, whenever the claim comes. Anything that was heard shows that the connection was there.
 */
export const believedAbsences = ({ claimedMs, endedAgoMs }: AbsenceClaim, contact: Contact, nowMs: number): Stretch[] => {
  const toMs = nowMs - countable(endedAgoMs)
  const fromMs = toMs - countable(claimedMs)
  return unheardOf(contact, nowMs)
    .map((silence) => ({ fromMs: Math.max(fromMs, silence.fromMs), toMs: Math.min(toMs, silence.toMs) }))
    .filter((stretch) => stretch.fromMs < stretch.toMs)
}
