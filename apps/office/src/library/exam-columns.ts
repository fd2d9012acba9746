import type { ExamRow } from '@sitwell/contract'
import type { Column, NameColumn } from '@sitwell/office-ui/data-table.tsx'
import type { OfficeText } from '../office-context.tsx'
import { officeHref } from '../shell/office-link.tsx'
import { examPath } from './library-list.ts'
import { usageOf, usageText } from './usage.ts'

export const examColumn = (text: OfficeText): NameColumn<ExamRow> => ({
  ...{ id: 'name', title: text('library.exam'), widthRem: 16 },
  name: ({ name }) => name,
  href: ({ examGuid }) => officeHref(examPath(examGuid)),
})

/** The columns beside the name; figures are those of the newest version. */
export const examColumns = (text: OfficeText): readonly Column<ExamRow>[] => [
  {
    ...{ kind: 'text', id: 'versions', title: text('library.versions'), widthRem: 6.5, priority: 1, isFigure: true },
    text: ({ versions, versionCount }) => {
      const listed = versions.map(({ version }) => version).join(', ')
      return versionCount > versions.length ? text('library.versionsMore', { listed }) : listed
    },
  },
  {
    ...{ kind: 'number', id: 'questions', title: text('library.questions'), widthRem: 6.5 },
    number: ({ versions }) => versions[0]?.questions,
  },
  {
    ...{ kind: 'number', id: 'marks', title: text('library.marks'), widthRem: 5.5, priority: 3 },
    number: ({ versions }) => versions[0]?.marks,
  },
  {
    ...{ kind: 'dateTime', id: 'stored', title: text('library.stored'), widthRem: 10.5 },
    atMs: ({ versions: [newest] }) => (newest === undefined ? undefined : Date.parse(newest.storedAt)),
  },
  {
    ...{ kind: 'text', id: 'usage', title: text('library.usage'), widthRem: 14, grows: true },
    text: (row) => usageText(usageOf(row), text),
  },
]
