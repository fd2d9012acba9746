import { memo } from 'react'
import type { Formats } from './cell-text.ts'
import type { Column, NameColumn } from './columns.ts'
import type { Layout } from './fit-columns.ts'
import styles from './table-body.module.css'
import { type RowActions, TableRow } from './table-row.tsx'
import type { Segment } from './virtual-window.ts'

export interface TableBodyProps<Row> {
  readonly rows: readonly Row[]
  readonly keys: readonly string[]
  readonly segments: readonly Segment[]
  readonly rowHeightPx: number
  readonly columnCount: number
  readonly nameColumn: NameColumn<Row>
  readonly layout: Layout<Column<Row>>
  readonly formats: Formats
  /** Undefined: rows can't be selected. */
  readonly selected: ReadonlySet<string> | undefined
  readonly gone: ReadonlySet<string>
  readonly detailsId: string
  readonly openKey: string | undefined
  readonly actions: RowActions<Row>
}

/** Takes the room of rows that aren't in the page. */
const Gap = ({ heightPx, columnCount }: { readonly heightPx: number; readonly columnCount: number }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus
  <tr aria-hidden="true">
    <td colSpan={columnCount} className={styles.gap} style={{ blockSize: heightPx }} />
  </tr>
)

const Body = <Row,>({
  rows,
  keys,
  segments,
  rowHeightPx,
  columnCount,
  selected,
  gone,
  openKey,
  ...same
}: TableBodyProps<Row>) => (
  <>
    {segments.flatMap(({ kind, from, to }) => {
      if (kind === 'gap')
        return [<Gap key={`gap before ${to}`} heightPx={(to - from) * rowHeightPx} columnCount={columnCount} />]
      return rows.slice(from, to).map((row, offset) => {
        const key = keys[from + offset] ?? ''
        return (
          <TableRow
            key={`row ${key}`}
            {...same}
            row={row}
            rowKey={key}
            rowIndex={from + offset + 2}
            isSelected={selected?.has(key)}
            isGone={gone.has(key)}
            isOpen={openKey === key}
          />
        )
      })
    })}
  </>
)

/** The rows of a table that are in the page, with spacers for the others. */
// Boundary: memo forgets that the component is generic.
export const TableBody = memo(Body) as typeof Body

const widths = ['62%', '44%', '55%', '38%', '50%']

/** As many rows without content as are expected, each as high as a row. */
export const SkeletonRows = ({ count, columnCount }: { readonly count: number; readonly columnCount: number }) =>
  Array.from({ length: count }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus
    <tr key={at} aria-hidden="true" className={styles.skeleton}>
      {Array.from({ length: columnCount }, (_cell, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <td key={place}>
          <span className={styles.bar} style={{ inlineSize: widths[(at + place) % widths.length] }} />
        </td>
      ))}
    </tr>
  ))
