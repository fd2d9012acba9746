import type { Share } from '@sitwell/exam/result-rules/result-rules'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useOffice } from '../office-context.tsx'
import { inRoom } from './boundary-draft.ts'
import { placeOf, type Scale, shareAt, stepped } from './boundary-scale.ts'
import styles from './result-rules.module.css'

/** A boundary as it stands in the chart. */
export interface Handle {
  readonly id: string
  readonly title: string
  readonly from: Share
  /** Between which shares it can be moved; undefined if it can't. */
  readonly room: readonly [least: Share, most: Share] | undefined
  onMove(to: Share): void
}

/** Whole steps that a key moves a boundary by. Up and right are more in every language, as marks rise to the right. */
const steps: Readonly<Record<string, number>> = {
  ...{ ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 },
  ...{ PageUp: 5, PageDown: -5 },
}

/** A boundary on the curve: moved with the pointer, or by keys. */
export const BoundaryHandle = ({
  handle: { title, from, room, onMove },
  scale,
  x,
  top,
  bottom,
  name,
  isRightOfNames,
  shareAtX,
}: {
  readonly handle: Handle
  readonly scale: Scale
  readonly x: number
  readonly top: number
  readonly bottom: number
  /** Its name and where it stands. */
  readonly name: string
  /** There is room for its name to the right of its line. */
  readonly isRightOfNames: boolean
  /** The share, from 0 to 1 and beyond, at a place across the chart (CSS px). */
  shareAtX(x: number): number
}) => {
  const { text, language } = useOffice()
  const isDragged = useRef(false)
  const number = (value: number) => value.toLocaleString(language.code, { maximumFractionDigits: 4 })
  const place = placeOf(from, scale)
  const most = scale.mostBillionths / 1_000_000_000
  const [least, greatest] = room ?? [from, from]
  const move = (event: KeyboardEvent) => {
    if (!room || event.ctrlKey || event.metaKey || event.altKey) return
    const by = steps[event.key]
    const to = event.key === 'Home' ? least : event.key === 'End' ? greatest : by && inRoom(stepped(from, by, scale), room)
    if (!to) return
    event.preventDefault()
    onMove(to)
  }
  const drag = (event: PointerEvent<SVGGElement>) => {
    const svg = event.currentTarget.ownerSVGElement
    if (!room || !isDragged.current || !svg) return
    const box = svg.getBoundingClientRect()
    const across = ((event.clientX - box.left) / box.width) * svg.viewBox.baseVal.width
    onMove(inRoom(shareAt(Math.round(shareAtX(across) * most), scale), room))
  }
  const letGo = () => {
    isDragged.current = false
  }
  return (
    <g
      role="slider"
      tabIndex={0}
      aria-label={title}
      aria-valuemin={placeOf(least, scale)}
      aria-valuemax={placeOf(greatest, scale)}
      aria-valuenow={place}
      aria-valuetext={text(`rules.place.${scale.unit}`, { place: number(place) })}
      aria-disabled={room === undefined || undefined}
      className={styles.handle}
      onKeyDown={move}
      onPointerDown={(event) => {
        if (!room || event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        isDragged.current = true
      }}
      onPointerMove={drag}
      onPointerUp={letGo}
      onPointerCancel={letGo}
    >
      <rect x={x - 14} y={top} width={28} height={bottom - top + 14} className={styles.reach} />
      <line x1={x} x2={x} y1={top} y2={bottom} className={styles.boundary} />
      <circle cx={x} cy={bottom} r={8} className={styles.grip} />
      <text
        x={isRightOfNames ? x + 6 : x - 6}
        y={top + 12}
        textAnchor={isRightOfNames ? 'start' : 'end'}
        className={styles.name}
      >
        {name}
      </text>
    </g>
  )
}
