import styles from './statistics.module.css'

const [width, gap, height] = [18, 4, 16]

/**
 * Five small bars, one for each fifth of the total, the lowest first: shares from 0 to 1, and undefined for a fifth in which nobody is. The text beside them,
 * or around them, says the same.
 */
export const FifthBars = ({
  shares,
  tone = 'plain',
}: {
  readonly shares: readonly (number | undefined)[]
  /** `odd`: something about the question is to be looked at. */
  readonly tone?: 'odd' | 'plain'
}) => (
  <svg
    viewBox={`0 0 ${5 * (width + gap) - gap} ${height}`}
    className={tone === 'odd' ? styles.oddBars : styles.bars}
    aria-hidden="true"
    direction="ltr"
  >
    {shares.map((share, at) => {
      if (share === undefined) return null
      const tall = Math.max(share > 0 ? 1 : 0, Math.min(1, share) * height)
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fifth is its place
        <g key={at}>
          <rect x={at * (width + gap)} y={0} width={width} height={height} className={styles.barGround} />
          <rect x={at * (width + gap)} y={height - tall} width={width} height={tall} className={styles.bar} />
        </g>
      )
    })}
  </svg>
)
