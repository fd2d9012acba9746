import type { LiveRow } from '@sitwell/contract'

/** What an invigilator should look at, the gravest first. `clock`: the page shows another time than the ledger. `device`: its clock is wrong. */
export const checks = ['unsupervised', 'clock', 'device', 'build', 'unsent'] as const
export type Check = (typeof checks)[number]

/** Milliseconds for which answers may be on a device alone without anybody having to look: a page sends them every half a minute. */
export const unsentForMs = 90_000

/**
 * What is to be checked of a person, as far as the server knows. Nothing is to be checked of somebody who has handed in.
 * What a page said before it fell silent is nothing to check: the silence is a state of its own.
 */
export const checksOf = (row: LiveRow): readonly Check[] => {
  if (row.state === 'handed-in' || row.state === 'not-arrived') return []
  const { page } = row
  const savedMs = Date.parse(row.savedAt ?? row.startedAt ?? '')
  const isUnsent = page !== undefined && page.unsent > 0 && !(Date.parse(page.at) - savedMs <= unsentForMs)
  if (row.state === 'no-contact') return row.isUnsupervised ? ['unsupervised'] : []
  const found: Record<Check, boolean> = {
    unsupervised: row.isUnsupervised,
    clock: page?.isOff === true,
    device: page?.isClockWrong === true,
    build: page?.isOldBuild === true,
    unsent: isUnsent,
  }
  return checks.filter((check) => found[check])
}

/** Whether a person gets more time than others. */
export const hasExtraTime = (row: LiveRow): boolean => (row.ownMs ?? 0) > 0 || (row.addedMs ?? 0) > 0

/** Whether a person is here: noted by staff, or seen by the server. Staff who note somebody as absent are believed. */
export const isPresent = (row: LiveRow): boolean =>
  row.attendance === 'present' || (row.attendance !== 'absent' && row.state !== 'not-arrived')
