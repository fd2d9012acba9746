import type { Answer } from '@sitwell/contract'
import type { LedgerEvent } from '@sitwell/exam/ledger/ledger'
import { type AfterAttempts, type Attempted, type AuthoredQuestion, standingAfter } from '@sitwell/question-types/marking'
import type { Database } from '../../db/database.ts'
import type { AnswerEventTable, AnswerTable, FormRunTable } from '../../db/schema.ts'
import { lateOutcomes } from './late-outcomes.ts'
import { selectLedger } from './ledger-queries.ts'
import { selectSavesNamed } from './saves-named.ts'
import { storedAnswer } from './stored-answer.ts'

type AttemptEvent = Extract<LedgerEvent, { kind: 'attempt' }>
type SaveName = Pick<AnswerEventTable, 'question_id' | 'sequence' | 'outcome' | 'number'>
type Save = SaveName & Pick<AnswerEventTable, 'answer'>
type AnswerRow = Pick<AnswerTable, 'question_id' | 'answer'>

interface WithQuestions {
  readonly questions: readonly AuthoredQuestion[]
}

/** An attempt, with the answer as it was kept. */
export interface KeptAttempt extends Attempted {
  readonly sequence: number | undefined
  /** As it is stored; undefined if none was given, or the history has it no more. */
  readonly stored: string | undefined
  readonly isLast: boolean
}

/** The attempts at each question, in their order. */
export type KeptAttempts = ReadonlyMap<string, readonly KeptAttempt[]>

export const noAttempts: KeptAttempts = new Map()

export const hasAttempts = ({ questions }: WithQuestions): boolean => questions.some(({ attempts }) => attempts)

export const isAttempt = (event: LedgerEvent): event is AttemptEvent & LedgerEvent => event.kind === 'attempt'

const stood: ReadonlySet<string> = new Set(['applied', 'late-applied'])

/**
 * What stood under each number, or may have: staff let answers count that came too late, which the history continues to call late. Of those
 * the first one that came under its number, so that none that follows under the same changes what was handed in.
 */
const standingSaves = <One extends SaveName>(saves: readonly One[]): One[] => {
  const late = saves.filter(({ outcome }) => lateOutcomes.some((one) => one === outcome))
  const inOrder = late.toSorted((one, other) => (other.number ?? 0) - (one.number ?? 0))
  return [...inOrder, ...saves.filter(({ outcome }) => stood.has(outcome))]
}

const keyOf = (questionId: string, sequence: number) => `${sequence} ${questionId}`

/** What stood under each number at each question. */
const byName = <One extends SaveName>(saves: readonly One[]): ReadonlyMap<string, One> =>
  new Map(standingSaves(saves).map((one) => [keyOf(one.question_id, one.sequence), one] as const))

/** The attempts that a ledger has, with what was saved under the sequences that they name. */
export const attemptsIn = (events: readonly LedgerEvent[], saves: readonly Save[]): KeptAttempts => {
  const made = events.filter(isAttempt)
  if (made.length === 0) return noAttempts
  const named = byName(saves)
  const kept = made.map(({ questionId, sequence, ending, isLast }) => {
    const stored = sequence === undefined ? undefined : named.get(keyOf(questionId, sequence))?.answer
    const answer = stored === undefined ? undefined : storedAnswer(stored)
    return { questionId, attempt: { sequence, stored, answer, ending, isLast } }
  })
  const grouped = Map.groupBy(kept, ({ questionId }) => questionId)
  return new Map([...grouped].map(([id, all]) => [id, all.map(({ attempt }) => attempt)]))
}

/**
 * The attempts that a ledger has, read with the saves that they name and no others: each of a history may be as long as a book, and this is
 * asked with every save of a question that is closed.
 */
export const selectAttemptsIn = async (
  database: Pick<Database, 'kysely'>,
  { org_id: orgId, form_run_guid: formRunGuid }: Pick<FormRunTable, 'org_id' | 'form_run_guid'>,
  events: readonly LedgerEvent[],
): Promise<KeptAttempts> => {
  const made = events.filter(isAttempt)
  const sequences = new Set(made.flatMap(({ sequence }) => sequence ?? []))
  const questionIds = new Set(made.map(({ questionId }) => questionId))
  const named = { questionIds: [...questionIds], sequences: [...sequences] }
  return attemptsIn(
    made,
    await selectSavesNamed(database, { orgId, formRunGuid }, named, (saves) => [...byName(saves).values()]),
  )
}

/** The attempts of a form run; reads nothing if its exam has no such questions. */
export const selectAttemptsAt = async (
  database: Pick<Database, 'kysely'>,
  run: Pick<FormRunTable, 'org_id' | 'form_run_guid'>,
  loaded: WithQuestions,
  known?: readonly LedgerEvent[],
): Promise<KeptAttempts> => {
  if (!hasAttempts(loaded)) return noAttempts
  const events = known ?? (await selectLedger(database, { orgId: run.org_id, formRunGuid: run.form_run_guid }))
  return selectAttemptsIn(database, run, events)
}

const isGiven = (answer: Answer | undefined): boolean =>
  answer !== undefined && (answer.answerText.trim() !== '' || answer.options.length > 0)

/**
 * The attempts that count for a question. What stands there and was not handed in is one more at the end: in an adaptive question always,
 * in others if there was none. Nothing comes to a question that is closed.
 */
export const countedAttempts = (
  question: AuthoredQuestion,
  kept: readonly KeptAttempt[],
  row: AnswerRow | undefined,
): readonly Attempted[] => {
  const last = kept.at(-1)
  if (last?.isLast || !question.attempts) return kept
  const answer = row && storedAnswer(row.answer)
  const isChanged = JSON.stringify(answer) !== JSON.stringify(last?.answer)
  const isOpen = last === undefined || (question.attempts.adaptive === true && isChanged)
  return isOpen && isGiven(answer) ? [...kept, { answer }] : kept
}

/** How a question stands that has attempts, with what was not handed in. */
export const standingOf = (question: AuthoredQuestion, kept: KeptAttempts, row: AnswerRow | undefined): AfterAttempts =>
  standingAfter(question, countedAttempts(question, kept.get(question.id) ?? [], row))

/** The answers as they count: of a question that is closed the one that closed it, whatever was saved since. */
export const standingAnswers = <Row extends AnswerRow>(rows: readonly Row[], kept: KeptAttempts): Row[] =>
  rows.flatMap((row) => {
    const last = kept.get(row.question_id)?.at(-1)
    if (!last?.isLast || last.stored === row.answer) return [row]
    return last.stored === undefined ? [] : [{ ...row, answer: last.stored }]
  })
