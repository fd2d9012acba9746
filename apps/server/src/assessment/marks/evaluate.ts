import type { Answer } from '@sitwell/contract'
import { type Billionths, roundToBillionths } from '@sitwell/exam/marks-ledger/billionths'
import type { MarkEntry } from '@sitwell/exam/marks-ledger/mark-entry'
import { type CountingMark, markThatCounts, type Response } from '@sitwell/exam/marks-ledger/mark-that-counts'
import { type QuestionMark, questionMark } from '@sitwell/exam/marks-ledger/question-mark'
import { type AuthoredQuestion, type Mark, type MarkedPart, markedParts, markOfPart } from '@sitwell/question-types/marking'
import type { AnnouncedFileTable, AnswerTable, ResponseMarkTable, UploadedFileTable } from '../../db/schema.ts'
import { sha256 } from '../../sha256.ts'
import { type KeptAttempts, standingAnswers, standingOf, storedAnswer } from '../form-run/index.ts'
import { keyOfResponse } from './entry-chain.ts'
import type { EntriesOfRun } from './entry-rows.ts'

type AnswerRow = Pick<AnswerTable, 'question_id' | 'answer' | 'sequence'>

/** What the marks of a form run are worked out from, beside its exam: of all its questions or of some. */
export interface MarkFacts {
  readonly answers: readonly AnswerRow[]
  readonly attempts: KeptAttempts
  readonly files: readonly UploadedFileTable[]
  readonly announced: readonly AnnouncedFileTable[]
  readonly entries: EntriesOfRun
  /** Files were taken away because they were kept long enough: nobody knows any more which there were. */
  readonly areFilesGone: boolean
}

/** A response as it stands, with the mark that counts for it. */
export interface EvaluatedResponse {
  readonly questionId: string
  readonly part: string
  readonly response: Response
  readonly max: Billionths
  readonly counting: CountingMark
  readonly newestEntry: number
}

/** What a question comes to, with the responses that it is made of. */
export interface EvaluatedQuestion extends QuestionMark {
  readonly questionId: string
  /** Why its key could not mark it; null if nothing failed. */
  readonly problem: string | null
  readonly responses: readonly EvaluatedResponse[]
}

/** A question whose marking fails, for whatever reason, waits for a person with the reason: no answer is lost for a fault of its question. */
const markOrWait = (marks: number, mark: () => Mark): Mark => {
  try {
    return mark()
  } catch (error) {
    const problem = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    return { score: 0, maxScore: marks, needsPerson: true, problem: problem.slice(0, 500) }
  }
}

const counts = ({ deleted_at, outcome, accepted_at }: UploadedFileTable): boolean =>
  deleted_at === null && (outcome === 'applied' || outcome === 'late-applied' || accepted_at !== null)

/** Of which question one is that its browser didn't say, nobody knows: it may be of any. */
const isAt = (questionId: string) => (file: Pick<UploadedFileTable, 'question_id'>) =>
  file.question_id === null || file.question_id === questionId

/** A digest of the files at a question that count; empty if there are none. */
const filesAt = (questionId: string, files: readonly UploadedFileTable[]): string => {
  const own = files.filter((file) => counts(file) && file.question_id === questionId)
  return own.length === 0 ? '' : sha256(JSON.stringify(own.map(({ file_guid, sha256: hash }) => [file_guid, hash]).sort()))
}

/** Entries as if nobody had ever seen a file. */
const withoutFiles = (entries: readonly MarkEntry[]): readonly MarkEntry[] =>
  entries.map((entry) => ('files' in entry ? { ...entry, files: '' } : entry))

const isGiven = (answer: Answer | undefined): boolean =>
  answer !== undefined && (answer.answerText.trim() !== '' || answer.options.length > 0)

