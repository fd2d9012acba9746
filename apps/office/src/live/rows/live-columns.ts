import type { Column, NameColumn } from '@sitwell/office-ui/data-table.tsx'
import type { OfficeText } from '../../office-context.tsx'
import type { ShownRow } from './shown-row.ts'

/** The name opens the person's panel, which has an address of its own. */
export const liveNameColumn = (text: OfficeText, hrefOf: (rowID: string) => string): NameColumn<ShownRow> => ({
  ...{ id: 'name', title: text('live.person'), widthRem: 9.5, isSortable: true },
  name: ({ name }) => name,
  href: ({ row }) => hrefOf(row.rowID),
})

/** The columns beside the name, in the order in which an invigilator asks: how are they, since when, how long. */
export const liveColumns = (text: OfficeText, showsRooms: boolean): readonly Column<ShownRow>[] => {
  const plain = { kind: 'text' } as const
  return [
    {
      ...{ kind: 'status', id: 'state', title: text('live.stateTitle'), widthRem: 7.5, priority: 1, isSortable: true },
      status: ({ state }) => state,
    },
    {
      ...plain,
      id: 'contact',
      title: text('live.contact'),
      widthRem: 7,
      priority: 1,
      isFigure: true,
      briefTitle: '',
      text: (row) => row.contact,
    },
    {
      ...{ ...plain, id: 'left', title: text('live.leftTitle'), widthRem: 6, priority: 1, isFigure: true, isSortable: true },
      briefTitle: text('live.leftBrief'),
      text: (row) => row.left,
    },
    { ...plain, id: 'saved', title: text('live.saved'), widthRem: 7.5, isFigure: true, text: (row) => row.saved },
    { ...plain, id: 'question', title: text('live.question'), widthRem: 5, isFigure: true, text: (row) => row.question },
    { ...plain, id: 'page', title: text('live.page'), widthRem: 7.5, grows: true, text: (row) => row.page },
    { ...plain, id: 'notes', title: text('live.notes'), widthRem: 8, grows: true, text: (row) => row.notes },
    ...(showsRooms
      ? [
          {
            ...plain,
            id: 'room',
            title: text('live.room'),
            widthRem: 8,
            priority: 3,
            text: (row: ShownRow) => row.room,
          } as const,
        ]
      : []),
  ]
}
