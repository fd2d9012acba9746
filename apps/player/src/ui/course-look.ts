/** How the four statuses of courses and SCOs look beside their words (spec 2 §3). */
export const courseLook = {
  0: { icon: 'course', kind: 'calm' },
  1: { icon: 'clock', kind: 'now' },
  2: { icon: 'check', kind: 'done' },
  3: { icon: 'alert', kind: 'calm' },
} as const

/** The status that a code stands for; one that is none counts as not started. */
export const courseStatusOf = (status: number): keyof typeof courseLook =>
  status === 1 || status === 2 || status === 3 ? status : 0
