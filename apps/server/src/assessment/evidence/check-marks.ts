import type { LedgerEvent } from '@sitwell/exam/ledger/ledger'
import { roundToBillionths } from '@sitwell/exam/marks-ledger/billionths'
import type {
  AnnouncedFileTable,
  AnswerEventTable,
  AnswerTable,
  FormRunTable,
  MarkEntryTable,
  MarkTable,
  ResponseMarkTable,
  UploadedFileTable,
} from '../../db/schema.ts'
import { attemptsIn, type LoadedExam, questionsAsked } from '../form-run/index.ts'
import {
  confirmedEntries,
  type EntriesOfRun,
  type EvaluatedQuestion,
  type ExpectedRow,
  entriesByResponse,
  evaluateQuestion,
  expectedRows,
  type MarkFacts,
  markRows,
} from '../marks/index.ts'
import { type Checked, counted } from './finding.ts'

/** What of a form run its marks are held against. */
export interface MarksHeld {
  readonly answers: readonly AnswerTable[]
  readonly saves: readonly AnswerEventTable[]
  readonly events: readonly LedgerEvent[]
  readonly files: readonly UploadedFileTable[]
  readonly announced: readonly AnnouncedFileTable[]
  /** Files were taken away: nobody knows whether a prompt for some was left blank. */
  readonly areFilesGone: boolean
  readonly entries: readonly MarkEntryTable[]
  readonly marks: readonly MarkTable[]
  readonly responses: readonly ResponseMarkTable[]
}

/** Marks of versions before billionths may have more decimals, which none of them counts. */
const isSameMark = (one: number, other: number) => roundToBillionths(one) === roundToBillionths(other)

const sourceOf = ({ responses }: EvaluatedQuestion): string =>
  responses.some(({ newestEntry }) => newestEntry > 0) ? 'the ledger of its marks' : 'its key'

const findingOf = (one: EvaluatedQuestion, expected: MarkTable, held: MarkTable | undefined): string | undefined => {
  if (!held) return `Question ${expected.question_id} has no mark.`
  const { question_id, score, max_score, needs_person } = held
  if (!isSameMark(score, expected.score) || !isSameMark(max_score, expected.max_score))
    return `Question ${question_id} is marked ${score} of ${max_score}; by ${sourceOf(one)} the answer has ${expected.score} of ${expected.max_score}.`
  if (needs_person === expected.needs_person) return undefined
  return needs_person === 1
    ? `Question ${question_id} waits for a person, though ${sourceOf(one)} marks it.`
    : `Question ${question_id} passes as marked, though a person has to.`
}

/** Which questions wait for a person because they could not be marked, and why. */
const failedIn = (marks: readonly MarkTable[]): string =>
  marks
    .filter(({ problem }) => problem !== null)
    .map(({ question_id, problem }) => `; question ${question_id} could not be marked and waits for a person (${problem})`)
    .join('')

const nameOf = ({ question_id, part }: Pick<ResponseMarkTable, 'question_id' | 'part'>) =>
  `The response to question ${question_id}${part === '' ? '' : `, part ${part},`}`

const withoutMoment = ({ changed_at: _, delivery_id: _1, ...row }: ResponseMarkTable): ExpectedRow => row
const inOrder = (row: ExpectedRow) => JSON.stringify(Object.entries(row).sort())

/** Holds the rows by which responses are listed against what they are worked out from. */
const findingsOfResponses = (expected: readonly ExpectedRow[], held: readonly ResponseMarkTable[]): string[] => {
  const key = ({ question_id, part }: Pick<ResponseMarkTable, 'question_id' | 'part'>) => JSON.stringify([question_id, part])
  const rows = new Map(held.map((row) => [key(row), row]))
  const known = new Set(expected.map(key))
  return [
    ...expected.flatMap((one) => {
      const row = rows.get(key(one))
      if (!row) return [`${nameOf(one)} is in no list of those to mark.`]
      return inOrder(withoutMoment(row)) === inOrder(one)
        ? []
        : [`${nameOf(one)} is listed otherwise than it stands (${one.state}).`]
    }),
    ...held.flatMap((row) =>
      known.has(key(row)) ? [] : [`${nameOf(row)} is listed, though no person has to mark it, or has.`],
    ),
  ]
}

/** The entries that a mark was worked out from: those that were there when it was confirmed, or all. */
const entriesFor = (entries: EntriesOfRun, confirmed: ReadonlyMap<string, number> | undefined): EntriesOfRun =>
  confirmed
    ? new Map([...entries].map(([key, some]) => [key, some.filter(({ number }) => number <= (confirmed.get(key) ?? 0))]))
    : entries

/** Holds the marks, and the lists of responses, against working all of them out again: by keys, by the ledgers of marks, and by what was confirmed. */
export const checkMarks = (run: FormRunTable, loaded: LoadedExam, held: MarksHeld): Checked => {
  const { answers, saves, events, marks, responses, areFilesGone } = held
  if (run.completed_at === null)
    return {
      ...{ about: 'marks', says: 'the form run is not completed' },
      findings: responses.length === 0 ? [] : ['Its responses are listed for whoever marks, though it is not completed.'],
    }
  const attempts = attemptsIn(events, saves)
  const entries = entriesByResponse(held.entries)
  const confirmed = confirmedEntries(events)
  const asked = questionsAsked(loaded, events, answers, attempts)
  const evaluated = (some: EntriesOfRun) => {
    const facts: MarkFacts = { ...held, attempts, entries: some }
    return asked.map((question) => evaluateQuestion(question, facts))
  }
  const now = evaluated(entries)
  const whenConfirmed = confirmed ? evaluated(entriesFor(entries, confirmed)) : now
  const rows = new Map(marks.map((mark) => [mark.question_id, mark]))
  const expected = markRows(run, whenConfirmed)
  const known = new Set(expected.map(({ question_id }) => question_id))
  // What nobody uploaded had 0 by rule; once files are gone it looks like one of those that were.
  const isUnknown = (mark: MarkTable) =>
    areFilesGone && rows.get(mark.question_id)?.needs_person === 0 && mark.needs_person === 1
  const isListed = run.responses_of === run.completed_at
  return {
    about: 'marks',
    says: `${counted(marks.length, 'question')}, marked again with the same outcome${failedIn(marks)}`,
    findings: [
      ...whenConfirmed.flatMap((one, index) => {
        const mark = expected[index]
        return !mark || isUnknown(mark) ? [] : (findingOf(one, mark, rows.get(mark.question_id)) ?? [])
      }),
      ...marks.flatMap(({ question_id }) =>
        known.has(question_id) ? [] : [`Question ${question_id} is none that was asked, but has a mark.`],
      ),
      ...(isListed && !areFilesGone
        ? findingsOfResponses(
            expectedRows(
              run,
              now.flatMap((one) => one.responses),
              confirmed,
            ),
            responses,
          )
        : []),
    ],
  }
}
