import { randomUUID } from 'node:crypto'
import type { Database } from '../db/database.ts'
import type { FormRunTable } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import type { AuthoredExam } from '../import/authored-exam.ts'
import { startFactsOf } from './can-start.ts'
import { decideStart } from './can-start-rules.ts'
import { selectSchedules } from './queries.ts'

type Exam = Pick<AuthoredExam, 'settings'>

/**
 * Books a practice exam that may be resat at once for its learner again, when it is completed. The attempt that was made stays as
 * it is, with its answers and its receipt; in the list the new schedule takes its place, being the last of its exam.
 */
export const bookResit = async (
  { kysely }: Pick<Database, 'kysely'>,
  run: Pick<FormRunTable, 'org_id' | 'schedule_guid'>,
  { settings }: Exam,
): Promise<void> => {
  if (settings.allowImmediateResit !== true) return
  const schedule = await kysely
    .selectFrom('schedule')
    .selectAll()
    .where('org_id', '=', run.org_id)
    .where('schedule_guid', '=', run.schedule_guid)
    .executeTakeFirst()
  if (schedule?.practice !== 1) return
  await kysely
    .insertInto('schedule')
    .values({ ...schedule, schedule_guid: randomUUID() })
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
