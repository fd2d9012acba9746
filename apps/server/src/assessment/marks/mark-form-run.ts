import type { AuthoredQuestion } from '@sitwell/question-types/marking'
import type { Kysely } from 'kysely'
import type { FormRunTable, MarkEntryTable, MarkTable, Schema } from '../../db/schema.ts'
import { selectAnnouncedOf, selectFiles } from '../files/index.ts'
import {
  decidingEvents,
  isErased,
  type LoadedExam,
  questionsAsked,
  type RunPlace,
  selectAnswers,
  selectAttemptsAt,
} from '../form-run/index.ts'
import { entriesByResponse, selectEntryRows } from './entry-rows.ts'
import { type EvaluatedQuestion, evaluateQuestion, type MarkFacts } from './evaluate.ts'
import { keptMarks } from './kept-marks.ts'
import { type ConfirmedEntries, expectedRows, type ListedRun, replaceRows } from './response-rows.ts'

/** An exam as far as its marks go. */
export type Marked = Pick<LoadedExam, 'exam' | 'questions' | 'partIds'>

/** A form run as far as its marks go. */
export type MarkedRun = ListedRun & Pick<FormRunTable, 'completed_at'>

/** The marks of a form run as its `mark` rows have them. */
export const markRows = (
  { org_id, form_run_guid }: Pick<FormRunTable, 'org_id' | 'form_run_guid'>,
  evaluated: readonly EvaluatedQuestion[],
): MarkTable[] =>
  evaluated.map(({ questionId, score, maxScore, needsPerson, problem }) => ({
    org_id,
    form_run_guid,
    question_id: questionId,
    score,
    max_score: maxScore,
    needs_person: needsPerson ? 1 : 0,
    problem,
  }))

/** What marks are worked out from, with the entries as they are stored. */
export interface ReadFacts extends MarkFacts {
  readonly rows: readonly MarkEntryTable[]
}

/** What the marks of a form run are worked out from; of one question alone if it is named, and then nothing of others is read. */
export const readFacts = async (
  kysely: Kysely<Schema>,
  run: Pick<FormRunTable, 'form_run_guid' | 'org_id'>,
  loaded: Pick<Marked, 'questions'>,
  question?: AuthoredQuestion,
): Promise<ReadFacts> => {
  const place = { orgId: run.org_id, formRunGuid: run.form_run_guid }
  const answers = question
    ? await kysely
        .selectFrom('answer')
        .selectAll()
        .where('org_id', '=', run.org_id)
        .where('form_run_guid', '=', run.form_run_guid)
        .where('question_id', '=', question.id)
        .execute()
    : await selectAnswers({ kysely }, run.org_id, run.form_run_guid)
  const rows = await selectEntryRows({ kysely }, place, question?.id)
  return {
    answers,
    rows,
    entries: entriesByResponse(rows),
    attempts: await selectAttemptsAt({ kysely }, run, question ? { questions: [question] } : loaded),
    files: await selectFiles({ kysely }, place),
    announced: await selectAnnouncedOf({ kysely }, place),
    areFilesGone: await isErased({ kysely }, place.orgId, place.formRunGuid),
  }
}

/** What the questions come to that the learner of a form run is asked. */
const evaluateRun = async (kysely: Kysely<Schema>, run: MarkedRun, loaded: Marked): Promise<EvaluatedQuestion[]> => {
  const facts = await readFacts(kysely, run, loaded)
  const events = await decidingEvents({ kysely }, run, loaded)
  const asked = questionsAsked(loaded, events, facts.answers, facts.attempts)
  return asked.map((question) => evaluateQuestion(question, facts))
}

/** The responses of this completion of a form run are listed. */
export const noteListed = async (kysely: Kysely<Schema>, { org_id, form_run_guid, completed_at }: MarkedRun): Promise<void> => {
  await kysely
    .updateTable('form_run')
    .set({ responses_of: completed_at })
    .where('org_id', '=', org_id)
    .where('form_run_guid', '=', form_run_guid)
    .execute()
}

const responsesOf = (evaluated: readonly EvaluatedQuestion[]) => evaluated.flatMap(({ responses }) => responses)

/**
 * Marks every question that the learner of a completed form run is asked, and lists its responses for whoever marks: again, by all that is
 * there now. In the caller's transaction, which has locked it. What persons gave is in the ledger of marks, so nothing of it is lost
 * here. Of results that are confirmed it is asked only if they are confirmed again or withdrawn in the same transaction. Marks of answers that were erased
 * stay as they are.
 */
export const markAgain = async (kysely: Kysely<Schema>, run: MarkedRun, loaded: Marked, nowMs: number): Promise<void> => {
  const kept = await keptMarks(kysely, run, loaded.questions)
  const evaluated = (await evaluateRun(kysely, run, loaded)).filter(({ questionId }) => kept?.answered.has(questionId) ?? true)
  await kysely.deleteFrom('mark').where('org_id', '=', run.org_id).where('form_run_guid', '=', run.form_run_guid).execute()
  const marks = [...(kept?.marks ?? []), ...markRows(run, evaluated)]
  // A statement takes a limited number of values; an exam of thousands of questions needs several.
  for (let index = 0; index < marks.length; index += 500)
    await kysely
      .insertInto('mark')
      .values(marks.slice(index, index + 500))
      .execute()
  const rows = [...(kept?.responses ?? []), ...expectedRows(run, responsesOf(evaluated), undefined)]
  await replaceRows(kysely, run, rows, { nowMs })
  await noteListed(kysely, run)
}

/** The same, where an answer or a file of a form run changed: nothing is marked of one that isn't completed. */
export const markIfCompleted = async (kysely: Kysely<Schema>, run: MarkedRun, loaded: Marked, nowMs: number): Promise<void> => {
  if (run.completed_at !== null) await markAgain(kysely, run, loaded, nowMs)
}

/** Lists the responses of a form run that was completed without that, by an earlier version; its marks stay as they are. */
export const listResponses = async (
  kysely: Kysely<Schema>,
  run: MarkedRun,
  loaded: Marked,
  { nowMs, confirmed }: { readonly nowMs: number; readonly confirmed: ConfirmedEntries },
): Promise<void> => {
  const evaluated = await evaluateRun(kysely, run, loaded)
  await replaceRows(kysely, run, expectedRows(run, responsesOf(evaluated), confirmed), { nowMs })
  await noteListed(kysely, run)
}

/** Whether a question is one that the learner of a completed form run was asked. */
export const isMarkedQuestion = async (
  kysely: Kysely<Schema>,
  { orgId, formRunGuid }: RunPlace,
  questionId: string,
): Promise<boolean> => {
  const row = await kysely
    .selectFrom('mark')
    .select('question_id')
    .where('org_id', '=', orgId)
    .where('form_run_guid', '=', formRunGuid)
    .where('question_id', '=', questionId)
    .executeTakeFirst()
  return row !== undefined
}
