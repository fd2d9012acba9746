import type { QuestionStatisticsRow, ResultDecision } from '@sitwell/contract'
import type { Column } from '@sitwell/office-ui/data-table.tsx'
import type { OfficeText } from '../office-context.tsx'
import { FifthBars } from '../statistics/fifth-bars.tsx'
import { numberText } from '../statistics/figure-text.ts'
import { type Check, checksOf, isAdverse } from './checks.ts'
import { decisionText } from './rules-text.ts'

type Row = QuestionStatisticsRow

/** What is to be looked at, in a few words. */
export const checkText = (check: Check, text: OfficeText): string =>
  check.kind === 'strong-choose'
    ? text('rules.check.strong-choose', { option: check.option })
    : text(`rules.check.${check.kind}`)

/** The columns that lead to a decision: how each fifth did, what is to be looked at, and what was decided. */
export const checkColumns = (
  decisions: ReadonlyMap<string, readonly ResultDecision[]>,
  text: OfficeText,
  languageCode: string,
): readonly Column<Row>[] => [
  {
    ...{ kind: 'status', id: 'check', title: text('rules.check'), widthRem: 13, priority: 1, grows: true },
    status: (row) => {
      const decided = decisions.get(row.id)
      if (decided)
        return {
          tone: 'good',
          text: text('rules.decided', { what: decided.map((one) => decisionText(one, text)).join(' · ') }),
        }
      const checks = checksOf(row)
      return {
        tone: isAdverse(row) ? 'late' : 'idle',
        text: checks.length === 0 ? text('rules.check.none') : checks.map((one) => checkText(one, text)).join(' · '),
      }
    },
  },
  {
    ...{ kind: 'custom', id: 'fifths', title: text('statistics.shape'), widthRem: 8 },
    text: ({ fifths = [] }) =>
      fifths
        .map(({ facility }) => (facility === undefined ? text('statistics.none') : numberText(facility, languageCode)))
        .join(' '),
    cell: (row) => (
      <FifthBars shares={(row.fifths ?? []).map(({ facility }) => facility)} tone={isAdverse(row) ? 'odd' : 'plain'} />
    ),
  },
]
