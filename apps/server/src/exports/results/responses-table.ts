import type { Question } from '@sitwell/contract'
import type { Billionths } from '@sitwell/exam/marks-ledger/billionths'
import { answeredParts, readAnswer, rulesOf, textToRead } from '@sitwell/question-types/rules'
import { shownAnswer } from '../../assessment/form-run/index.ts'
import type { AnswerState, StandingQuestion, StandingRun } from '../../assessment/marks/index.ts'
import { firstWords } from '../../paper/first-words.ts'
import { plainBlocks } from '../../paper/html-blocks.ts'
import { type Cell, type ExportTable, exactMarks, momentIn, wholeNumber } from '../tables/table.ts'
import type { ColumnName, ExportWords } from './export-words.ts'
import { type ExportedResults, type ExportedRow, marksByQuestion } from './exported-row.ts'
import { columnOf, personCells, personColumns, setCell } from './people-table.ts'

/** Characters of a question's text. */
const textCharacters = 300

/** What is stored of a sitting's answers. */
export interface GivenOfSitting {
  readonly answers: ReadonlyMap<string, { readonly answer: string; readonly saved_at: number }>
  /** Names of files by question. */
  readonly files: ReadonlyMap<string, readonly string[]>
  /** By id, of the questions that were asked. Marks of parts are the current ones: before decisions about the question, and of no set. */
  readonly questions: StandingRun['questions']
}

const columns = [
  ...personColumns,
  ...(['exam_version', 'outcome', 'set', 'question', 'question_number', 'question_type', 'question_text'] as const),
  ...(['part', 'answer', 'answer_state', 'files', 'score', 'max_score', 'saved_at'] as const),
] as const satisfies readonly ColumnName[]

/** HTML as the plain text of its paragraphs. */
const plainOf = (text: string, isHtml: boolean | undefined): string =>
  isHtml
    ? plainBlocks(text, (alt) => alt)
        .map((block) => block.text)
        .join('\n')
    : text

/** An answer as somebody reads it who has no page for it: its lines with their labels, never HTML. */
export const answerText = (question: Question, stored: string): string =>
  readAnswer(question, shownAnswer(stored))
    .map(({ label, value }) => {
      const text = plainOf(value.text, value.isHtml).trim()
      const name = label ? plainOf(label.text, label.isHtml).trim() : ''
      return name === '' ? text : `${name}: ${text}`
    })
    .join('\n')
    .trim()

interface TextPart {
  readonly id: string
  readonly usesRichText: boolean
}

/** What was given to a part of a question, as somebody reads it. */
const partText = (question: Question, part: string, stored: string): string => {
  const parts = (question as { readonly parts?: readonly TextPart[] }).parts ?? []
  const text = shownAnswer(stored).options.find(({ optionID }) => optionID === part)?.optionText ?? ''
  return plainOf(text, parts.find(({ id }) => id === part)?.usesRichText).trim()
}

/** What is the same of a question in each row. */
const factsOfQuestions = () => {
  const known = new Map<Question, Cell[]>()
  return (question: Question): Cell[] => {
    const { id, number, type } = question
    const facts = known.get(question) ?? [id, wholeNumber(number), type, firstWords(textToRead(question), textCharacters)]
    known.set(question, facts)
    return facts
  }
}

/** The state of the answer to a part of a question. */
const partState = (question: Question, part: string, of: AnswerState, stored: string | undefined): AnswerState => {
  if (of !== 'given') return of
  const options = stored === undefined ? [] : shownAnswer(stored).options.filter(({ optionID }) => optionID === part)
  return answeredParts(question, { answerText: '', options }).given > 0 ? 'given' : 'blank'
}

/** A question whose sitting was erased. */
const nothingLeft: StandingQuestion = { state: 'erased', parts: [] }

const isAsked = ({ type }: Question): boolean => rulesOf(type).takesAnswer || rulesOf(type).answersByFiles === true

/**
 * A row for each person and question that they were asked, with what they gave as plain text and what it earned. A person without a sitting has one row, with
 * the outcome and without a question. Below a question whose parts are marked by themselves, each part has a row of its own. `givenOf` reads the answers of some sittings at once.
 */
export const responsesTable = (
  results: ExportedResults,
  questionsOf: (version: number) => readonly Question[],
  givenOf: (formRuns: readonly string[]) => Promise<ReadonlyMap<string, GivenOfSitting>>,
  words: ExportWords,
): ExportTable => {
  const factsOf = factsOfQuestions()
  const head = (row: ExportedRow): Cell[] => [
    ...personCells(row),
    row.examVersion === null ? null : wholeNumber(row.examVersion),
    words.outcome(row.outcome),
    setCell(results.set),
  ]
  const rowsOfQuestion = (
    question: Question,
    own: readonly Cell[],
    mark: readonly [Billionths, Billionths] | undefined,
    given: GivenOfSitting | undefined,
  ): Cell[][] => {
    const stored = given?.answers.get(question.id)
    const { state, parts } = given?.questions.get(question.id) ?? nothingLeft
    const facts = [...own, ...factsOf(question)]
    const savedAt = momentIn(results.zone, stored?.saved_at ?? null)
    const whole = [
      ...[...facts, '', stored ? answerText(question, stored.answer) : '', words.state(state)],
      given?.files.get(question.id)?.join('\n') ?? '',
      ...[mark ? exactMarks(mark[0]) : null, mark ? exactMarks(mark[1]) : null, savedAt],
    ]
    // Whoever has no score has none of a part either.
    if (!mark) return [whole]
    return [
      whole,
      ...parts.map(({ part, marks, maxMarks }) => [
        ...[...facts, part, stored ? partText(question, part, stored.answer) : ''],
        ...[words.state(partState(question, part, state, stored?.answer)), ''],
        ...[marks === null ? null : exactMarks(marks), exactMarks(maxMarks), savedAt],
      ]),
    ]
  }
  const rowsOf = (row: ExportedRow, given: GivenOfSitting | undefined): Cell[][] => {
    const own = head(row)
    if (row.formRunGuid === null || row.examVersion === null) return [[...own, ...columns.slice(own.length).map(() => null)]]
    const marks = marksByQuestion(row)
    const isOf = (id: string) => (row.marks === null ? (given?.questions.has(id) ?? true) : marks.has(id))
    return questionsOf(row.examVersion).flatMap((question) =>
      isAsked(question) && isOf(question.id) ? rowsOfQuestion(question, own, marks.get(question.id), given) : [],
    )
  }
  return {
    title: words.title('responses'),
    columns: columns.map((name) => columnOf(name, words)),
    rows: (async function* () {
      for await (const some of results.rows) {
        const given = await givenOf(some.flatMap(({ formRunGuid }) => formRunGuid ?? []))
        for (const row of some) yield rowsOf(row, given.get(row.formRunGuid ?? ''))
      }
    })(),
  }
}
