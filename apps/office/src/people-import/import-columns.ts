import type { PeopleField, PeopleRow } from '@sitwell/contract'
import type { OfficeMessageId } from '@sitwell/i18n/message-ids'
import type { Column, NameColumn } from '@sitwell/office-ui/data-table.tsx'
import type { OfficeText } from '../office-context.tsx'

/** The title of each field of a person. */
export const fieldTitles = {
  username: 'people.username',
  firstName: 'person.firstName',
  lastName: 'person.lastName',
  identifier: 'people.identifier',
  email: 'people.email',
  phone: 'person.phone',
  dateOfBirth: 'person.dateOfBirth',
} as const satisfies Readonly<Record<PeopleField, OfficeMessageId>>

const tones = { new: 'good', changed: 'late', unchanged: 'idle', refused: 'bad' } as const

type Problem = PeopleRow['problems'][number]

const problemText = ({ field, problem, cell = '', other = '' }: Problem, text: OfficeText): string => {
  if (problem === 'missing' && field === undefined) return text('import.problem.missingAll')
  const title = field === undefined ? '' : text(fieldTitles[field])
  return text(`import.problem.${problem}`, { field: title, cell, other })
}

/** Describes the changes of a row, or its problems. */
export const detailsOf = ({ changes, problems }: Pick<PeopleRow, 'changes' | 'problems'>, text: OfficeText): string => {
  const orEmpty = (value: string) => (value === '' ? text('import.empty') : value)
  return [
    ...problems.map((one) => problemText(one, text)),
    ...changes.map(({ field, from, to }) =>
      text('import.change', { field: text(fieldTitles[field]), from: orEmpty(from), to: orEmpty(to) }),
    ),
  ].join(' · ')
}

export const rowColumn = (text: OfficeText): NameColumn<PeopleRow> => ({
  ...{ id: 'row', title: text('import.row'), widthRem: 6 },
  name: ({ row }) => text('import.rowNumber', { row }),
})

export const importColumns = (text: OfficeText): readonly Column<PeopleRow>[] => [
  {
    ...{ kind: 'status', id: 'is', title: text('import.result'), widthRem: 8, priority: 1 },
    status: ({ is }) => ({ tone: tones[is], text: text(`import.show.${is}`) }),
  },
  { ...{ kind: 'text', id: 'person', title: text('import.person'), widthRem: 11 }, text: ({ name }) => name },
  { ...{ kind: 'text', id: 'username', title: text('people.username'), widthRem: 9 }, text: ({ username }) => username },
  {
    ...{ kind: 'text', id: 'details', title: text('import.details'), widthRem: 16, grows: true, priority: 1 },
    text: (row) => detailsOf(row, text),
  },
]