/** Whether something was uploaded for a question, or is still on its way. */
const hasFiles = (questionId: string, { files, announced }: Pick<MarkFacts, 'files' | 'announced'>): boolean => {
  const gone = new Set(files.flatMap(({ file_guid, deleted_at }) => (deleted_at === null ? [] : [file_guid])))
  return (
    files.some((file) => counts(file) && isAt(questionId)(file)) ||
    announced.some((file) => !gone.has(file.file_guid) && file.verdict === 'count' && isAt(questionId)(file))
  )
}

interface AnswerToQuestion {
  readonly row: AnswerRow | undefined
  readonly answer: Answer | undefined
  /** It is stored in a form that is read no more. */
  readonly isUnread: boolean
}

const markOf = (question: AuthoredQuestion, { part, marks }: MarkedPart, { row, answer }: AnswerToQuestion, facts: MarkFacts) =>
  markOrWait(marks, () =>
    question.attempts && part === '' ? standingOf(question, facts.attempts, row).mark : markOfPart(question, part, answer),
  )

/** The answer to a question as its mark takes it. */
const givenTo = (question: AuthoredQuestion, facts: MarkFacts): AnswerToQuestion & { readonly isBlank: boolean } => {
  const row = standingAnswers(facts.answers, facts.attempts).find(({ question_id }) => question_id === question.id)
  const answer = row && storedAnswer(row.answer)
  const isUnread = row !== undefined && answer === undefined
  const isBlank = !isUnread && !isGiven(answer) && !facts.areFilesGone && !hasFiles(question.id, facts)
  return { row, answer, isUnread, isBlank }
}

/** Whether a question was left blank: it has neither an answer nor a file, nor a file that is still being uploaded. */
export const isLeftBlank = (question: AuthoredQuestion, facts: MarkFacts): boolean => givenTo(question, facts).isBlank

/**
 * What a question comes to: by its key, by what persons gave and decided, and 0 for what was left blank. The one way in which marks come about,
 * whoever gives them. Marks of a key are rounded to billionths here, and nowhere after it.
 */
export const evaluateQuestion = (question: AuthoredQuestion, facts: MarkFacts): EvaluatedQuestion => {
  const given = givenTo(question, facts)
  // The save that counts, also if an attempt closed the question before it: its number tells one version from the other.
  const sequence = facts.answers.find((row) => row.question_id === question.id)?.sequence
  const files = facts.areFilesGone ? '' : filesAt(question.id, facts.files)
  const parts = markedParts(question).map((part) => {
    const mark = markOf(question, part, given, facts)
    const soFar = roundToBillionths(mark.score)
    const held = facts.entries.get(keyOfResponse({ questionId: question.id, part: part.part })) ?? []
    const entries = facts.areFilesGone ? withoutFiles(held) : held
    const needsPerson = mark.needsPerson || given.isUnread
    const response: Response = {
      ...{ sequence, files },
      // What could not be marked somebody has to look at.
      isBlank: given.isBlank && mark.problem === undefined,
      automatic: needsPerson ? undefined : soFar,
    }
    return {
      questionId: question.id,
      part: part.part,
      response,
      max: roundToBillionths(part.part === '' ? mark.maxScore : part.marks),
      soFar,
      counting: markThatCounts(entries, response),
      newestEntry: entries.at(-1)?.number ?? 0,
      problem: mark.problem,
    }
  })
  return {
    questionId: question.id,
    ...questionMark(parts),
    problem: parts.find(({ problem }) => problem !== undefined)?.problem ?? null,
    responses: parts,
  }
}

/** Whether a response is listed for whoever marks: it waits for a person, or one has marked it. */
export const isListed = ({ counting, newestEntry }: EvaluatedResponse): boolean =>
  counting.waiting !== undefined || newestEntry > 0

/** How a response stands, as it is listed. */
export const stateOf = ({ waiting }: CountingMark): ResponseMarkTable['state'] => {
  if (waiting === undefined) return 'marked'
  return waiting === 'unmarked' ? 'waiting' : waiting
}
