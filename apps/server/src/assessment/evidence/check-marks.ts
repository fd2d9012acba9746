import type { LedgerEvent } from '@sitwell/exam/ledger/ledger'
import type { AnswerEventTable, AnswerTable, FormRunTable, MarkTable } from '../../db/schema.ts'
import { attemptsIn, type LoadedExam, questionsAsked } from '../form-run/index.ts'
import { marksOf } from '../marks/index.ts'
import { type Checked, counted } from './finding.ts'

const findingOf = (expected: MarkTable, held: MarkTable | undefined): string | undefined => {
  if (!held) return `Question ${expected.question_id} has no mark.`
  const { question_id, score, max_score, needs_person } = held
  if (score !== expected.score || max_score !== expected.max_score)
    return `Question ${question_id} is marked ${score} of ${max_score}; by its key the answer has ${expected.score} of ${expected.max_score}.`
  if (needs_person === expected.needs_person) return undefined
  return needs_person === 1
    ? `Question ${question_id} waits for a person, though its key marks it.`
    : `Question ${question_id} passes as marked, though a person has to.`
}

/** Which questions wait for a person because they could not be marked, and why. */
const failedIn = (marks: readonly MarkTable[]): string =>
  marks
    .filter(({ problem }) => problem !== null)
    .map(({ question_id, problem }) => `; question ${question_id} could not be marked and waits for a person (${problem})`)
    .join('')

/** Holds the marks against marking the answers again by their keys. */
export const checkMarks = (
  run: FormRunTable,
  loaded: LoadedExam,
  {
    answers,
    marks,
    events,
    saves,
  }: {
    readonly answers: readonly AnswerTable[]
    readonly marks: readonly MarkTable[]
    readonly events: readonly LedgerEvent[]
    readonly saves: readonly AnswerEventTable[]
  },
): Checked => {
  if (run.completed_at === null) return { about: 'marks', says: 'the form run is not completed', findings: [] }
  const held = new Map(marks.map((mark) => [mark.question_id, mark]))
  const attempts = attemptsIn(events, saves)
  const expected = marksOf(run, questionsAsked(loaded, events, answers, attempts), answers, attempts)
  const known = new Set(expected.map(({ question_id }) => question_id))
  return {
    about: 'marks',
    says: `${counted(marks.length, 'question')}, marked again with the same outcome${failedIn(marks)}`,
    findings: [
      ...expected.flatMap((mark) => findingOf(mark, held.get(mark.question_id)) ?? []),
      ...marks.flatMap(({ question_id }) =>
        known.has(question_id) ? [] : [`Question ${question_id} is none that was asked, but has a mark.`],
      ),
    ],
  }
}
