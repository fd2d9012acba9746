import { useMemo } from 'react'
import { useOffice } from '../office-context.tsx'
import { BoundaryHandle, type Handle } from './boundary-handle.tsx'
import { placeOf, type Scale } from './boundary-scale.ts'
import { curvePoints } from './curve-shape.ts'
import styles from './result-rules.module.css'
import { useWidth } from './use-width.ts'

const edge = { start: 48, end: 16, bottom: 40 }
const plotHeight = 200
/** Height of one row of names above the curve, and the room for a letter in them (CSS px). */
const [nameRow, letter] = [20, 8.5]

const acrossTicks = [0, 0.25, 0.5, 0.75, 1]
const downTicks = [0, 0.25, 0.5, 0.75, 1]

/** The row of each name above the curve, so that none lies on another: each in the first row in which there is room. */
const rowsOfNames = (names: readonly { readonly at: number; readonly letters: number }[]): readonly number[] => {
  const ends: number[] = []
  return names.map(({ at, letters }) => {
    const free = ends.findIndex((end) => end <= at)
    const row = free === -1 ? ends.length : free
    ends[row] = at + letters * letter + 12
    return row
  })
}

/** How many people are at or above each mark, with the boundaries to be moved on it. Its figures are in a table beside it. */
export const BoundaryChart = ({
  sorted,
  scale,
  handles,
}: {
  /** The part that each person has, sorted. */
  readonly sorted: Float64Array
  readonly scale: Scale
  /** From the lowest to the highest. */
  readonly handles: readonly Handle[]
}) => {
  const { text, language } = useOffice()
  const [place, width] = useWidth<HTMLDivElement>(720)
  const plotWidth = Math.max(120, width - edge.start - edge.end)
  const points = useMemo(() => curvePoints(sorted, Math.min(1000, plotWidth)), [sorted, plotWidth])
  const people = sorted.length
  const across = (share: number) => edge.start + share * plotWidth
  const shares = handles.map(({ from }) => from.marks / from.of)
  const labels = handles.map(({ title, from }) =>
    text('rules.nameAndPlace', {
      name: title,
      place: placeOf(from, scale).toLocaleString(language.code, { maximumFractionDigits: 4 }),
    }),
  )
  const names = rowsOfNames(labels.map((label, at) => ({ at: across(shares[at] ?? 0), letters: label.length })))
  const top = Math.max(1, ...names.map((row) => row + 1)) * nameRow + 8
  const down = (share: number) => top + (1 - share) * plotHeight
  const path = points
    .map(
      (count, at) =>
        `${at === 0 ? 'M' : 'L'}${across(at / (points.length - 1)).toFixed(1)} ${down(people > 0 ? count / people : 0).toFixed(1)}`,
    )
    .join('')
  const number = (value: number) => value.toLocaleString(language.code, { maximumFractionDigits: 2 })
  const most = scale.mostBillionths / 1_000_000_000
  const height = top + plotHeight + edge.bottom
  return (
    <div ref={place} className={styles.chartPlace}>
      {/* Marks rise to the right in every language. */}
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        className={styles.chart}
        direction="ltr"
        role="group"
        aria-label={text('rules.curve')}
      >
        <svg aria-hidden="true" width={width} height={height}>
          {downTicks.map((share) => (
            <g key={`y${share}`}>
              <line x1={edge.start} x2={edge.start + plotWidth} y1={down(share)} y2={down(share)} className={styles.grid} />
              <text x={edge.start - 13} y={down(share) + 4} textAnchor="end" className={styles.tick}>
                {number(Math.round(people * share))}
              </text>
            </g>
          ))}
          {acrossTicks.map((share) => (
            <text key={`x${share}`} x={across(share)} y={down(0) + 22} textAnchor="middle" className={styles.tick}>
              {number(most * share)}
            </text>
          ))}
          <path d={path} className={styles.curve} />
          <text x={edge.start + plotWidth / 2} y={down(0) + 35} textAnchor="middle" className={styles.tick}>
            {text(`rules.unit.${scale.unit}`)}
          </text>
        </svg>
        {handles.map((handle, at) => (
          <BoundaryHandle
            key={handle.id}
            handle={handle}
            scale={scale}
            x={across(shares[at] ?? 0)}
            top={(names[at] ?? 0) * nameRow + 4}
            bottom={down(0)}
            name={labels[at] ?? ''}
            isRightOfNames={across(shares[at] ?? 0) + (labels[at] ?? '').length * letter < width}
            shareAtX={(x) => (x - edge.start) / plotWidth}
          />
        ))}
      </svg>
    </div>
  )
}
