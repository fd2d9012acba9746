import { type ResultsRow, resultSetStates } from '@sitwell/contract'
import { choiceField, textField } from '@sitwell/navigation/address-query.ts'
import type { Column, NameColumn } from '@sitwell/office-ui/data-table.tsx'
import { clockText } from '../deliveries/clock-text.ts'
import type { OfficeText } from '../office-context.tsx'
import { officeHref } from '../shell/office-link.tsx'
import { setTones } from './result-text.ts'
import { resultsPath } from './results-path.ts'

export const resultsViews = ['all', 'none', ...resultSetStates] as const

/** What the address of the list holds. */
export const resultsFields = {
  search: textField({ longest: 200 }),
  state: choiceField(resultsViews),
}

export const resultsNameColumn = (text: OfficeText): NameColumn<ResultsRow> => ({
  ...{ id: 'name', title: text('results.delivery'), widthRem: 16 },
  name: ({ name }) => name,
  href: ({ deliveryID }) => officeHref(resultsPath(deliveryID)),
})

/** How far the newest set is, or that there is none yet. */
const stateOf = ({ newest, zone }: ResultsRow, text: OfficeText, languageCode: string): string => {
  if (newest === undefined) return text('results.state.none')
  if (newest.releaseAt !== undefined) return text('results.due', { time: clockText(languageCode, zone)(newest.releaseAt) })
  return text('results.setOf', { number: newest.set, state: text(`results.state.${newest.state}`) })
}

/** The columns of deliveries beside the name, counted by one definition as everywhere (OFFICE-410). */
export const resultsColumns = (text: OfficeText, languageCode: string): readonly Column<ResultsRow>[] => {
  const number = { kind: 'number', widthRem: 6 } as const
  return [
    {
      ...{ kind: 'status', id: 'state', title: text('results.state'), widthRem: 14, priority: 1, grows: true },
      status: (row) => ({ tone: setTones[row.newest?.state ?? 'none'], text: stateOf(row, text, languageCode) }),
    },
    { ...{ ...number, id: 'people', title: text('results.people') }, number: ({ people }) => people },
    { ...{ ...number, id: 'sat', title: text('results.sat') }, number: ({ outcomes }) => outcomes.sat },
    { ...{ ...number, id: 'waiting', title: text('results.waiting') }, number: ({ waiting }) => waiting },
    {
      ...{ ...number, id: 'open', title: text('results.open'), widthRem: 8, priority: 3 },
      number: ({ outcomes }) => outcomes.open,
    },
    {
      ...{ ...number, id: 'unknown', title: text('results.undecided'), widthRem: 8, priority: 3 },
      number: ({ outcomes }) => outcomes.unknown,
    },
    {
      ...{ kind: 'text', id: 'ends', title: text('results.ends'), widthRem: 11, priority: 3 },
      text: ({ endsAt, zone }) => clockText(languageCode, zone)(endsAt),
    },
    {
      ...{ kind: 'text', id: 'exam', title: text('results.exam'), widthRem: 12, priority: 3, grows: true },
      text: ({ examName }) => examName,
    },
  ]
}
