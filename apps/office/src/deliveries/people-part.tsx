import { type DeliveryPerson, type DeliveryState, deliveryPersonStates } from '@sitwell/contract'
import { choiceField, textField } from '@sitwell/navigation/address-query.ts'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import { type Column, DataTable, type NameColumn } from '@sitwell/office-ui/data-table.tsx'
import { FilterBar } from '@sitwell/office-ui/filter-bar.tsx'
import { useMemo } from 'react'
import { presetTexts } from '../accommodations/preset-text.ts'
import { type OfficeText, useOffice } from '../office-context.tsx'
import { nameOf } from '../people/person-name.ts'
import { personResultPath } from '../results/results-path.ts'
import { OfficeLink, officeHref } from '../shell/office-link.tsx'
import { clockText } from './clock-text.ts'
import styles from './deliveries.module.css'
import { timeText } from './delivery-text.ts'
import { deliveryPersonKey, useDeliveryPeople } from './use-deliveries.ts'

const minuteMs = 60_000
const views = ['all', ...deliveryPersonStates] as const

/** What the address of a delivery holds: how its people are searched, and whom of them it shows. */
const fields = { search: textField({ longest: 200 }), state: choiceField(views) }

const tones = { 'not-started': 'idle', started: 'good', finished: 'good' } as const

interface Shows {
  readonly hasPins: boolean
  readonly hasRooms: boolean
}

const columnsOf = (
  text: OfficeText,
  clock: (moment: string) => string,
  { hasPins, hasRooms, evidenceOf }: Shows & { readonly evidenceOf: string | undefined },
): readonly [NameColumn<DeliveryPerson>, readonly Column<DeliveryPerson>[]] => {
  const plain = { kind: 'text', widthRem: 10.5 } as const
  const timed = (moment: string | undefined) => (moment === undefined ? '' : clock(moment))
  return [
    {
      ...{ id: 'name', title: text('deliveries.person'), widthRem: 13 },
      name: nameOf,
      href: ({ userID }) => officeHref(`/people/${userID}`),
    },
    [
      {
        ...{ kind: 'status', id: 'state', title: text('deliveries.state'), widthRem: 8, priority: 1 },
        status: ({ state }) => ({ tone: tones[state], text: text(`deliveries.personState.${state}`) }),
      },
      ...(hasPins
        ? [
            {
              ...plain,
              id: 'pin',
              title: text('deliveries.pin'),
              widthRem: 6,
              priority: 1 as const,
              text: ({ pin = '' }: DeliveryPerson) => pin,
            },
          ]
        : []),
      { ...plain, id: 'starts', title: text('deliveries.starts'), text: ({ startsAt }) => timed(startsAt) },
      { ...plain, id: 'time', title: text('deliveries.time'), widthRem: 9, text: (one) => timeText(one, text) },
      {
        ...{ ...plain, id: 'presets', title: text('deliveries.presets'), widthRem: 10, priority: 3 },
        text: ({ presets }) => (presets ? presetTexts(presets, text).join(' · ') : ''),
      },
      { ...plain, id: 'ends', title: text('deliveries.closes'), priority: 3, text: ({ endsAt }) => timed(endsAt) },
      ...(hasRooms
        ? [{ ...plain, id: 'room', title: text('deliveries.room'), widthRem: 8, text: ({ room = '' }: DeliveryPerson) => room }]
        : []),
      ...(evidenceOf === undefined
        ? []
        : [
            {
              ...{
                kind: 'custom' as const,
                id: 'evidence',
                title: text('deliveries.evidence'),
                widthRem: 8,
                priority: 1 as const,
              },
              text: () => '',
              cell: (one: DeliveryPerson) =>
                one.state === 'not-started' ? null : (
                  <OfficeLink to={personResultPath(evidenceOf, one.userID)}>{text('deliveries.evidence')}</OfficeLink>
                ),
            },
          ]),
      { ...plain, id: 'username', title: text('people.username'), widthRem: 8, priority: 3, text: ({ username }) => username },
      {
        ...{ kind: 'number', id: 'version', title: text('deliveries.examVersion'), widthRem: 5, priority: 3, grows: true },
        number: ({ examVersion }) => examVersion,
      },
    ],
  ]
}

/** The people whom a delivery has scheduled. */
export const PeoplePart = ({ delivery }: { readonly delivery: DeliveryState }) => {
  const { text, language, may } = useOffice()
  const [values, change] = useAddressQuery(fields)
  const { search, state } = values
  const people = useDeliveryPeople(delivery.deliveryID, values)
  const { zone, counts, rules, rooms, mayChange } = delivery
  const shows = { hasPins: mayChange && rules.passwords === 'pin', hasRooms: rooms.length > 0 }
  const { hasPins, hasRooms } = shows
  const evidenceOf = may('results.read', 'anywhere') ? delivery.deliveryID : undefined
  const [name, columns] = useMemo(
    () => columnsOf(text, clockText(language.code, zone), { hasPins, hasRooms, evidenceOf }),
    [text, language, zone, hasPins, hasRooms, evidenceOf],
  )
  const all = Object.values(counts).reduce((sum, one) => sum + one, 0)
  return (
    <section className={styles.table}>
      <FilterBar
        views={views.map((id) => ({
          ...{ id, label: text(`deliveries.personState.${id}`), count: id === 'all' ? all : counts[id] },
        }))}
        view={state}
        onView={(id) => void change({ state: views.find((one) => one === id) ?? 'all' }, { replace: false })}
        search={{
          ...{ label: text('deliveries.findPeople'), value: search, shortcut: '/' },
          onSearch: (typed) => void change({ search: typed }),
        }}
      />
      <DataTable
        caption={text('deliveries.peopleHeading')}
        nameColumn={name}
        columns={columns}
        rows={people.rows}
        keyOf={deliveryPersonKey}
        activity={people.activity}
        total={people.total}
        hasMore={people.hasMore}
        onMore={people.more}
        onRetry={people.again}
        asOfMs={people.asOfMs}
        staleAfterMs={5 * minuteMs}
        filters={{
          count: [search.trim() !== '', state !== 'all'].filter(Boolean).length,
          onClear: () => void change({ search: '', state: 'all' }),
        }}
        empty={text('deliveries.noPeople')}
        exportAs="delivery-people.csv"
        expectedRows={10}
      />
    </section>
  )
}
