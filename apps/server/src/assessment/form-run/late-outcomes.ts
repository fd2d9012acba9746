/** Answers that came too late, which staff may let count; the history continues to call them so. */
export const lateOutcomes = ['late', 'over-time', 'in-pause', 'review'] as const
