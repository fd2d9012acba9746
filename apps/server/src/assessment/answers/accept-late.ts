import type { NewEvent } from '@sitwell/exam/ledger/ledger'
import type { Kysely } from 'kysely'
import type { AnswerEventTable, FormRunTable, Schema } from '../../db/schema.ts'
import { acceptLateFiles } from '../files/index.ts'
import { lateOutcomes, type RunPlace, type WrittenEvent } from '../form-run/index.ts'
import { type Author, changeLedger, type LedgerContext } from '../ledger/index.ts'
import { markIfCompleted } from '../marks/index.ts'
import { placeAnswer } from './place-answer.ts'

/** Of the answers that came too late those that wait for somebody, because they may have been given in time. */
const waitingOutcomes = ['review'] as const

/** Of each question the newest answer that came too late and was not let count yet. */
const newestLate = async (
  kysely: Kysely<Schema>,
  { orgId, formRunGuid }: RunPlace,
  waiting: boolean,
): Promise<AnswerEventTable[]> => {
  const events = await kysely
    .selectFrom('answer_event')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('form_run_guid', '=', formRunGuid)
    .where('outcome', 'in', waiting ? waitingOutcomes : lateOutcomes)
    .orderBy('sequence')
    // Of several under one number the first that came is the last here.
    .orderBy('number', 'desc')
    .execute()
  return [...new Map(events.map((event) => [event.question_id, event])).values()]
}

/** Once answers changed, what was confirmed is not what the marks are: somebody has to confirm them again. Answers the event that says so. */
const withdrawConfirmation = async (kysely: Kysely<Schema>, run: FormRunTable): Promise<NewEvent[]> => {
  if (run.results_confirmed_at === null) return []
  await kysely
    .updateTable('form_run')
    .set({ results_confirmed_at: null })
    .where('org_id', '=', run.org_id)
    .where('form_run_guid', '=', run.form_run_guid)
    .execute()
  return [{ kind: 'results', what: 'withdrawn', text: 'Late answers were accepted after the confirmation.' }]
}

const wordsOf = ({ marks_told_at }: FormRunTable, answers: number, files: number): string => {
  const what = [`Late answers accepted: ${answers}`, ...(files > 0 ? [`late files accepted: ${files}`] : [])].join(', ')
  return what + (marks_told_at === null ? '' : ', after the mark had been told')
}

/** What was let count in a form run: answers of this many questions, and this many files. */
export interface AcceptedLate {
  readonly answers: number
  readonly files: number
  /** The event that says so; none if there was nothing. */
  readonly written: readonly WrittenEvent[]
}

/**
 * Lets the answers and files of a form run count that came too late, with `waiting` those alone that wait for it, and marks a completed
 * one again; its ledger says so, and whether its mark had been told before, in the same transaction. Results that were confirmed are so no more. The history stays as it is: what
 * was late was late. Undefined if there is no such form run.
 */
export const acceptLate = async (
  context: LedgerContext,
  place: RunPlace,
  author: Author,
  { waiting }: { readonly waiting: boolean },
): Promise<AcceptedLate | undefined> => {
  let answers = 0
  let files = 0
  let before = 0
  const state = await changeLedger(context, place, author, async ({ run, loaded, events, nowMs }, kysely) => {
    before = events.length
    for (const event of await newestLate(kysely, place, waiting)) if (await placeAnswer(kysely, event)) answers += 1
    files = await acceptLateFiles(kysely, place, { waiting, nowMs })
    if (answers + files === 0) return []
    const lapsed = await withdrawConfirmation(kysely, run)
    await markIfCompleted(kysely, run, loaded, nowMs)
    return [{ kind: 'incident', text: wordsOf(run, answers, files) }, ...lapsed]
  })
  return state && { answers, files, written: state.events.slice(before) }
}
