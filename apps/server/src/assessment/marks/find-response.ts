import { roundToBillionths } from '@sitwell/exam/marks-ledger/billionths'
import type { NewMarkEntry } from '@sitwell/exam/marks-ledger/mark-entry'
import { type AuthoredQuestion, type MarkedPart, markedParts } from '@sitwell/question-types/marking'
import type { Kysely } from 'kysely'
import type { FormRunTable, Schema } from '../../db/schema.ts'
import { areAnswersErased, type LoadedExam, type RunPlace } from '../form-run/index.ts'
import type { ResponseName } from './entry-chain.ts'
import { isMarkedQuestion } from './mark-form-run.ts'

/** Names a response: a question of a form run, or one of its parts. */
export type ResponsePlace = RunPlace & ResponseName

/** A response that was found, with its form run as it is locked. */
export interface FoundResponse {
  readonly place: ResponsePlace
  readonly run: FormRunTable
  readonly question: AuthoredQuestion
  readonly part: MarkedPart
}

const wasCompleted = async (kysely: Kysely<Schema>, { orgId, formRunGuid }: RunPlace): Promise<boolean> => {
  const row = await kysely
    .selectFrom('form_run_event')
    .select('number')
    .where('org_id', '=', orgId)
    .where('form_run_guid', '=', formRunGuid)
    .where('kind', '=', 'complete')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the answer to a question was erased. An answer that came after the erasure and counts is there, and has to be marked. */
const isAnswerErased = async (kysely: Kysely<Schema>, { orgId, formRunGuid, questionId }: ResponsePlace): Promise<boolean> => {
  if (!(await areAnswersErased({ kysely }, orgId, formRunGuid))) return false
  const later = await kysely
    .selectFrom('answer')
    .select('sequence')
    .where('org_id', '=', orgId)
    .where('form_run_guid', '=', formRunGuid)
    .where('question_id', '=', questionId)
    .executeTakeFirst()
  return later === undefined
}

/** The question and the part of it, if its learner was asked it and what they gave isn't erased. */
export const findResponse = async (
  kysely: Kysely<Schema>,
  place: ResponsePlace,
  run: FormRunTable,
  { questions }: Pick<LoadedExam, 'questions'>,
): Promise<FoundResponse | undefined> => {
  const question = questions.find(({ id }) => id === place.questionId)
  const part = question && markedParts(question).find((one) => one.part === place.part)
  if (!part || (await isAnswerErased(kysely, place))) return undefined
  const isThere =
    run.completed_at === null ? await wasCompleted(kysely, place) : await isMarkedQuestion(kysely, place, place.questionId)
  return isThere ? { place, run, question, part } : undefined
}

const isKnownSave = async (
  kysely: Kysely<Schema>,
  { orgId, formRunGuid, questionId }: ResponsePlace,
  sequence: number,
): Promise<boolean> => {
  const row = await kysely
    .selectFrom('answer_event')
    .select('sequence')
    .where('org_id', '=', orgId)
    .where('form_run_guid', '=', formRunGuid)
    .where('question_id', '=', questionId)
    .where('sequence', '=', sequence)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const isFilesDigest = (files: string) => /^([0-9a-f]{64})?$/.test(files)

/** What keeps an entry from being written; undefined if nothing does. */
export const hindranceOf = async (
  kysely: Kysely<Schema>,
  { place, part }: FoundResponse,
  entry: NewMarkEntry,
): Promise<'out-of-range' | 'changed-answer' | undefined> => {
  if (
    'marks' in entry &&
    !(Number.isSafeInteger(entry.marks) && entry.marks >= 0 && entry.marks <= roundToBillionths(part.marks))
  )
    return 'out-of-range'
  if (!('files' in entry)) return undefined
  const isKnown = entry.sequence === undefined || (await isKnownSave(kysely, place, entry.sequence))
  return isKnown && isFilesDigest(entry.files) ? undefined : 'changed-answer'
}
