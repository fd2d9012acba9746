import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type Mark, type Point, pointWithin, type Size } from '../../drawing/drawing.ts'
import { markAt, toleranceOf } from '../../drawing/geometry.ts'
import type { DrawingProps } from './drawing-props.ts'
import type { Drawn } from './panel-history.ts'
import { markThrough } from './panel-pointer.ts'
import type { DrawingWords } from './panel-words.ts'
import type { Pen } from './pen.ts'

const moves: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** How far an arrow key goes, in shares of the longer side: alone, and with Shift. */
const strides = { far: 1 / 50, near: 1 / 400 } as const
const strideOf = ({ width, height }: Size, isNear: boolean) => Math.max(width, height) * (isNear ? strides.near : strides.far)

/** Whether the keys pressed redo a step, or undo one (false); undefined for all others. */
const commandOf = ({ key, shiftKey }: KeyboardEvent): boolean | undefined => {
  if (key.toLowerCase() === 'y') return true
  return key.toLowerCase() === 'z' ? shiftKey : undefined
}

interface Held {
  readonly base: readonly Mark[]
  points: Point[]
  hasStep: boolean
}

/** Draws by keyboard: arrow keys move a cross, Enter or Space puts the pen down there and lifts it. `said`: what to read out of it. */
export const useKeys = (
  { field, hands }: DrawingProps,
  drawn: Drawn,
  pen: Pen,
  words: DrawingWords,
  cross: RefObject<HTMLElement | null>,
  onPlace: (point: Point) => void,
) => {
  const [cursor, setCursor] = useState<Point>(() => pointWithin(field, [field.width / 2, field.height / 2]))
  const [said, setSaid] = useState('')
  const held = useRef<Held>(undefined)
  const [isDown, setDown] = useState(false)
  const { text } = words
  // A cross that is out of sight is one that nobody can draw with.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time it moves
  useEffect(() => {
    if (document.activeElement?.contains(cross.current)) cross.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [cursor])

  const lift = () => {
    held.current = undefined
    setDown(false)
  }
  const draw = (points: Point[]): boolean => {
    const { current } = held
    if (!current) return false
    const isDrawn = drawn.put([...current.base, markThrough(pen, points, toleranceOf(field) / 4)], !current.hasStep)
    if (isDrawn) {
      current.points = points
      current.hasStep = true
    }
    return isDrawn
  }
  const begin = () => {
    held.current = { base: drawn.marksNow(), points: [cursor], hasStep: false }
    setDown(true)
    setSaid(text(pen.tool === 'line' ? 'drawing.lineBegins' : 'drawing.penDown'))
    if (pen.tool === 'pen' && !draw([cursor])) lift()
  }
  const press = () => {
    if (pen.tool === 'text') return onPlace(cursor)
    if (pen.tool === 'eraser') {
      const marks = drawn.marksNow()
      const at = markAt({ ...drawn.drawing, marks }, cursor, strideOf(field, false) / 2)
      if (at !== undefined) drawn.put(marks.filter((_, place) => place !== at))
      return setSaid(text(at === undefined ? 'drawing.nothingToErase' : 'drawing.erased'))
    }
    if (!held.current) return begin()
    if (pen.tool === 'line') draw([...held.current.points.slice(0, 1), cursor])
    lift()
    setSaid(text('drawing.penUp'))
  }
  const move = ([x, y]: Point, isNear: boolean) => {
    const stride = strideOf(field, isNear)
    const to = pointWithin(field, [cursor[0] + x * stride, cursor[1] + y * stride])
    setCursor(to)
    setSaid(text('drawing.at', { x: to[0], y: to[1] }))
    if (held.current && pen.tool === 'pen' && !draw([...held.current.points, to])) lift()
  }
  const stepBack = (takeBack: () => void) => {
    lift()
    takeBack()
  }
  /** What a key does here; undefined where it does nothing, and goes to the page. */
  const actOf = (event: KeyboardEvent): (() => void) | undefined => {
    const step = moves[event.key]
    if (event.ctrlKey || event.metaKey) {
      const isAgain = commandOf(event)
      return isAgain === undefined ? undefined : () => stepBack(isAgain ? drawn.redo : drawn.undo)
    }
    if (step && !event.altKey) return () => move(step, event.shiftKey)
    if (event.key === 'Enter' || event.key === ' ') return () => (event.repeat ? undefined : press())
    if (event.key !== 'Escape' || !held.current) return undefined
    return () => {
      lift()
      setSaid(text('drawing.penUp'))
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = actOf(event)
    if (!act) return
    // They would turn the exam's pages, and scroll.
    event.preventDefault()
    event.stopPropagation()
    if (!hands.isLocked) act()
  }
  return { cursor, isDown: isDown && !hands.isLocked, said, onKeyDown, lift }
}
