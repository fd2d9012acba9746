import { type RefObject, useMemo } from 'react'
import type { Column, NameColumn } from './columns.ts'
import { edgeRem, fitColumns } from './fit-columns.ts'
import { useViewport } from './use-viewport.ts'

/** Height of a row in rem, with one line and with two. */
const rowRem = { one: 2, two: 3.25 } as const

const unknown = { widthPx: Number.POSITIVE_INFINITY, heightPx: 0, scrollTopPx: 0, remPx: 16 }

/** Which columns fit, how high a row is, and which part of the rows is visible. */
export const useTableLayout = <Row>(
  scroll: RefObject<HTMLElement | null>,
  nameColumn: NameColumn<Row>,
  columns: readonly Column<Row>[],
  hasBoxes: boolean,
) => {
  const part = useViewport(scroll) ?? unknown
  const availableRem = part.widthPx / part.remPx
  const edgesRem = edgeRem.details + (hasBoxes ? edgeRem.select : 0)
  const layout = useMemo(
    () => fitColumns(columns, { availableRem, nameRem: nameColumn.widthRem, edgesRem }),
    [columns, availableRem, nameColumn.widthRem, edgesRem],
  )
  const rowHeightPx = (layout.hasSecondLine ? rowRem.two : rowRem.one) * part.remPx
  return { layout, rowHeightPx, columnCount: layout.shown.length + (hasBoxes ? 3 : 2), part }
}
