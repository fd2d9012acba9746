import type { DeliveryResults, ResultSet } from '@sitwell/contract'
import type { OfficeText } from '../../office-context.tsx'
import { missingSignature } from './checks.ts'

interface Words {
  readonly text: OfficeText
  /** Writes a moment (ISO 8601) by the delivery's clock. */
  clock(moment: string): string
  readonly nowMs: number
}

/** Whose signature is missing; nothing if none is, or if nobody has begun. */
const signatureNote = (set: ResultSet, results: DeliveryResults, { text }: Words): string | undefined => {
  const missing = missingSignature(set, results)
  const [first] = set.signed
  if (missing === 'another') return text('results.signature.missing')
  if (missing !== 'second' || first === undefined) return undefined
  return text(results.may.includes('confirm') ? 'results.signature.yours' : 'results.signature.other', { name: first.by })
}

/** When it is released; that it should have been, or was too late. */
const timeNote = ({ state, planned, released }: ResultSet, { text, clock, nowMs }: Words): string | undefined => {
  if (planned === undefined) return undefined
  const time = clock(planned.at)
  if (state === 'confirmed') return text(Date.parse(planned.at) < nowMs ? 'results.overdue' : 'results.due', { time })
  return released?.lateMs === undefined ? undefined : text('results.late', { time })
}

/** What is to be known of a set at once: whether it is shown, whose signature is missing, when it is released, and why it was waived or withdrawn. */
export const notesOf = (set: ResultSet, results: DeliveryResults, words: Words): readonly string[] => {
  const { text } = words
  const { waiver, withdrawn, isReplaced } = set
  return [
    results.shown === set.set ? text('results.isShown') : undefined,
    isReplaced ? text('results.isReplaced') : undefined,
    signatureNote(set, results, words),
    timeNote(set, words),
    waiver === undefined ? undefined : text('results.waived', { reason: waiver }),
    withdrawn && text('results.withdrawnWhy', { reason: withdrawn.reason }),
  ].filter((note) => note !== undefined)
}
