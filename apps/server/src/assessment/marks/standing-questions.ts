import { type Billionths, roundToBillionths } from '@sitwell/exam/marks-ledger/billionths'
import { type AuthoredQuestion, markedParts } from '@sitwell/question-types/marking'
import { asksForFiles } from '@sitwell/question-types/rules'
import type { Database } from '../../db/database.ts'
import { isOneOf } from '../../db/one-of.ts'
import type { AnswerTable, ResponseMarkTable, UploadedFileTable } from '../../db/schema.ts'
import { areAnswersErased, type ExamCache, type LoadedExam, selectAttemptsAt, standingAnswers } from '../form-run/index.ts'
import { entriesByResponse } from './entry-rows.ts'
import { evaluateQuestion, isLeftBlank, type MarkFacts } from './evaluate.ts'

/** A part of a question that is marked by itself, with the mark that counts for it. */
export interface StandingPart {
  readonly part: string
  /** Null if the part waits for a mark, or its mark was erased. */
  readonly marks: Billionths | null
  readonly maxMarks: Billionths
}

/** The state of the answer to a question. */
export type AnswerState = 'given' | 'blank' | 'erased'

export interface StandingQuestion {
  readonly state: AnswerState
  /** None of a question that is marked as a whole. */
  readonly parts: readonly StandingPart[]
}

/** The answers of a completed form run, with its files and questions. */
export interface StandingRun {
  /** The answers that count. */
  readonly answers: readonly AnswerTable[]
  /** The files that were not deleted, in their order. */
  readonly files: readonly UploadedFileTable[]
  /** By id: the questions that its learner was asked, and all of its exam if its marks were erased. */
  readonly questions: ReadonlyMap<string, StandingQuestion>
}

interface Reading {
  readonly database: Database
  readonly exams: Pick<ExamCache, 'load'>
}

const hasParts = (question: AuthoredQuestion): boolean => markedParts(question).some(({ part }) => part !== '')

/** Reads the rows of some form runs: each table once for all of them. */
const readTogether = async ({ kysely, dialect }: Database, orgId: number, guids: readonly string[]) => {
  const isOfThese = isOneOf(dialect, 'form_run_guid', guids, (guid) => guid)
  const all = {
    runs: kysely.selectFrom('form_run').select(['org_id', 'form_run_guid', 'schedule_guid', 'exam_guid', 'version']),
    answers: kysely.selectFrom('answer').selectAll(),
    files: kysely.selectFrom('uploaded_file').selectAll().orderBy('form_run_guid').orderBy('position'),
    announced: kysely.selectFrom('announced_file').selectAll(),
    marks: kysely.selectFrom('mark').select(['form_run_guid', 'question_id']),
    entries: kysely.selectFrom('mark_entry').selectAll().where('part', '<>', '').orderBy('number'),
    responses: kysely.selectFrom('response_mark').selectAll().where('part', '<>', ''),
    erased: kysely.selectFrom('erased_form_run').select('form_run_guid'),
  }
  const byRun = <Row extends { readonly form_run_guid: string }>(rows: readonly Row[]) => {
    const grouped = Map.groupBy(rows, ({ form_run_guid }) => form_run_guid)
    return (guid: string): readonly Row[] => grouped.get(guid) ?? []
  }
  return {
    runs: await all.runs.where('org_id', '=', orgId).where(isOfThese).execute(),
    answers: byRun(await all.answers.where('org_id', '=', orgId).where(isOfThese).execute()),
    files: byRun(await all.files.where('org_id', '=', orgId).where(isOfThese).execute()),
    announced: byRun(await all.announced.where('org_id', '=', orgId).where(isOfThese).execute()),
    marks: byRun(await all.marks.where('org_id', '=', orgId).where(isOfThese).execute()),
    entries: byRun(await all.entries.where('org_id', '=', orgId).where(isOfThese).execute()),
    responses: byRun(await all.responses.where('org_id', '=', orgId).where(isOfThese).execute()),
    erased: byRun(await all.erased.where('org_id', '=', orgId).where(isOfThese).execute()),
  }
}
type Together = Awaited<ReturnType<typeof readTogether>>

