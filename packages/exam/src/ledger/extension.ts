import type { LedgerEvent } from './ledger.ts'

/** Statuses of a request for an extension (decisions, the running exam). */
export const extensionStatuses = { none: 0, requested: 1, granted: 2, declined: 3, withdrawn: 4 } as const
export type ExtensionStatus = (typeof extensionStatuses)[keyof typeof extensionStatuses]

const statusAfter: Partial<Record<LedgerEvent['kind'], ExtensionStatus>> = {
  'extension-request': extensionStatuses.requested,
  extension: extensionStatuses.granted,
  'extension-decline': extensionStatuses.declined,
  'extension-withdraw': extensionStatuses.withdrawn,
}

/** The status of a request: its last event. Nothing takes a grant back. */
export const extensionStatus = <E extends Pick<LedgerEvent, 'kind'>>(events: readonly E[]): ExtensionStatus => {
  const statuses = events.flatMap(({ kind }) => statusAfter[kind] ?? [])
  return statuses.includes(extensionStatuses.granted) ? extensionStatuses.granted : (statuses.at(-1) ?? extensionStatuses.none)
}

/** Milliseconds that were granted; 0 if none were. */
export const extensionMs = (events: readonly LedgerEvent[]): number =>
  events.reduce((sum, event) => (event.kind === 'extension' ? sum + event.byMs : sum), 0)

/** Whether an extension may be asked for, or asked for again: the exam allows it, and it was not extended before (spec 3 §4). */
export const isExtendable = (allowed: boolean, status: ExtensionStatus): boolean =>
  allowed && status !== extensionStatuses.granted

/** The content of an event about an extension; undefined if it can't be read. */
export type ExtensionAnswer = { readonly kind: 'extended'; readonly byMs: number } | { readonly kind: 'declined' }

/**
 * Reads `extendable`, in seconds: a number over 0 means extended (spec 3 §3). `"abc"` is not an answer, so it doesn't end an
 * exam.
 */
export const readExtension = (extendable: unknown): ExtensionAnswer | undefined => {
  if (typeof extendable !== 'number' || !Number.isFinite(extendable)) return undefined
  return extendable > 0 ? { kind: 'extended', byMs: extendable * 1000 } : { kind: 'declined' }
}

/** The minutes and seconds of a duration, for texts; undefined if it is negative or not a number (spec 3 §4). */
export const durationParts = (seconds: unknown): { readonly minutes: number; readonly seconds: number } | undefined => {
  if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds < 0) return undefined
  const whole = Math.round(seconds)
  return { minutes: Math.floor(whole / 60), seconds: whole % 60 }
}
