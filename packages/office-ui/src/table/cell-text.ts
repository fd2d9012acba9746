import type { Column, Sort } from './columns.ts'

/** The sort after a press on a header: the other direction if the table is sorted by it already. */
export const nextSort = (sort: Sort | undefined, column: string): Sort => ({
  column,
  direction: sort?.column === column && sort.direction === 'ascending' ? 'descending' : 'ascending',
})

/** How numbers and moments are written. */
export interface Formats {
  readonly languageCode: string
  readonly timeZone: string
}

const dates = new Map<string, Intl.DateTimeFormat>()

/** Day and time of a moment (Unix ms), short. */
const dateTime = (atMs: number, { languageCode, timeZone }: Formats): string => {
  const key = `${languageCode} ${timeZone}`
  // To make one takes as long as to write a hundred moments.
  const format =
    dates.get(key) ??
    new Intl.DateTimeFormat(languageCode, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone,
    })
  dates.set(key, format)
  return format.format(atMs)
}

/** What a cell says, as text: on screen, in the row's details and in an export. */
export const cellText = <Row>(column: Column<Row>, row: Row, formats: Formats): string => {
  switch (column.kind) {
    case 'text':
    case 'custom':
      return column.text(row)
    case 'status':
      return column.status(row).text
    case 'number':
      return column.number(row)?.toLocaleString(formats.languageCode, column.format) ?? ''
    case 'dateTime': {
      const atMs = column.atMs(row)
      return atMs === undefined ? (column.none ?? '') : dateTime(atMs, formats)
    }
  }
}
