import type { OfficeSessionTable } from '../../db/schema.ts'

const minuteMs = 60_000

/** Milliseconds that a session may wait for its second step. */
const pendingMs = 15 * minuteMs

/** Milliseconds that a session lasts at most. */
const longestMs = 24 * 60 * minuteMs

/** Minutes without a call after which a session ends: the setting `OfficeIdleMinutes`, from 5 to 720; otherwise 60. */
export const idleMinutesOf = (setting: string | null): number => {
  const minutes = setting !== null && /^\d{1,4}$/.test(setting.trim()) ? Number(setting) : 60
  return minutes >= 5 && minutes <= 720 ? minutes : 60
}

/** The moment from which a session is over. */
export const officeOverAt = (
  { started_at, used_at, mfa_pending }: Pick<OfficeSessionTable, 'started_at' | 'used_at' | 'mfa_pending'>,
  idleMinutes: number,
): number => (mfa_pending === 1 ? started_at + pendingMs : Math.min(started_at + longestMs, used_at + idleMinutes * minuteMs))
