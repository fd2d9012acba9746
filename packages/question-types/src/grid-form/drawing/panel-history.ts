import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Drawing, drawingOn, isWithin, type Mark, writeDrawing, writtenLength } from '../../drawing/drawing.ts'
import type { DrawingProps } from './drawing-props.ts'

/** Steps that can be taken back. */
const mostSteps = 300
/** Answers that are on their way back to the field that gave them. */
const mostOnTheirWay = 16

type Marks = readonly Mark[]

/** A drawing as its field holds it, and the ways to change it. */
export interface Drawn {
  readonly drawing: Drawing
  /** The last change didn't fit, and was not made. */
  readonly isFull: boolean
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** What is drawn at this moment, whether it was shown or not. */
  marksNow(): Marks
  /** Puts marks in the place of those there are; false where they don't fit, and nothing changes. `isStep`: undo comes back to before. */
  put(marks: Marks, isStep?: boolean): boolean
  say(said: string): void
  undo(): void
  redo(): void
}

/** Holds no drawing of its own: the form's answer does. It remembers the steps, as long as nobody else changes the answer. */
export const useDrawn = ({ field, hands }: DrawingProps): Drawn => {
  const value = hands.answer.values.get(field.id) ?? ''
  const { width, height } = field
  const drawing = useMemo(() => drawingOn({ width, height }, value), [width, height, value])
  // Of two events of a pen the second may come before the first is shown.
  const latest = useRef(drawing)
  const past = useRef<Marks[]>([])
  const future = useRef<Marks[]>([])
  const onTheirWay = useRef<string[]>([])
  const [isFull, setFull] = useState(false)
  useLayoutEffect(() => {
    const at = onTheirWay.current.indexOf(value)
    if (at >= 0) return
    latest.current = drawing
  }, [drawing, value])
  const shown = useRef(value)
  useEffect(() => {
    if (shown.current === value) return
    shown.current = value
    if (onTheirWay.current.includes(value)) return
    // Another device's answer: the steps don't lead to it.
    past.current = []
    future.current = []
  }, [value])

  const write = (next: Drawing) => {
    latest.current = next
    const written = writeDrawing(next)
    onTheirWay.current = [...onTheirWay.current, written].slice(-mostOnTheirWay)
    hands.fill(field, written)
  }
  const goTo = (from: typeof past, to: typeof past) => {
    const marks = from.current.pop()
    if (!marks || hands.isLocked) return
    to.current.push(latest.current.marks)
    setFull(false)
    write({ ...latest.current, marks })
  }
  return {
    drawing,
    isFull,
    canUndo: past.current.length > 0,
    canRedo: future.current.length > 0,
    marksNow: () => latest.current.marks,
    put(marks, isStep = true) {
      if (hands.isLocked) return false
      const before = latest.current.marks
      const fits = isWithin(marks) || writtenLength(marks) < writtenLength(before)
      setFull(!fits)
      if (!fits) return false
      if (isStep) {
        past.current = [...past.current, before].slice(-mostSteps)
        future.current = []
      }
      write({ ...latest.current, marks })
      return true
    },
    say: (said) => write({ ...latest.current, said }),
    undo: () => goTo(past, future),
    redo: () => goTo(future, past),
  }
}
