/**
 * Which presses count. An impatient learner clicks twice, taps three times or holds Enter down; what was under the pointer or had the
 * focus at first may have given way to something else meanwhile, and nobody has decided on that. So presses that belong together
 * are one, and are of the control on which they began. Nothing waits for it: a press that begins on what is shown counts at once
 * (decision 30).
 */

/** Milliseconds within which presses at one place belong together, where the browser doesn't say so itself. */
export const togetherMs = 500
/** Pixels that a finger and a mouse stray between presses at one place. */
const reach = { touch: 30, mouse: 10 } as const

export interface PointerPress {
  readonly atMs: number
  readonly x: number
  readonly y: number
  readonly by: keyof typeof reach
  /** Which of a row of clicks it is, as the system counts them: 1 for a single one. Touch is not counted. */
  readonly detail: number
  /** The control under the pointer; undefined if there is none. */
  readonly control: unknown
}

export interface Click {
  /** 0 of a click that no pointer made. */
  readonly detail: number
  readonly control: unknown
  /** The second click of a double click is none: moving on, finishing, sending. */
  readonly isOnce: boolean
}

export interface KeyPress {
  readonly atMs: number
  readonly key: string
  readonly isRepeat: boolean
  readonly control: unknown
  /** Whether Enter or Space presses it: a button does, a text doesn't. */
  readonly isPressed: boolean
}

interface Row extends PointerPress {
  /** Where the row began. */
  readonly first: unknown
  readonly count: number
}

const presses = new Set(['Enter', ' '])
/** Keys that come with others, and say nothing by themselves. */
const modifiers = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'Fn'])
/** After these a learner is where they continued purpose. */
const moving = /^(Tab|Escape|Home|End|Page\w+|Arrow\w+)$/

/** `isThere` tells whether a learner can still get at a control: it is neither gone nor covered. */
export const createPresses = (isThere: (control: unknown) => boolean = () => false) => {
  let row: Row | undefined
  let lastKey: KeyPress | undefined

  const belongs = (press: PointerPress): boolean => {
    if (press.detail > 1) return true
    if (!row || row.by !== press.by || press.atMs - row.atMs > togetherMs) return false
    return Math.hypot(press.x - row.x, press.y - row.y) <= reach[press.by]
  }

  return {
    /** Whether a pointer that goes down here belongs to presses that began on another control, and so is none of this one. */
    strays: (press: PointerPress): boolean => row !== undefined && belongs(press) && row.first !== press.control,
    /** A pointer goes down. */
    pointerDown(press: PointerPress): void {
      const isNext = belongs(press)
      row = { ...press, first: isNext ? row?.first : press.control, count: isNext ? (row?.count ?? 1) + 1 : 1 }
      // Whoever has pointed at something since continues from there.
      lastKey = undefined
    },
    /** Whether a click counts. */
    takesClick({ detail, control, isOnce }: Click): boolean {
      if (detail === 0 || !row) return true
      if (row.count > 1 && row.first !== control) return false
      return !(isOnce && (row.by === 'touch' ? row.count : detail) === 2)
    },
    /** Whether a key that goes down counts; what doesn't press anything always does. */
    takesKey(press: KeyPress): boolean {
      if (modifiers.has(press.key)) return true
      // Presses between which something was typed don't belong together, however quick they are.
      if (row) row = { ...row, atMs: Number.NEGATIVE_INFINITY }
      const before = lastKey
      lastKey = press
      if (!presses.has(press.key) || !press.isPressed) return true
      if (press.isRepeat) return false
      if (!before || before.control === press.control || press.atMs - before.atMs > togetherMs) return true
      if (moving.test(before.key) || isThere(before.control)) return true
      // Meant for what had the focus a moment ago, as are those that follow at once.
      lastKey = { ...press, control: before.control }
      return false
    },
    /** Where a pointer pressed last; undefined if a key did since. */
    lastPoint: (): { readonly x: number; readonly y: number } | undefined =>
      row && (lastKey === undefined || lastKey.atMs < row.atMs) ? { x: row.x, y: row.y } : undefined,
  }
}
export type Presses = ReturnType<typeof createPresses>
