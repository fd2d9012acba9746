import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react'
import { FieldGroup } from './field-frame.tsx'
import fields from './fields.module.css'
import type { ComponentOf } from './form.ts'
import type { FormHands } from './form-hands.ts'
import { hintWith } from './limits-hint.ts'
import styles from './on-picture.module.css'
import { type Point, pointsOf, writePoints } from './on-picture.ts'
import { wholeIn } from './whole-number.ts'
import { BarePicture, ZoomedPicture } from './zoomed-picture.tsx'

type PointsField = ComponentOf<'points'>

/** Units of the picture that an arrow key moves a point by, alone and with Shift. */
const steps = { fine: 1, far: 10 } as const

const moves: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The point of a picture that lies nearest to a place, in whole units. */
const within = ({ width, height }: PointsField, x: number, y: number): Point => [
  Math.round(Math.min(width, Math.max(0, x))),
  Math.round(Math.min(height, Math.max(0, y))),
]

/** Points on a picture: set by pointer, moved by it or by the arrow keys, or typed as two numbers. */
export const PointsEntry = ({ field, hands }: { readonly field: PointsField; readonly hands: FormHands }) => {
  const { answer, isLocked, text, fill, elementId, onTextFocus } = hands
  const id = elementId(field.id)
  const points = pointsOf(answer.values.get(field.id) ?? '')
  const surface = useRef<HTMLDivElement>(null)
  /** How far beside its middle a point is held. */
  const held = useRef<Point>(undefined)
  const isFull = points.length >= field.most
  /** The point that was set last: the arrow keys are its own from then on. */
  const set = useRef<number>(undefined)
  useEffect(() => {
    if (set.current !== undefined) document.getElementById(`${id}-${set.current}`)?.focus()
    set.current = undefined
  })
  const put = (next: readonly Point[]) => fill(field, writePoints(next))
  const replace = (at: number, point: Point) => put(points.map((one, place) => (place === at ? point : one)))
  const remove = (at: number) => {
    // What had the focus goes away.
    document.getElementById(`${id}-add`)?.focus()
    put(points.filter((_, place) => place !== at))
  }
  const pointAt = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Point | undefined => {
    const box = surface.current?.getBoundingClientRect()
    if (!box || box.width === 0 || box.height === 0) return undefined
    return within(field, ((clientX - box.left) / box.width) * field.width, ((clientY - box.top) / box.height) * field.height)
  }
  const nearest = ([x, y]: Point) =>
    points.reduce((best, one, at) => {
      const far = (other: Point | undefined) => (other ? Math.hypot(other[0] - x, other[1] - y) : Number.POSITIVE_INFINITY)
      return far(one) < far(points[best]) ? at : best
    }, 0)
  const onPress = (event: MouseEvent) => {
    const point = pointAt(event)
    if (isLocked || !point) return
    // A full picture moves the point that is nearest.
    set.current = isFull ? nearest(point) : points.length
    if (isFull) replace(set.current, point)
    else put([...points, point])
  }
  const onArrow = (event: KeyboardEvent, at: number, [x, y]: Point) => {
    const move = moves[event.key]
    if (!move) return
    // They would turn the exam's pages, and scroll.
    event.preventDefault()
    event.stopPropagation()
    const step = event.shiftKey ? steps.far : steps.fine
    if (!isLocked) replace(at, within(field, x + move[0] * step, y + move[1] * step))
  }
  const onKey = (at: number, point: Point) => (event: KeyboardEvent) => {
    onArrow(event, at, point)
    if (isLocked) return
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      remove(at)
    }
  }
  const number = (at: number, axis: 0 | 1) => {
    const point = points[at]
    const most = axis === 0 ? field.width : field.height
    const label = text(axis === 0 ? 'question.fromLeft' : 'question.fromTop', { most })
    return (
      <label className={styles.list}>
        <span>{label}</span>
        <input
          type="text"
          inputMode="numeric"
          className={`${fields.entry} ${styles.number}`}
          value={point?.[axis] ?? ''}
          readOnly={isLocked}
          aria-label={`${text('question.point', { number: at + 1 })}: ${label}`}
          onFocus={() => onTextFocus(true)}
          onBlur={() => onTextFocus(false)}
          onChange={(event) => {
            const typed = wholeIn(event.target.value)
            if (point) replace(at, axis === 0 ? within(field, typed, point[1]) : within(field, point[0], typed))
          }}
        />
      </label>
    )
  }

  return (
    <FieldGroup
      field={field}
      elementId={id}
      hint={hintWith(text('question.pointHint'), field, field.most === 1 ? 1 : Number.POSITIVE_INFINITY, text)}
    >
      <ZoomedPicture picture={field} hands={hands}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard a point is added with the button below */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: by keyboard a point is added with the button below */}
        <div
          ref={surface}
          className={styles.surface}
          data-locked={isLocked || undefined}
          data-testid="points"
          onClick={onPress}
        />
        {points.map((point, at) => {
          const [x, y] = point
          const name = text('question.pointAt', { number: at + 1, x, y })
          const { marker } = field
          return (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: its number is its name
              key={at}
              type="button"
              id={`${id}-${at}`}
              className={marker ? styles.placed : styles.point}
              aria-label={name}
              aria-describedby={`${id}-hint`}
              aria-disabled={isLocked || undefined}
              style={{
                left: `${(x / field.width) * 100}%`,
                top: `${(y / field.height) * 100}%`,
                ...(marker && {
                  width: `${(marker.width / field.width) * 100}%`,
                  height: `${(marker.height / field.height) * 100}%`,
                }),
              }}
              onKeyDown={onKey(at, point)}
              onPointerDown={(event) => {
                const from = pointAt(event)
                if (isLocked || !from) return
                held.current = [from[0] - x, from[1] - y]
                event.currentTarget.setPointerCapture(event.pointerId)
              }}
              onPointerMove={(event) => {
                const to = held.current && pointAt(event)
                if (to && held.current) replace(at, within(field, to[0] - held.current[0], to[1] - held.current[1]))
              }}
              onPointerUp={() => {
                held.current = undefined
              }}
              onPointerCancel={() => {
                held.current = undefined
              }}
            >
              {marker && <BarePicture src={marker.src} alt="" hands={hands} />}
              {field.most > 1 && <span className={styles.pointNumber}>{at + 1}</span>}
            </button>
          )
        })}
      </ZoomedPicture>
      <ul className={styles.made}>
        {points.map((_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: its number is its name
          <li key={at} className={styles.typed}>
            {field.most > 1 && <b>{text('question.point', { number: at + 1 })}</b>}
            {number(at, 0)}
            {number(at, 1)}
            {!isLocked && (
              <button
                type="button"
                className={fields.quiet}
                aria-label={text('question.pointRemoveNamed', { number: at + 1 })}
                onClick={() => remove(at)}
              >
                {text('question.pointRemove')}
              </button>
            )}
          </li>
        ))}
      </ul>
      <button
        type="button"
        id={`${id}-add`}
        className={fields.button}
        disabled={isLocked}
        aria-disabled={isFull || undefined}
        onClick={() => {
          if (isFull) return
          set.current = points.length
          put([...points, within(field, field.width / 2, field.height / 2)])
        }}
      >
        {text('question.pointAdd')}
      </button>
    </FieldGroup>
  )
}
