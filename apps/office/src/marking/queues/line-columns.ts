import type { MarkingLine } from '@sitwell/contract'
import type { Column } from '@sitwell/office-ui/data-table.tsx'
import type { OfficeText } from '../../office-context.tsx'
import { examLine, queueTitle, stateTones } from '../marking-text.ts'

export const lineKey = ({ responseID }: MarkingLine): string => responseID

/** What is shown of a response in a list, beside its short name. */
export const lineColumns = (
  text: OfficeText,
  { hasQueue, hasReason }: { readonly hasQueue: boolean; readonly hasReason: boolean },
): readonly Column<MarkingLine>[] => [
  {
    ...{ kind: 'status', id: 'state', title: text('marking.column.state'), widthRem: 10, priority: 1 },
    status: ({ state }) => ({ tone: stateTones[state], text: text(`marking.state.${state}`) }),
  },
  {
    ...{ kind: 'number', id: 'marks', title: text('marking.marks'), widthRem: 5, priority: 1 },
    format: { maximumFractionDigits: 9 },
    number: ({ marks }) => marks,
  },
  { ...{ kind: 'dateTime', id: 'at', title: text('marking.column.at'), widthRem: 9 }, atMs: ({ at }) => Date.parse(at) },
  {
    ...{ kind: 'text', id: 'flag', title: text('marking.column.flag'), widthRem: 6, priority: 3 },
    text: ({ isFlagged }) => (isFlagged ? text('marking.flagged') : ''),
  },
  ...(hasReason
    ? [
        {
          ...({ kind: 'text', id: 'reason', title: text('marking.column.reason'), widthRem: 12, grows: true } as const),
          text: ({ reason }: MarkingLine) => reason ?? '',
        },
      ]
    : []),
  ...(hasQueue
    ? [
        {
          ...({ kind: 'text', id: 'question', title: text('marking.column.question'), widthRem: 14, priority: 3 } as const),
          text: (line: MarkingLine) => queueTitle(line, text),
        },
        {
          ...({ kind: 'text', id: 'exam', title: text('marking.column.exam'), widthRem: 12, priority: 3 } as const),
          text: (line: MarkingLine) => examLine(line, text),
        },
      ]
    : []),
]
