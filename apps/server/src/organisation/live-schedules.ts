import type { Kysely } from 'kysely'
import type { ScheduleTable, Schema } from '../db/schema.ts'

/** Names a schedule. */
interface SchedulePlace {
  readonly orgId: number
  readonly scheduleGuid: string
}

/** A schedule that is held until the transaction ends, and whether its exam was begun. */
export interface HeldSchedule {
  readonly schedule: ScheduleTable
  readonly isBegun: boolean
}

/** Holds a schedule, so that of two who change it the second one waits. */
export const holdSchedule = async (
  transaction: Kysely<Schema>,
  { orgId, scheduleGuid }: SchedulePlace,
): Promise<HeldSchedule | undefined> => {
  const schedule = await transaction
    .updateTable('schedule')
    .set(({ ref }) => ({ held_at: ref('held_at') }))
    .where('org_id', '=', orgId)
    .where('schedule_guid', '=', scheduleGuid)
    .returningAll()
    .executeTakeFirst()
  if (!schedule) return undefined
  const run = await transaction
    .selectFrom('form_run')
    .select('form_run_guid')
    .where('org_id', '=', orgId)
    .where('schedule_guid', '=', scheduleGuid)
    .executeTakeFirst()
  return { schedule, isBegun: run !== undefined }
}

/** What staff change of a schedule from the live view. */
export type LiveScheduleChange = Partial<Pick<ScheduleTable, 'complete_at' | 'extra_time_seconds' | 'held_at' | 'room_id'>>

/** Changes a schedule that the caller holds. */
export const changeHeldSchedule = (
  transaction: Kysely<Schema>,
  { orgId, scheduleGuid }: SchedulePlace,
  change: LiveScheduleChange,
) =>
  transaction
    .updateTable('schedule')
    .set(change)
    .where('org_id', '=', orgId)
    .where('schedule_guid', '=', scheduleGuid)
    .execute()
