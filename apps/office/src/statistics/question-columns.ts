import type { QuestionStatisticsRow, QuestionTimeRow } from '@sitwell/contract'
import type { Column, NameColumn } from '@sitwell/office-ui/data-table.tsx'
import type { OfficeText } from '../office-context.tsx'
import { figureText, type ShownFigure } from './figure-text.ts'
import { timeText } from './time-text.ts'

type Row = QuestionStatisticsRow

export const questionKey = ({ id }: Row): string => id

export const questionColumn = (text: OfficeText): NameColumn<Row> => ({
  ...{ id: 'question', title: text('statistics.question'), widthRem: 18 },
  name: ({ number, text: words }) => text('statistics.questionName', { number, text: words }),
  href: ({ id }) => `?question=${encodeURIComponent(id)}`,
})

/** The times on questions by their ids; undefined as long as they are not known. */
export type Times = ReadonlyMap<string, QuestionTimeRow> | undefined

interface Shown {
  readonly times: Times
  /** Something was decided about some question. */
  readonly areDecided: boolean
}

/** The columns beside the question; a dash stands for a figure that was not computed. */
export const questionColumns = (
  text: OfficeText,
  languageCode: string,
  { times, areDecided }: Shown,
): readonly Column<Row>[] => {
  const median = ({ id }: Row): string => {
    const time = times?.get(id)?.time
    if (times === undefined) return ''
    return time === undefined || time === 'too-few' ? text('statistics.none') : timeText(time.medianMs, languageCode)
  }
  const figure = (
    id: string,
    title: string,
    of: (row: Row) => ShownFigure,
    more: { readonly priority?: 1 | 3; readonly widthRem?: number } = {},
  ) => ({
    ...{ kind: 'text' as const, id, title, widthRem: 10.5, isFigure: true, ...more },
    text: (row: Row) => figureText(of(row), text, languageCode),
  })
  const count = (id: string, title: string, of: (row: Row) => number) => ({
    ...{ kind: 'number' as const, id, title, widthRem: 6 },
    number: of,
  })
  const decision: Column<Row> = {
    ...{ kind: 'text', id: 'decision', title: text('statistics.decision'), widthRem: 11, priority: 1 },
    text: ({ decided }) => (decided === undefined ? '' : text(`statistics.decision.${decided}`)),
  }
  return [
    ...(areDecided ? [decision] : []),
    count('people', text('statistics.people'), ({ people }) => people),
    figure('facility', text('statistics.facility'), ({ facility }) => facility, { priority: 1, widthRem: 6.5 }),
    figure('corrected', text('statistics.corrected'), ({ corrected }) => corrected, { priority: 1 }),
    figure('uncorrected', text('statistics.uncorrected'), ({ uncorrected }) => uncorrected, { priority: 3 }),
    figure('alpha', text('statistics.alphaWithout'), ({ alphaWithout }) => alphaWithout),
    { kind: 'text', id: 'time', title: text('statistics.time'), widthRem: 6, isFigure: true, text: median },
    count('marks', text('statistics.marks'), ({ maxMarks }) => maxMarks),
    count('omitted', text('statistics.omitted'), ({ omitted }) => omitted),
    count('not-reached', text('statistics.notReached'), ({ notReached }) => notReached),
    count('unmarked', text('statistics.unmarked'), ({ unmarked }) => unmarked),
  ]
}
