import { type PointerEvent, type RefObject, useRef, useState } from 'react'
import { type Mark, type Point, pointWithin } from '../../drawing/drawing.ts'
import { markAt, simplified, toleranceOf } from '../../drawing/geometry.ts'
import type { DrawingProps } from './drawing-props.ts'
import type { Drawn } from './panel-history.ts'
import type { Pen } from './pen.ts'

/** Milliseconds after which a stroke that is still being drawn is kept as far as it goes: it is an answer like what is typed. */
const keepMs = 300
/** Points as they come after which a stroke goes on as another one. */
const longStroke = 1500
/** A touch of fewer points is the first of two fingers. */
const fewPoints = 8
/** CSS pixels around a pointer within which a mark is erased. */
const reachPx = 8

interface Gesture {
  readonly pointerId: number
  readonly pointerType: string
  /** What was drawn before. */
  base: readonly Mark[]
  points: Point[]
  keptAt: number
  hasStep: boolean
}

/** The mark that a pen draws through these points. */
export const markThrough = ({ tool, colour, width }: Pen, points: readonly Point[], tolerance: number): Mark => {
  const [from = [0, 0]] = points
  return tool === 'line'
    ? { kind: 'line', colour, width, points: [from, points.at(-1) ?? from] }
    : { kind: 'stroke', colour, width, points: simplified(points, tolerance) }
}

/** Draws with mouse, pen or finger. `draft`: what is being drawn. */
export const usePointer = (
  { field, hands }: DrawingProps,
  drawn: Drawn,
  pen: Pen,
  surface: RefObject<HTMLElement | null>,
  onPlace: (point: Point) => void,
) => {
  const gesture = useRef<Gesture>(undefined)
  const [draft, setDraft] = useState<Mark>()
  const tolerance = toleranceOf(field)

  const boxNow = () => surface.current?.getBoundingClientRect() ?? new DOMRect()
  const pointOf = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Point => {
    const { left, top, width, height } = boxNow()
    const share = (distance: number, whole: number) => (whole > 0 ? distance / whole : 0)
    return pointWithin(field, [share(clientX - left, width) * field.width, share(clientY - top, height) * field.height])
  }
  const erase = (held: Gesture, point: Point) => {
    const marks = drawn.marksNow()
    const at = markAt({ ...drawn.drawing, marks }, point, (reachPx / (boxNow().width || 1)) * field.width)
    if (at === undefined) return
    drawn.put(
      marks.filter((_, place) => place !== at),
      !held.hasStep,
    )
    held.hasStep = true
  }
  /** Keeps what was drawn so far; false where it is too much, and what was kept before stands. */
  const keep = (held: Gesture): boolean => {
    const isKept = drawn.put([...held.base, markThrough(pen, held.points, tolerance)], !held.hasStep)
    held.hasStep ||= isKept
    return isKept
  }
  const end = () => {
    gesture.current = undefined
    setDraft(undefined)
  }
  const addTo = (held: Gesture, point: Point) => {
    const last = held.points.at(-1)
    if (pen.tool === 'line') held.points = [held.points[0] ?? point, point]
    else if (!last || Math.hypot(point[0] - last[0], point[1] - last[1]) >= tolerance) held.points.push(point)
  }
  /** Keeps a stroke from time to time; false where nothing more fits. */
  const keepGoing = (held: Gesture, atMs: number): boolean => {
    if (held.points.length >= longStroke) {
      if (!keep(held)) return false
      held.base = drawn.marksNow()
      held.points = held.points.slice(-1)
    } else if (pen.tool === 'pen' && atMs - held.keptAt >= keepMs) {
      held.keptAt = atMs
      return keep(held)
    }
    return true
  }
  const goOn = (held: Gesture, event: PointerEvent) => {
    const moves = event.nativeEvent.getCoalescedEvents?.() ?? []
    for (const move of moves.length > 0 ? moves : [event]) addTo(held, pointOf(move))
    if (keepGoing(held, event.timeStamp)) setDraft(markThrough(pen, held.points, 0))
    else end()
  }
  /** A second finger scrolls and zooms; beside a pen it is the hand that holds it. */
  const onSecond = (held: Gesture, event: PointerEvent) => {
    if (held.pointerType !== 'touch' || event.pointerType !== 'touch') return
    if (pen.tool !== 'eraser' && held.points.length > fewPoints) keep(held)
    else if (held.hasStep) drawn.undo()
    end()
  }
  const begin = (event: PointerEvent<HTMLElement>) => {
    const point = pointOf(event)
    if (pen.tool === 'text') {
      // Else the press takes the focus away again.
      event.preventDefault()
      return onPlace(point)
    }
    event.currentTarget.setPointerCapture(event.pointerId)
    const { pointerId, pointerType, timeStamp } = event
    const held = { pointerId, pointerType, base: drawn.marksNow(), points: [point], keptAt: timeStamp, hasStep: false }
    gesture.current = held
    if (pen.tool === 'eraser') erase(held, point)
    else setDraft(markThrough(pen, [point], 0))
  }

  return {
    draft: hands.isLocked ? undefined : draft,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (gesture.current) onSecond(gesture.current, event)
        else if (!hands.isLocked && event.button === 0 && event.isPrimary) begin(event)
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const held = gesture.current
        if (held?.pointerId !== event.pointerId) return
        if (hands.isLocked) return end()
        if (pen.tool === 'eraser') erase(held, pointOf(event))
        else goOn(held, event)
      },
      onPointerUp(event: PointerEvent<HTMLElement>) {
        const held = gesture.current
        if (held?.pointerId !== event.pointerId) return
        if (pen.tool !== 'eraser') keep(held)
        end()
      },
      onPointerCancel(event: PointerEvent<HTMLElement>) {
        const held = gesture.current
        if (held?.pointerId !== event.pointerId) return
        // The browser scrolls with it, or the system took it: what was drawn by then stays.
        if (pen.tool !== 'eraser' && held.points.length > fewPoints) keep(held)
        end()
      },
    },
  }
}
