import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { newSeed } from '../assessment/form-run/index.ts'
import { pinMark } from '../assessment/schedules/index.ts'
import type { Database } from '../db/database.ts'
import { nextNumber } from '../db/next-number.ts'
import { isOneOf } from '../db/one-of.ts'
import type { ScheduleTable, Schema } from '../db/schema.ts'
import type { Keys } from '../keys.ts'
import { isUnbegun } from './schedules.ts'

/** Rows of one statement. */
const rowsAtOnce = 500

/** A database, or a transaction of it. */
interface Reading {
  readonly kysely: Kysely<Schema>
  readonly dialect: Database['dialect']
}

/** Until the transaction ends, nobody else changes deliveries or their schedules in the organisation. */
export const holdDeliveries = (transaction: Kysely<Schema>, orgId: number) => nextNumber(transaction, orgId, 'deliveries', 0)

/**
 * Holds deliveries, and lets no sitting of the organisation begin until the transaction ends, so that what the transaction reads of who
 * has begun stays true. Each start takes a number of the same counter.
 */
export const holdUnbegun = async (transaction: Kysely<Schema>, orgId: number): Promise<void> => {
  await holdDeliveries(transaction, orgId)
  await nextNumber(transaction, orgId, 'form-run', 0)
}

/** A schedule that a delivery makes. */
export type NewSchedule = Pick<
  ScheduleTable,
  | 'complete_at'
  | 'delivery_id'
  | 'exam_guid'
  | 'org_id'
  | 'password_hash'
  | 'proctor_provider'
  | 'release_policy'
  | 'room_id'
  | 'safe_exam_browser'
  | 'start_at'
  | 'supports'
  | 'user_guid'
  | 'version'
>

/** Stores schedules of a delivery; returns their guids in the order of the people. */
export const insertSchedules = async (kysely: Kysely<Schema>, schedules: readonly NewSchedule[]): Promise<string[]> => {
  const rows = schedules.map(
    (one): ScheduleTable => ({
      ...{ schedule_guid: randomUUID(), schedule_type: 1, info: '', practice: 0, cant_start_message: null },
      ...{ extra_time_seconds: null, handed_out: null, voided_at: null, held_at: null, seed: newSeed() },
      ...one,
    }),
  )
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await kysely
      .insertInto('schedule')
      .values(rows.slice(from, from + rowsAtOnce))
      .execute()
  return rows.map(({ schedule_guid }) => schedule_guid)
}

/** Columns that a change of a delivery writes, for everybody alike. */
export type ScheduleChange = Partial<
  Pick<
    ScheduleTable,
    | 'complete_at'
    | 'password_hash'
    | 'proctor_provider'
    | 'release_policy'
    | 'room_id'
    | 'safe_exam_browser'
    | 'start_at'
    | 'supports'
    | 'version'
    | 'voided_at'
  >
>

/** Changes schedules, each set of columns in one statement for all whom it is the same for. A schedule with a sitting stays as it is. */
export const changeSchedules = async (
  { kysely, dialect }: Reading,
  orgId: number,
  changes: readonly { readonly guid: string; readonly change: ScheduleChange }[],
): Promise<void> => {
  const alike = Map.groupBy(changes, ({ change }) => JSON.stringify(change))
  for (const some of alike.values()) {
    const [first] = some
    if (!first || Object.keys(first.change).length === 0) continue
    await kysely
      .updateTable('schedule')
      .set(first.change)
      .where('org_id', '=', orgId)
      .where(
        isOneOf(
          dialect,
          'schedule_guid',
          some.map(({ guid }) => guid),
          (guid) => guid,
        ),
      )
      .where(isUnbegun())
      .execute()
  }
}

/** Seals PINs again that were sealed with a secret that is to be given up; returns what happened to them. */
export const resealPins = async ({ kysely }: Pick<Database, 'kysely'>, keys: Keys) => {
  const rows = await kysely
    .selectFrom('schedule')
    .select(['org_id', 'schedule_guid', 'password_hash'])
    .where('password_hash', 'like', `${pinMark}%`)
    .execute()
  const found = { resealed: 0, current: 0, lost: 0 }
  for (const { org_id, schedule_guid, password_hash } of rows) {
    const sealed = (password_hash ?? '').slice(pinMark.length)
    const pin = keys.open(sealed)
    if (pin === undefined) found.lost += 1
    else if (keys.isCurrent(sealed)) found.current += 1
    else {
      await kysely
        .updateTable('schedule')
        .set({ password_hash: pinMark + keys.seal(pin) })
        .where('org_id', '=', org_id)
        .where('schedule_guid', '=', schedule_guid)
        .where('password_hash', '=', password_hash)
        .execute()
      found.resealed += 1
    }
  }
  return found
}
