import type { CentreRow } from '@sitwell/contract'
import type { Column, NameColumn } from '@sitwell/office-ui/data-table.tsx'
import type { OfficeText } from '../office-context.tsx'
import { officeHref } from '../shell/office-link.tsx'

/** The page of a centre within the office. */
export const centrePath = (centreID: string): string => `/centres/${centreID}`

/** A time zone as people read it: `America/New York`. */
export const zoneText = (zone: string): string => zone.replaceAll('_', ' ')

export const centreNameColumn = (text: OfficeText): NameColumn<CentreRow> => ({
  id: 'name',
  title: text('places.name'),
  widthRem: 13,
  isSortable: true,
  name: ({ name }) => name,
  href: ({ centreID }) => officeHref(centrePath(centreID)),
})

/** Seats of the rooms that have a number; undefined if none has one. */
const seatsOf = ({ rooms }: CentreRow): number | undefined => {
  const counted = rooms.flatMap(({ seats, isClosed }) => (seats === undefined || isClosed ? [] : [seats]))
  return counted.length === 0 ? undefined : counted.reduce((sum, seats) => sum + seats, 0)
}

export const centreColumns = (text: OfficeText): readonly Column<CentreRow>[] => [
  {
    ...{ kind: 'text', id: 'rooms', title: text('centres.rooms'), widthRem: 14, grows: true },
    text: ({ rooms }) => rooms.map(({ name }) => name).join(', '),
  },
  {
    ...{ kind: 'number', id: 'seats', title: text('centres.seats'), widthRem: 6 },
    number: seatsOf,
  },
  {
    ...{ kind: 'text', id: 'zone', title: text('centres.zone'), widthRem: 11 },
    text: ({ zone }) => zoneText(zone),
  },
  {
    ...{ kind: 'status', id: 'state', title: text('people.state'), widthRem: 7, priority: 1 },
    status: ({ isClosed }) =>
      isClosed ? { tone: 'bad', text: text('places.state.closed') } : { tone: 'good', text: text('places.state.open') },
  },
  {
    ...{ kind: 'text', id: 'address', title: text('centres.address'), widthRem: 14, priority: 3 },
    text: ({ address }) => address.replaceAll('\n', ', '),
  },
]
