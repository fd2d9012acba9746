import * as z from 'zod'
import { authoredQuestionFields } from '../authored-question.ts'
import { chosenReview, freeAnswer } from '../facets-marking.ts'
import { type GapState, gapCredit, markGaps } from '../gap/gap-credit-marking.ts'
import { reportTo, reportTwice } from '../option/check-ids.ts'
import type { TypeMarking } from '../type-marking.ts'
import { isRightTyped, meaningsOfTyped, type TypedKey, typedKey } from '../typed-key/typed-key-marking.ts'
import { cellsOf, isGiven } from './rules.ts'

const marker = 'SITWELL-MARKING-NEVER-IN-THE-PLAYER'

const authoredQuestion = z
  .strictObject({
    type: z.literal('QTABLE'),
    ...authoredQuestionFields,
    /** The headers of the columns; HTML. */
    columns: z
      .array(z.strictObject({ text: z.string() }))
      .min(1)
      .max(50),
    rows: z
      .array(
        z.strictObject({
          id: z.string().min(1).max(256),
          /** The row's header; HTML. */
          text: z.string(),
          /** In the order of the columns: null where the learner types, `text` (HTML) where the cell is given. */
          cells: z.array(z.strictObject({ text: z.string() }).nullable()).default([]),
        }),
      )
      .min(1)
      .max(500),
    showAnswerInputField: z.boolean().default(false),
    noOfAnswerLines: z.int().min(1).max(30).default(1),
    /** Plain text. */
    answerLabel: z.string().default(''),
    /**
     * For each row, by its id, the typed keys of its cells in the order of the columns; null where a cell isn't marked. Without a
     * key a person reads the answer.
     */
    key: z.record(z.string(), z.array(typedKey.nullable())).optional(),
    /** What is right in the answer box, marked as one cell more. Without it a person reads a box that isn't empty. */
    answerKey: typedKey.optional(),
    credit: gapCredit,
    /** HTML for the person who marks it: never leaves the server to a learner. */
    markingNotes: z.string().optional(),
  })
  .superRefine((question, context) => {
    const report = reportTo(context)
    reportTwice(
      question.rows.map(({ id }) => id),
      ['rows'],
      report,
    )
    const columns = question.columns.length
    for (const [index, { cells }] of question.rows.entries())
      if (cells.length > columns) report(['rows', index, 'cells'], 'more cells than columns')
    if (question.answerKey !== undefined && !question.showAnswerInputField)
      report(['answerKey'], 'there is no answer box: showAnswerInputField is not set')
    for (const [id, accepted] of Object.entries(question.key ?? {})) {
      const rowIndex = question.rows.findIndex((one) => one.id === id)
      if (rowIndex < 0) report(['key', id], `"${id}" is not the id of a row of this question`)
      if (accepted.length > columns) report(['key', id], 'more cells than columns')
      const given = [...accepted.keys()].filter((column) => accepted[column] && isGiven(question, rowIndex, column))
      for (const column of given) report(['key', id, column], 'this cell is given')
    }
  })
export type AuthoredTable = z.infer<typeof authoredQuestion>

const toPublic = (question: AuthoredTable) => ({
  columns: question.columns.map(({ text }) => ({ text })),
  rows: question.rows.map(({ id, text, cells }) => ({ id, text, cells: cells.map((cell) => cell && { text: cell.text }) })),
  showAnswerInputField: question.showAnswerInputField,
  noOfAnswerLines: question.noOfAnswerLines,
  answerLabel: question.answerLabel,
})

/** Each cell of the key by its typed key; what has no key waits for a person. */
export const tableMarking = {
  marker,
  authoredQuestion,
  htmlFields: ['markingNotes'],
  toPublic,
  ...freeAnswer,
  review: chosenReview,
  hasKey: ({ key }) => key !== undefined,
  needsPerson: ({ key, answerKey, showAnswerInputField }) =>
    key === undefined || (showAnswerInputField && answerKey === undefined),
  compared: (question, answer) => {
    const { key, answerKey, processing } = question
    const { rows, box } = cellsOf(question, answer.answerText)
    const cells = question.rows.flatMap(({ id }, rowIndex) =>
      question.columns.flatMap((_, column) => {
        const typed = key?.[id]?.[column] ?? undefined
        // What no key marks tells no answer from another.
        return typed || processing ? [meaningsOfTyped(typed, rows[rowIndex]?.[column] ?? '')] : []
      }),
    )
    return answerKey || processing ? [...cells, meaningsOfTyped(answerKey, box)] : cells
  },
  mark: (question, answer) => {
    const { marks, credit, key, answerKey } = question
    const { rows, box } = cellsOf(question, answer?.answerText ?? '')
    const written = (text: string) => text.trim() !== ''
    const unread = (key ? [] : rows.flat()).concat(answerKey === undefined ? box : []).some(written)
    if (unread) return { score: 0, maxScore: marks, needsPerson: true }
    const stateOf = (typed: TypedKey, text: string): GapState => {
      if (!written(text)) return 'empty'
      return isRightTyped(typed, text) ? 'right' : 'wrong'
    }
    const gaps = question.rows.flatMap(({ id }, rowIndex) =>
      (key?.[id] ?? []).flatMap((typed, column) => (typed === null ? [] : [stateOf(typed, rows[rowIndex]?.[column] ?? '')])),
    )
    if (answerKey !== undefined) gaps.push(stateOf(answerKey, box))
    if (gaps.length === 0) return { score: 0, maxScore: marks, needsPerson: false }
    return markGaps({ marks, credit }, gaps)
  },
} satisfies TypeMarking<AuthoredTable>