/** The parts of a question whose answer was erased: no mark can be computed from it, so only parts with a stored row have one. */
const keptParts = (question: AuthoredQuestion, rows: readonly ResponseMarkTable[]): StandingPart[] =>
  markedParts(question).map(({ part, marks }) => {
    const row = rows.find((one) => one.question_id === question.id && one.part === part)
    return { part, marks: row?.marks ?? null, maxMarks: roundToBillionths(marks) }
  })

const evaluatedParts = (question: AuthoredQuestion, facts: MarkFacts): StandingPart[] =>
  evaluateQuestion(question, facts).responses.map(({ part, max, counting }) =>
    counting.isNeutralised
      ? { part, marks: 0, maxMarks: 0 }
      : { part, marks: counting.waiting === undefined ? counting.marks : null, maxMarks: max },
  )

interface Run {
  readonly loaded: LoadedExam
  readonly facts: MarkFacts
  readonly responses: readonly ResponseMarkTable[]
  /** Its answers were erased, not its files alone. */
  readonly areAnswersGone: boolean
}

const standingOf = (question: AuthoredQuestion, { loaded, facts, responses, areAnswersGone }: Run): StandingQuestion => {
  const isAnswered = facts.answers.some(({ question_id }) => question_id === question.id)
  const isKept = areAnswersGone && !isAnswered
  const parts = hasParts(question) ? (isKept ? keptParts(question, responses) : evaluatedParts(question, facts)) : []
  if (isKept) return { state: 'erased', parts }
  const shown = loaded.layout.questions.find(({ id }) => id === question.id)
  if (facts.areFilesGone && !isAnswered && shown && asksForFiles(shown)) return { state: 'erased', parts }
  // The state of a question that takes no files does not depend on files.
  return { state: isLeftBlank(question, { ...facts, areFilesGone: false }) ? 'blank' : 'given', parts }
}

const standingRun = async (
  { database, exams }: Reading,
  run: Together['runs'][number],
  together: Together,
): Promise<StandingRun> => {
  const guid = run.form_run_guid
  const [rows, files] = [together.answers(guid), together.files(guid)]
  const loaded = await exams.load(run, 'rules')
  if (!loaded) throw new Error(`The exam ${run.exam_guid} of a form run is not there.`)
  const areFilesGone = together.erased(guid).length > 0
  const attempts = await selectAttemptsAt(database, run, loaded)
  const entries = entriesByResponse(together.entries(guid))
  const facts = { answers: rows, attempts, files, announced: together.announced(guid), entries, areFilesGone }
  const responses = together.responses(guid)
  const areAnswersGone = areFilesGone && (await areAnswersErased(database, run.org_id, guid))
  const asked = new Set(together.marks(guid).map(({ question_id }) => question_id))
  const questions = loaded.questions.filter(({ id }) => asked.size === 0 || asked.has(id))
  return {
    answers: standingAnswers(rows, attempts),
    files: files.filter(({ deleted_at }) => deleted_at === null),
    questions: new Map(questions.map((one) => [one.id, standingOf(one, { loaded, facts, responses, areAnswersGone })])),
  }
}

/**
 * Reads completed form runs of one organisation by their guids: the questions that each was given, the states of the answers, and the marks of parts, which the
 * function that computes results evaluates. Memory holds all answers of these form runs, so callers pass a few hundred. Throws if an exam is missing.
 */
export const standingRuns = async (
  reading: Reading,
  orgId: number,
  formRunGuids: readonly string[],
): Promise<ReadonlyMap<string, StandingRun>> => {
  if (formRunGuids.length === 0) return new Map()
  const together = await readTogether(reading.database, orgId, formRunGuids)
  const found = new Map<string, StandingRun>()
  for (const run of together.runs) found.set(run.form_run_guid, await standingRun(reading, run, together))
  return found
}
