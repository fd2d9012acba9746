/** How long sessions of an organisation last, in milliseconds. */
interface SessionLimits {
  /** Since the tokens were last traded, which a page that is used does every quarter of an hour. */
  readonly idleMs: number
  /** Since the sign-in. */
  readonly longestMs: number
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Of the settings `SessionIdleMinutes` and `SessionHours`; each falls back where it is absent or out of its bounds. */
export const sessionLimits = (idleMinutes: string | null, hours: string | null): SessionLimits => ({
  idleMs: within(idleMinutes, 20, 7 * 24 * 60, 12 * 60) * minuteMs,
  longestMs: within(hours, 1, 7 * 24, 24) * hourMs,
})

const within = (value: string | null, least: number, most: number, usual: number): number => {
  const number = value !== null && /^\d{1,6}$/.test(value.trim()) ? Number(value) : usual
  return number >= least && number <= most ? number : usual
}

/** A session with an exam under way lasts up to this since its sign-in, whatever its organisation has set (decision 50). */
const longestWithExamMs = 7 * 24 * hourMs

interface SessionTimes {
  readonly startedAt: number
  readonly refreshedAt: number
  /** Its learner has an exam under way, of which the server has heard since this sign-in. */
  readonly isInExam: boolean
}

/** From when on a session is over. */
export const sessionOverAt = ({ startedAt, refreshedAt, isInExam }: SessionTimes, limits: SessionLimits): number =>
  isInExam
    ? startedAt + Math.max(longestWithExamMs, limits.longestMs)
    : Math.min(startedAt + limits.longestMs, refreshedAt + limits.idleMs)
