/** How the four steps of something that is worked through look beside their words: not begun, under way, done, failed. */
export const progressLook = {
  0: { icon: 'course', kind: 'calm' },
  1: { icon: 'clock', kind: 'now' },
  2: { icon: 'check', kind: 'done' },
  3: { icon: 'alert', kind: 'calm' },
} as const

/** The step that a code represents, as courses and SCOs have them (spec 2 §3); one that is none counts as not begun. */
export const progressOf = (code: number): keyof typeof progressLook => (code === 1 || code === 2 || code === 3 ? code : 0)
