import type { Column, NameColumn } from './columns.ts'
import { edgeRem, type Layout } from './fit-columns.ts'

const rem = (width: number) => ({ inlineSize: `${width}rem` })

/** The widths of the columns. One of them has none and takes what is left: the name, unless others are meant to grow. */
export const TableColumns = <Row,>({
  nameColumn,
  layout,
  hasBoxes,
}: {
  readonly nameColumn: NameColumn<Row>
  readonly layout: Layout<Column<Row>>
  readonly hasBoxes: boolean
}) => {
  const othersGrow = layout.shown.some(({ grows }) => grows)
  return (
    <colgroup>
      {hasBoxes && <col style={rem(edgeRem.select)} />}
      <col style={othersGrow ? rem(nameColumn.widthRem) : undefined} />
      {layout.shown.map(({ id, grows, widthRem }) => (
        <col key={id} style={grows ? undefined : rem(widthRem)} />
      ))}
      <col style={rem(edgeRem.details)} />
    </colgroup>
  )
}
