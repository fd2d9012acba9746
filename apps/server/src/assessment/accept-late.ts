import type { Kysely } from 'kysely'
import type { AnswerEventTable, Schema } from '../db/schema.ts'
import { lockFormRun, type RunPlace } from './ledger-queries.ts'
import { markAgain } from './mark-form-run.ts'
import { placeAnswer } from './place-answer.ts'
import { type LedgerGround, loadedOf } from './time-ledger.ts'

/** Answers that came too late; of these those that wait for somebody, because they may have been given in time. */
const lateOutcomes = ['late', 'over-time', 'review'] as const
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
    .execute()
  return [...new Map(events.map((event) => [event.question_id, event])).values()]
}

/**
 * Lets the answers count that came too late, and marks a completed form run again. The history stays as it is: what was late was
 * late; with `waiting` those alone that wait for it. Answers how many questions have another answer by it, and whether a mark had been
 * told before; undefined where there is no such form run.
 */
export const acceptLate = async (
  ground: LedgerGround,
  run: RunPlace,
  { waiting }: { readonly waiting: boolean },
): Promise<{ readonly accepted: number; readonly wasTold: boolean } | undefined> => {
  const found = await ground.database.kysely
    .selectFrom('form_run')
    .selectAll()
    .where('org_id', '=', run.orgId)
    .where('form_run_guid', '=', run.formRunGuid)
    .executeTakeFirst()
  if (!found) return undefined
  const { questions } = await loadedOf(ground, found)
  return ground.database.kysely.transaction().execute(async (kysely) => {
    const held = await lockFormRun(kysely, run)
    if (!held) return undefined
    let accepted = 0
    for (const event of await newestLate(kysely, run, waiting)) if (await placeAnswer(kysely, event)) accepted += 1
    if (held.completed_at !== null && accepted > 0) await markAgain({ kysely }, held, questions)
    return { accepted, wasTold: held.marks_told_at !== null }
  })
}
