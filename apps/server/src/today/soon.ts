const dayMs = 24 * 3_600_000

/** Milliseconds before a deadline from which on it is shown. */
export const soonMs = {
  role: 14 * dayMs,
  invitation: 2 * dayMs,
  exam: 7 * dayMs,
} as const
