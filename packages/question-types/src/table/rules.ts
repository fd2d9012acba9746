import { question } from '@sitwell/contract'
import { partsOf } from '@sitwell/exam/paper/answered'
import * as z from 'zod/mini'
import { html, typed } from '../answer-reading.ts'
import { escapeJoined, splitJoined, unescapeJoined } from '../option/joined-text.ts'
import { problemsOfOther } from '../option/same-answer.ts'
import type { RecordedRow, TypeRules } from '../type-rules.ts'

/** A row with its header (HTML). A cell of `cells` that isn't null is given (HTML); all others are typed. */
const row = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(256)),
  text: z.string(),
  cells: z._default(z.array(z.nullable(z.object({ text: z.string() }))), []),
})

export const tableQuestion = z.extend(question, {
  /** The headers of the columns (HTML). */
  columns: z.array(z.object({ text: z.string() })).check(z.minLength(1)),
  rows: z.array(row).check(z.minLength(1)),
  showAnswerInputField: z._default(z.boolean(), false),
  /** How many lines the empty answer box shows. */
  noOfAnswerLines: z._default(z.int().check(z.minimum(1), z.maximum(30)), 1),
  /** Names the answer box; plain text. */
  answerLabel: z._default(z.string(), ''),
})
export type TableQuestion = z.infer<typeof tableQuestion>

export interface TableAnswer {
  /** What was typed, row by row; '' in a given cell. */
  readonly rows: readonly (readonly string[])[]
  /** The text of the answer box. */
  readonly box: string
}

const isEmpty = ({ rows, box }: TableAnswer) => box === '' && rows.every((cells) => cells.every((cell) => cell === ''))

/** Whether a cell is the author's, and takes no answer. */
export const isGiven = (asked: Pick<TableQuestion, 'rows'>, rowIndex: number, column: number): boolean =>
  (asked.rows[rowIndex]?.cells[column] ?? null) !== null

/** What a joined text holds. */
export const cellsOf = (
  asked: Pick<TableQuestion, 'rows' | 'columns' | 'showAnswerInputField'>,
  answerText: string,
): TableAnswer => {
  // The box stands behind the last of the rows as it was typed.
  const parts = splitJoined(answerText, '|', asked.rows.length + (asked.showAnswerInputField ? 1 : 0))
  const typed = (rowIndex: number) => splitJoined(parts[rowIndex] ?? '', ',').map(unescapeJoined)
  return {
    rows: asked.rows.map((_, rowIndex) => {
      const cells = typed(rowIndex)
      return asked.columns.map((__, column) => (isGiven(asked, rowIndex, column) ? '' : (cells[column] ?? '')))
    }),
    box: asked.showAnswerInputField ? (parts[asked.rows.length] ?? '') : '',
  }
}

/**
 * The cells of a row joined by commas, the rows by `|`, then the box after a last `|`; what is typed of these is escaped there with a
 * backslash. In `options` the cells of a row are joined as they were typed (decisions).
 */
const toWire = (asked: TableQuestion, answer: TableAnswer) => {
  if (isEmpty(answer)) return { answerText: '', options: [] }
  const rows = answer.rows.map((cells) => cells.map((cell) => escapeJoined(cell, ',|')).join(','))
  return {
    answerText: [...rows, ...(answer.box === '' ? [] : [answer.box])].join('|'),
    options: asked.rows.flatMap(({ id }, index) => {
      const cells = answer.rows[index] ?? []
      return cells.some((cell) => cell !== '') ? [{ optionID: id, optionText: cells.join('|') }] : []
    }),
  }
}

/** A grid of cells, and a box beside it where the author wants one (spec 2 §3, "Table"). */
export const tableRules: TypeRules<TableQuestion, TableAnswer> = {
  publicQuestion: tableQuestion,
  takesAnswer: true,
  saves: 'text',
  initialAnswer: (asked) => ({ rows: asked.rows.map(() => asked.columns.map(() => '')), box: '' }),
  fromWire: (asked, { answerText }) => cellsOf(asked, answerText),
  toWire,
  partsOf: (asked, { rows, box }) =>
    partsOf([
      ...rows.flatMap((cells, rowIndex) =>
        cells.flatMap((cell, column) => (isGiven(asked, rowIndex, column) ? [] : [cell.trim() !== ''])),
      ),
      ...(asked.showAnswerInputField ? [box.trim() !== ''] : []),
    ]),
  problemsOf: (asked, answer) =>
    problemsOfOther(answer, toWire(asked, cellsOf(asked, answer.answerText)), 'This is not what the cells of the table hold.'),
  fromRows: (asked, recorded) => {
    const isOurs = ({ rowId, values }: RecordedRow) =>
      asked.rows.some(({ id }) => id === rowId) && values.length <= asked.columns.length
    if (!recorded.every(isOurs)) return undefined
    return {
      rows: asked.rows.map(({ id }, rowIndex) => {
        const values = recorded.findLast(({ rowId }) => rowId === id)?.values ?? []
        return asked.columns.map((_, column) => (isGiven(asked, rowIndex, column) ? '' : (values[column] ?? '')))
      }),
      box: '',
    }
  },
  read: (asked, { rows, box }) => [
    ...asked.rows.flatMap((row, rowIndex) =>
      asked.columns.flatMap((column, index) =>
        isGiven(asked, rowIndex, index)
          ? []
          : [{ label: html(`${row.text}, ${column.text}`), value: typed(rows[rowIndex]?.[index] ?? '') }],
      ),
    ),
    ...(asked.showAnswerInputField ? [{ label: typed(asked.answerLabel), value: typed(box) }] : []),
  ],
  offers: (asked) => [
    {
      kind: 'table',
      head: [typed(''), ...asked.columns.map(({ text }) => html(text))],
      rows: asked.rows.map(({ text, cells }) => [
        html(text),
        ...asked.columns.map((_, column) => html(cells[column]?.text ?? '')),
      ]),
    },
  ],
  // A recording has no row for the text in the box.
  toRows: (asked, { rows }) =>
    asked.rows.flatMap(({ id }, index) => {
      const values = [...(rows[index] ?? [])]
      return values.some((cell) => cell !== '') ? [{ rowId: id, values }] : []
    }),
}

/** The answer with another text in one cell. */
export const withCell = (answer: TableAnswer, rowIndex: number, column: number, text: string): TableAnswer => ({
  ...answer,
  rows: answer.rows.map((cells, at) =>
    at === rowIndex ? cells.map((cell, place) => (place === column ? text : cell)) : cells,
  ),
})
