import { useOffice } from '../office-context.tsx'
import type { Scale } from './boundary-scale.ts'
import { atOrAbove } from './curve-shape.ts'
import styles from './result-rules.module.css'

/** Rows that the table has at most: each whole mark if there are no more, and steps of so many otherwise. */
const mostRows = 101

/** The figures of the curve, on request. */
export const CurveTable = ({ sorted, scale }: { readonly sorted: Float64Array; readonly scale: Scale }) => {
  const { text, language } = useOffice()
  const most = scale.mostBillionths / 1_000_000_000
  const step = Math.max(1, Math.ceil(most / (mostRows - 1)))
  const places = Array.from({ length: Math.floor(most / step) + 1 }, (_, at) => at * step)
  const number = (value: number) => value.toLocaleString(language.code, { maximumFractionDigits: 2 })
  return (
    <details className={styles.details}>
      <summary>{text('rules.curveTable')}</summary>
      <div
        className={styles.tableScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to take the focus
        tabIndex={0}
        role="region"
        aria-label={text('rules.curve')}
      >
        <table className={styles.plainTable}>
          <thead>
            <tr>
              <th scope="col">{text(`rules.from.${scale.unit}`)}</th>
              <th scope="col">{text('rules.atOrAbove')}</th>
            </tr>
          </thead>
          <tbody>
            {places.map((place) => (
              <tr key={place}>
                <th scope="row">{number(place)}</th>
                <td>{number(atOrAbove(sorted, place / most))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
