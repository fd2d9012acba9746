import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Behind } from './timeline-order.ts'

interface Asked {
  readonly orgId: number
  readonly userGuid: string
  readonly what: 'started' | 'handed-in'
  readonly behind: Behind | undefined
  readonly most: number
}

interface SittingMoment {
  readonly id: string
  readonly at: number
  readonly exam: string
  /** Null if it is of none. */
  readonly delivery: string | null
}

/** Sittings of a person that began, or were handed in, the newest first: by way of their schedules, which have an index by person. */
export const selectSittingMoments = async (
  { kysely, dialect }: Pick<Database, 'dialect' | 'kysely'>,
  { orgId, userGuid, what, behind, most }: Asked,
): Promise<SittingMoment[]> => {
  const moment = what === 'started' ? sql<number>`form_run.started_at` : sql<number>`form_run.completed_at`
  // By code units, as `byNewest` compares.
  const id = dialect === 'postgres' ? sql`form_run.form_run_guid collate "C"` : sql`form_run.form_run_guid`
  const older = sql`${moment} < ${behind?.at ?? 0}`
  const sameMoment =
    behind?.idBelow === undefined
      ? sql`${moment} = ${behind?.at ?? 0}`
      : sql`${moment} = ${behind.at} and ${id} < ${behind.idBelow}`
  const from = behind ? sql`and (${older} or (${sameMoment}))` : sql``
  const { rows } = await sql<SittingMoment>`
    select form_run.form_run_guid as id, ${moment} as at, exam.name as exam, schedule.delivery_id as delivery
    from schedule
    join form_run on form_run.org_id = schedule.org_id and form_run.schedule_guid = schedule.schedule_guid
    join exam on exam.org_id = form_run.org_id and exam.exam_guid = form_run.exam_guid and exam.version = form_run.version
    where schedule.org_id = ${orgId} and schedule.user_guid = ${userGuid} and ${moment} is not null ${from}
    order by ${moment} desc, ${id} desc limit ${most}`.execute(kysely)
  return rows
}
