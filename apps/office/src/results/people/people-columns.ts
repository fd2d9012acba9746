import type { ResultRow } from '@sitwell/contract'
import type { Column, NameColumn } from '@sitwell/office-ui/data-table.tsx'
import type { OfficeText } from '../../office-context.tsx'
import { officeHref } from '../../shell/office-link.tsx'
import { outcomeStatus, passText, percentText, rowName, scoreText } from '../result-text.ts'

/** `pathOf`: the page of how a person's result came about, if there is one for whoever looks. */
export const resultNameColumn = (text: OfficeText, pathOf: (row: ResultRow) => string | undefined): NameColumn<ResultRow> => ({
  ...{ id: 'name', title: text('results.person'), widthRem: 12, isSortable: true },
  name: (row) => rowName(row, text),
  href: (row) => {
    const path = pathOf(row)
    return path === undefined ? undefined : officeHref(path)
  },
})

const momentOf = (moment: string | undefined) => (moment === undefined ? undefined : Date.parse(moment))

const seenColumn = (text: OfficeText): Column<ResultRow> => ({
  ...{ kind: 'dateTime', id: 'seen', title: text('results.seen'), widthRem: 10, none: text('results.notSeen') },
  atMs: ({ seenAt }) => momentOf(seenAt),
})

/** The columns beside the name. `ofSet`: the rows are those of a set, which people may have looked at. */
export const resultColumns = (
  text: OfficeText,
  languageCode: string,
  { ofSet }: { readonly ofSet: boolean },
): readonly Column<ResultRow>[] => {
  const figure = { kind: 'text', isFigure: true } as const
  return [
    {
      ...{ kind: 'status', id: 'outcome', title: text('results.outcome'), widthRem: 10, priority: 1, isSortable: true },
      status: (row) => outcomeStatus(row, text),
    },
    {
      ...{ ...figure, id: 'score', title: text('results.score'), widthRem: 7, priority: 1, isSortable: true },
      text: (row) => scoreText(row, text, languageCode),
    },
    {
      ...{ ...figure, id: 'percent', title: text('results.percent'), widthRem: 6 },
      text: (row) => percentText(row, languageCode),
    },
    {
      ...{ kind: 'text', id: 'grade', title: text('results.grade'), widthRem: 7, isSortable: true },
      text: ({ grade = '' }) => grade,
    },
    { ...{ kind: 'text', id: 'pass', title: text('results.pass'), widthRem: 7 }, text: (row) => passText(row, text) },
    {
      ...{ kind: 'text', id: 'differs', title: text('results.differs'), widthRem: 6 },
      text: ({ differs }) => (differs ? text('results.differs') : ''),
    },
    {
      ...{ kind: 'dateTime', id: 'handed-in', title: text('results.handedIn'), widthRem: 10, isSortable: true },
      atMs: ({ handedInAt }) => momentOf(handedInAt),
    },
    ...(ofSet ? [seenColumn(text)] : []),
    {
      ...{ kind: 'text', id: 'why', title: text('results.why'), widthRem: 10, priority: 3, grows: true },
      text: ({ decided, withheld }) => [decided?.reason, withheld?.reason].filter((one) => one !== undefined).join(' · '),
    },
    {
      ...{ kind: 'text', id: 'identifier', title: text('results.number'), widthRem: 7, priority: 3 },
      text: ({ identifier = '' }) => identifier,
    },
    {
      ...{ kind: 'text', id: 'username', title: text('people.username'), widthRem: 8, priority: 3 },
      text: ({ username }) => username,
    },
  ]
}
