import type { RoomReport, RoomReportPerson } from '@sitwell/contract'
import { type Column, DataTable, type NameColumn } from '@sitwell/office-ui/data-table.tsx'
import { useMemo } from 'react'
import { clockText } from '../deliveries/clock-text.ts'
import { type OfficeText, useOffice } from '../office-context.tsx'
import { nameOf } from '../people/person-name.ts'
import styles from './exam-day.module.css'
import { noteOf } from './report-text.ts'

const tones = { present: 'good', absent: 'idle', unknown: 'late' } as const
const stateTones = { 'not-begun': 'idle', open: 'late', 'handed-in': 'good' } as const
const keyOf = ({ rowID }: RoomReportPerson) => rowID

const columnsOf = (
  text: OfficeText,
  clock: (moment: string) => string,
): readonly [NameColumn<RoomReportPerson>, readonly Column<RoomReportPerson>[]] => {
  const plain = { kind: 'text', widthRem: 10.5 } as const
  const timed = (moment: string | undefined) => (moment === undefined ? '' : clock(moment))
  return [
    { id: 'name', title: text('examDay.person'), widthRem: 13, name: nameOf },
    [
      {
        ...{ kind: 'status', id: 'presence', title: text('examDay.attendanceTitle'), widthRem: 8, priority: 1 },
        status: ({ presence }) => ({ tone: tones[presence], text: text(`examDay.presence.${presence}`) }),
      },
      {
        ...{ kind: 'status', id: 'state', title: text('examDay.stateTitle'), widthRem: 8, priority: 1 },
        status: ({ state }) => ({ tone: stateTones[state], text: text(`examDay.state.${state}`) }),
      },
      { ...plain, id: 'number', title: text('people.identifier'), widthRem: 7, priority: 3, text: ({ number = '' }) => number },
      { ...plain, id: 'began', title: text('examDay.began'), text: ({ startedAt }) => timed(startedAt) },
      { ...plain, id: 'ended', title: text('examDay.ended'), text: ({ handedInAt }) => timed(handedInAt) },
      { ...plain, id: 'notes', title: text('examDay.notes'), widthRem: 16, grows: true, text: (one) => noteOf(one, text) },
    ],
  ]
}

/** The people of a room with what became of each. */
export const ReportTable = ({ report: { people, zone } }: { readonly report: RoomReport }) => {
  const { text, language } = useOffice()
  const [name, columns] = useMemo(() => columnsOf(text, clockText(language.code, zone)), [text, language, zone])
  return (
    <section className={styles.table}>
      <DataTable
        caption={text('examDay.people')}
        nameColumn={name}
        columns={columns}
        rows={people}
        keyOf={keyOf}
        activity="idle"
        total={people.length}
        empty={text('examDay.nothing')}
        exportAs="room.csv"
        expectedRows={10}
      />
    </section>
  )
}
