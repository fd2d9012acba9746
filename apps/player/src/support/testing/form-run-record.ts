import type { FormRunRecord } from '../../storage/records.ts'

/** What a browser keeps of Mina's exam in organisation 7, unless `more` says otherwise. */
export const formRunRecord = (formRunGuid: string, more: Partial<FormRunRecord> = {}): FormRunRecord => ({
  format: 1,
  formRunGuid,
  userGuid: 'u',
  examGuid: 'e',
  scheduleGuid: 's',
  orgId: 7,
  learnerName: 'Mina Okafor',
  examName: 'Fishes',
  lastSequence: 0,
  timeLeftMs: {},
  elapsedMs: 0,
  finished: false,
  savedAt: '2026-11-21T12:00:00.000Z',
  ...more,
})
