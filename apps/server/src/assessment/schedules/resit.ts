import { randomUUID } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import type { FormRunTable, ScheduleTable } from '../../db/schema.ts'
import type { Caller } from '../../http/caller.ts'
import type { AuthoredExam } from '../../import/authored-exam.ts'
import { newSeed, selectSchedules } from '../form-run/index.ts'
import { startFactsOf } from './can-start.ts'
import { decideStart } from './can-start-rules.ts'

type Exam = Pick<AuthoredExam, 'settings'>

const isBooked = async ({ kysely }: Pick<Database, 'kysely'>, one: ScheduleTable): Promise<boolean> => {
  const found = await kysely
    .selectFrom('schedule')
    .leftJoin('form_run', (join) =>
      join.onRef('form_run.org_id', '=', 'schedule.org_id').onRef('form_run.schedule_guid', '=', 'schedule.schedule_guid'),
    )
    .select('schedule.schedule_guid')
    .where('schedule.org_id', '=', one.org_id)
    .where('schedule.user_guid', '=', one.user_guid)
    .where('schedule.exam_guid', '=', one.exam_guid)
    .where('schedule.practice', '=', 1)
    .where('schedule.voided_at', 'is', null)
    .where('form_run.form_run_guid', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Books a practice exam that may be resat at once for its learner again, when it is completed. The attempt that was made stays as
 * it is, with its answers and its receipt; in the list the new schedule takes its place, being the last of its exam.
 */
export const bookResit = async (
  { kysely }: Pick<Database, 'kysely'>,
  run: Pick<FormRunTable, 'org_id' | 'schedule_guid'>,
  { settings }: Exam,
  { isAgain }: { readonly isAgain: boolean },
): Promise<void> => {
  if (settings.allowImmediateResit !== true) return
  const schedule = await kysely
    .selectFrom('schedule')
    .selectAll()
    .where('org_id', '=', run.org_id)
    .where('schedule_guid', '=', run.schedule_guid)
    .executeTakeFirst()
  if (schedule?.practice !== 1) return
  // Of one that was opened again after its completion the schedule that was booked then may be there still.
  if (isAgain && (await isBooked({ kysely }, schedule))) return
  await kysely
    .insertInto('schedule')
    .values({
      ...schedule,
      schedule_guid: randomUUID(),
      seed: newSeed(),
      handed_out: null,
      delivery_id: null,
      room_id: null,
      held_at: null,
    })
    .execute()
}

/** Whether the learner may sit the exam of a form run again now. */
export const resitAvailable = async (
  database: Database,
  caller: Pick<Caller, 'orgId' | 'userGuid'>,
  run: Pick<FormRunTable, 'exam_guid' | 'schedule_guid'>,
  { settings }: Exam,
  nowMs: number,
): Promise<boolean> => {
  if (settings.allowImmediateResit !== true) return false
  const others = (await selectSchedules(database, caller)).filter((one) => one.exam_guid === run.exam_guid)
  return others.some(
    (one) => one.schedule_guid !== run.schedule_guid && one.practice === 1 && decideStart(startFactsOf(one), nowMs).canStart,
  )
}
