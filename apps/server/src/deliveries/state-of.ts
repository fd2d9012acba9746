import type { DeliveryStateName } from '@sitwell/contract'
import { type SqlBool, sql } from 'kysely'
import type { DeliveryTable } from '../db/schema.ts'

/** How a delivery stands at a moment (Unix ms). */
export const stateOf = (
  { applied_at, cancelled_at, start_at, end_at }: Pick<DeliveryTable, 'applied_at' | 'cancelled_at' | 'end_at' | 'start_at'>,
  nowMs: number,
): DeliveryStateName => {
  if (cancelled_at !== null) return 'cancelled'
  if (applied_at === null) return 'draft'
  if (nowMs < start_at) return 'upcoming'
  return nowMs <= end_at ? 'under-way' : 'over'
}

/** The same as a condition of rows of `delivery`. */
export const isInState = (state: DeliveryStateName, nowMs: number) => {
  if (state === 'cancelled') return sql<SqlBool>`cancelled_at is not null`
  if (state === 'draft') return sql<SqlBool>`cancelled_at is null and applied_at is null`
  const times = {
    upcoming: sql`start_at > ${nowMs}`,
    'under-way': sql`start_at <= ${nowMs} and end_at >= ${nowMs}`,
    over: sql`end_at < ${nowMs}`,
  }[state]
  return sql<SqlBool>`cancelled_at is null and applied_at is not null and ${times}`
}
