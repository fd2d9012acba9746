import type { Kysely } from 'kysely'
import type { AnswerEventTable, Schema } from '../../db/schema.ts'
import { acceptLateFiles } from '../files/index.ts'
import { lateOutcomes, type RunPlace, type WrittenEvent } from '../form-run/index.ts'
import { type Author, changeLedger, type LedgerContext } from '../ledger/index.ts'
import { markAgain } from '../marks/index.ts'
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

/** What was let count in a form run: answers of so many questions, and so many files. */
export interface AcceptedLate {
  readonly answers: number
  readonly files: number
  /** The event that says so; none where there was nothing. */
  readonly written: readonly WrittenEvent[]
}

/**
 * Lets the answers and files of a form run count that came too late, with `waiting` those alone that wait for it, and marks a completed
 * one again; its ledger says so, and whether its mark had been told before, in the same transaction. The history stays as it is: what
 * was late was late. Undefined where there is no such form run.
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
    if (run.completed_at !== null && answers > 0) await markAgain({ kysely }, run, loaded)
    const what = [`Late answers accepted: ${answers}`, ...(files > 0 ? [`late files accepted: ${files}`] : [])].join(', ')
    const afterMark = run.marks_told_at === null ? '' : ', after the mark had been told'
    return answers + files > 0 ? [{ kind: 'incident', text: what + afterMark }] : []
  })
  return state && { answers, files, written: state.events.slice(before) }
}
