import { type DeliveryRow, deliveryStates } from '@sitwell/contract'
import { choiceField, textField } from '@sitwell/navigation/address-query.ts'
import type { Column, NameColumn } from '@sitwell/office-ui/data-table.tsx'
import type { OfficeText } from '../office-context.tsx'
import { officeHref } from '../shell/office-link.tsx'
import { clockText } from './clock-text.ts'
import { deliveryPath, deliveryTones } from './delivery-text.ts'

export const deliveryViews = ['all', ...deliveryStates] as const

/** What the address of the list holds. `exam`: the guid of the only exam whose deliveries it shows. */
export const deliveryFields = {
  search: textField({ longest: 200 }),
  state: choiceField(deliveryViews),
  exam: textField({ longest: 128 }),
}

export const deliveryNameColumn = (text: OfficeText): NameColumn<DeliveryRow> => ({
  ...{ id: 'name', title: text('deliveries.name'), widthRem: 16 },
  name: ({ name }) => name,
  href: ({ deliveryID }) => officeHref(deliveryPath(deliveryID)),
})

/** The columns of deliveries beside the name. Times are those of their own zones. */
export const deliveryColumns = (text: OfficeText, languageCode: string): readonly Column<DeliveryRow>[] => {
  const plain = { kind: 'text', widthRem: 11 } as const
  return [
    {
      ...{ kind: 'status', id: 'state', title: text('deliveries.state'), widthRem: 8, priority: 1 },
      status: ({ state }) => ({ tone: deliveryTones[state], text: text(`deliveries.state.${state}`) }),
    },
    {
      ...{ ...plain, id: 'starts', title: text('deliveries.starts'), priority: 1 },
      text: ({ startsAt, zone }) => clockText(languageCode, zone)(startsAt),
    },
    {
      ...{ ...plain, id: 'ends', title: text('deliveries.ends'), priority: 3 },
      text: ({ endsAt, zone }) => clockText(languageCode, zone)(endsAt),
    },
    {
      ...{ kind: 'number', id: 'people', title: text('deliveries.peopleHeading'), widthRem: 6 },
      number: ({ counts }) => counts['not-started'] + counts.started + counts.finished,
    },
    {
      ...{ kind: 'number', id: 'rooms', title: text('deliveries.rooms'), widthRem: 5, priority: 3 },
      number: ({ rooms }) => rooms,
    },
    {
      ...{ ...plain, id: 'exam', title: text('deliveries.exam'), widthRem: 14, grows: true, priority: 3 },
      text: ({ examName, examVersion }) => text('deliveries.examLine', { exam: examName, version: examVersion }),
    },
  ]
}
