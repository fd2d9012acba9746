import type { Question } from '@sitwell/contract'
import { textToRead } from '@sitwell/question-types/rules'
import { firstWords } from '../../paper/first-words.ts'
import { type Cell, type ExportTable, exactMarks, wholeNumber } from '../tables/table.ts'
import type { ColumnName, ExportWords } from './export-words.ts'
import { type ExportedResults, type ExportedRow, marksByQuestion } from './exported-row.ts'
import { columnOf, personCells, personColumns, setCell } from './people-table.ts'

/** Characters of a question's text in the title of its column. */
const titleCharacters = 60

const columns = [...personColumns, 'exam_version', 'outcome', 'set'] as const satisfies readonly ColumnName[]

/** A row for each person with the marks of every question. A question that a person was not asked, or has no mark for, is an empty cell. */
export const questionsTable = (results: ExportedResults, questions: readonly Question[], words: ExportWords): ExportTable => {
  const rowOf = (row: ExportedRow): Cell[] => {
    const marks = marksByQuestion(row)
    return [
      ...personCells(row),
      row.examVersion === null ? null : wholeNumber(row.examVersion),
      words.outcome(row.outcome),
      setCell(results.set),
      ...questions.map(({ id }): Cell => {
        const mark = marks.get(id)
        return mark ? exactMarks(mark[0]) : null
      }),
    ]
  }
  return {
    title: words.title('questions'),
    columns: [
      ...columns.map((name) => columnOf(name, words)),
      ...questions.map((question) => ({
        name: question.id,
        title: words.question(question.number, firstWords(textToRead(question), titleCharacters)),
      })),
    ],
    rows: (async function* () {
      for await (const some of results.rows) yield some.map(rowOf)
    })(),
  }
}
