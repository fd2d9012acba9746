import type { QuestionStatisticsRow } from '@sitwell/contract'
import { useOffice } from '../office-context.tsx'
import { numberText } from './figure-text.ts'
import styles from './statistics.module.css'

const width = 560
const height = 260
const edge = 36
/** Discriminations below this lie on the lower edge. */
const lowest = -0.25

const acrossOf = (facility: number) => edge + facility * (width - 2 * edge)
const downOf = (discrimination: number) =>
  height - edge - ((Math.max(lowest, discrimination) - lowest) / (1 - lowest)) * (height - 2 * edge)

const across = [0, 0.25, 0.5, 0.75, 1]
const down = [0, 0.25, 0.5, 0.75, 1]

/** The facility of each question across, and its discrimination upwards. The table below it has the same figures. */
export const QuestionChart = ({ questions }: { readonly questions: readonly QuestionStatisticsRow[] }) => {
  const { text, language } = useOffice()
  const number = (value: number) => numberText(value, language.code)
  const points = questions.flatMap((question) => {
    const { facility, corrected } = question
    return typeof facility === 'number' && typeof corrected === 'number' ? [{ ...question, facility, corrected }] : []
  })
  if (points.length === 0) return null
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>{text('statistics.chart')}</figcaption>
      {/* Numbers rise to the right in every language. */}
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className={styles.chart}
        role="img"
        aria-label={text('statistics.chart')}
        direction="ltr"
      >
        {across.map((value) => (
          <g key={`x${value}`}>
            <line x1={acrossOf(value)} x2={acrossOf(value)} y1={edge} y2={height - edge} className={styles.grid} />
            <text x={acrossOf(value)} y={height - edge + 18} textAnchor="middle" className={styles.tick}>
              {number(value)}
            </text>
          </g>
        ))}
        {down.map((value) => (
          <g key={`y${value}`}>
            <line x1={edge} x2={width - edge} y1={downOf(value)} y2={downOf(value)} className={styles.grid} />
            <text x={edge - 6} y={downOf(value) + 4} textAnchor="end" className={styles.tick}>
              {number(value)}
            </text>
          </g>
        ))}
        {points.map(({ id, number: at, facility, corrected }) => (
          <g key={id}>
            <title>
              {text('statistics.chart.point', { number: at, facility: number(facility), discrimination: number(corrected) })}
            </title>
            <circle cx={acrossOf(facility)} cy={downOf(corrected)} r={4} className={styles.point} />
            <text x={acrossOf(facility) + 7} y={downOf(corrected) + 4} className={styles.label}>
              {at}
            </text>
          </g>
        ))}
        <text x={width / 2} y={height - 4} textAnchor="middle" className={styles.label}>
          {text('statistics.facility')}
        </text>
        <text x={edge} y={edge - 14} className={styles.label}>
          {text('statistics.corrected')}
        </text>
      </svg>
      <p className={styles.quiet}>{text('statistics.chart.help')}</p>
    </figure>
  )
}
