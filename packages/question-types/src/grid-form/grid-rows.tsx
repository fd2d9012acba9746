import type { CSSProperties } from 'react'
import { ScrollBox } from '../option/scroll-box.tsx'
import { ComponentView } from './component-view.tsx'
import type { GridCell, GridForm, GridRow } from './form.ts'
import type { FormHands } from './form-hands.ts'
import { isRowShown } from './grid-answer.ts'
import styles from './grid-rows.module.css'

/** As many columns as the widest row has, or as widths are given. */
const columnsOf = ({ rows, columns }: GridForm): number[] => {
  const widest = Math.max(...rows.map(({ cells }) => cells.reduce((total, { span }) => total + span, 0)))
  return Array.from({ length: Math.max(widest, columns.length) }, (_, index) => columns[index] ?? 1)
}

/** A heading opens its row where the rest isn't headings; else it stands above a column. */
const roleOf = (cell: GridCell, row: GridRow) => {
  if (!cell.header) return 'cell'
  return row.cells.every(({ header }) => header) ? 'columnheader' : 'rowheader'
}

/** Each row says what one thing is called and asks for it: nothing of it has to stay beside anything of another row. */
const hasLabelsOnly = ({ rows }: GridForm) =>
  rows.every(({ cells }) => cells.length <= 2 && !(cells.length === 2 && cells.every(({ header }) => header)))

/**
 * The rows that are shown. A form with headings is a table, for screen readers too, and scrolls in its own box where it is too
 * wide; one without, or whose headings only say what each row asks for, is laid out in cells that stand under each other on a phone.
 */
export const GridRows = ({
  form,
  hands,
  labelledBy,
}: {
  readonly form: GridForm
  readonly hands: FormHands
  readonly labelledBy: string
}) => {
  const columns = columnsOf(form)
  const isTable = form.rows.some(({ cells }) => cells.some(({ header }) => header))
  const ofTable = hasLabelsOnly(form) ? styles.table : `${styles.table} ${styles.wide}`
  const layout = isTable ? `${styles.rows} ${ofTable}` : styles.rows
  const style: CSSProperties & Record<`--${string}`, string | number> = {
    '--columns': columns.map((width) => `minmax(0, ${width}fr)`).join(' '),
    '--column-count': columns.length,
  }
  return (
    <ScrollBox className={styles.scroll} text={hands.text}>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: has a name where it has a role */}
      <div
        className={layout}
        style={style}
        role={isTable ? 'table' : undefined}
        aria-labelledby={isTable ? labelledBy : undefined}
      >
        {form.rows.map((row, index) => {
          if (!isRowShown(form, hands.answer, row)) return undefined
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: its place is its name: none ever changes places
            <div key={index} data-row={index} tabIndex={-1} role={isTable ? 'row' : undefined} className={styles.row}>
              {row.cells.map((cell, cellIndex) => (
                // biome-ignore lint/a11y/useAriaPropsSupportedByRole: has a span where it has a role
                <div
                  // biome-ignore lint/suspicious/noArrayIndexKey: its place is its name: none ever changes places
                  key={cellIndex}
                  role={isTable ? roleOf(cell, row) : undefined}
                  aria-colspan={isTable && cell.span > 1 ? cell.span : undefined}
                  className={cell.header ? `${styles.cell} ${styles.header}` : styles.cell}
                  style={{ gridColumn: `span ${cell.span}` }}
                >
                  {cell.components.map((component, componentIndex) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: its place is its name: none ever changes places
                    <ComponentView key={componentIndex} component={component} hands={hands} />
                  ))}
                </div>
              ))}
            </div>
          )
        })}
      </div>
    </ScrollBox>
  )
}
