import {
  type Cell,
  type Column,
  type ExactNumber,
  type ExportTable,
  exactMarks,
  momentIn,
  wholeNumber,
} from '../tables/table.ts'
import { exactPercent } from './exact-percent.ts'
import type { ColumnName, ExportWords } from './export-words.ts'
import type { ExportedResults, ExportedRow } from './exported-row.ts'

/** Characters that a column is wide, if it isn't as wide as most. */
const widths: Partial<Record<ColumnName, number>> = {
  ...{ last_name: 20, first_name: 20, delivery: 30, exam: 30, outcome_reason: 30, withheld_reason: 30 },
  ...{ handed_in_at: 26, as_of: 26, question_text: 50, answer: 60, files: 30, saved_at: 26 },
}

export const columnOf = (name: ColumnName, words: ExportWords): Column => ({
  ...{ name, title: words.titleOf(name) },
  ...(widths[name] !== undefined && { width: widths[name] }),
})

/** Whose row it is: the same columns in front of every export. */
export const personColumns = ['person', 'identifier', 'last_name', 'first_name'] as const
export const personCells = ({ userId, identifier, lastName, firstName }: ExportedRow): Cell[] => [
  userId === undefined ? null : wholeNumber(userId),
  ...[identifier ?? '', lastName, firstName],
]

export const setCell = (set: ExportedResults['set']): Cell => (set === 'now' ? set : wholeNumber(set))

const peopleColumns = [
  ...personColumns,
  ...(['username', 'delivery', 'exam', 'exam_version', 'outcome', 'outcome_reason', 'withheld', 'withheld_reason'] as const),
  ...(['score', 'max_score', 'percent', 'grade', 'passed', 'waiting', 'sittings', 'handed_in_at'] as const),
  ...(['set', 'set_state', 'as_of'] as const),
] as const satisfies readonly ColumnName[]

const percentOf = ({ score, maxScore }: ExportedRow): ExactNumber | null =>
  score === null || maxScore === null || maxScore === 0 ? null : exactPercent(score, maxScore)

/** A row for each person. Whoever has no score has an empty cell, whatever the outcome. */
export const peopleTable = (results: ExportedResults, words: ExportWords): ExportTable => {
  const asOf = momentIn(results.zone, results.asOfMs)
  const rowOf = (row: ExportedRow): Cell[] => [
    ...personCells(row),
    ...[row.username, results.delivery, results.exam],
    row.examVersion === null ? null : wholeNumber(row.examVersion),
    ...[words.outcome(row.outcome), row.decided?.reason ?? ''],
    ...[words.yesNo(row.isWithheld), row.withheld?.reason ?? ''],
    row.score === null ? null : exactMarks(row.score),
    row.maxScore === null ? null : exactMarks(row.maxScore),
    percentOf(row),
    row.grade,
    row.passed === null ? null : words.yesNo(row.passed),
    ...[wholeNumber(row.waiting), wholeNumber(row.sittings)],
    momentIn(results.zone, row.handedInAtMs),
    ...[setCell(results.set), results.state, asOf],
  ]
  return {
    title: words.title('people'),
    columns: peopleColumns.map((name) => columnOf(name, words)),
    rows: (async function* () {
      for await (const some of results.rows) yield some.map(rowOf)
    })(),
  }
}
