import { officeApplyDelivery, officePreviewDelivery } from '@sitwell/contract'
import type { Kysely } from 'kysely'
import { newPin } from '../assessment/schedules/index.ts'
import type { DeliveryTable, Schema } from '../db/schema.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import type { Keys } from '../keys.ts'
import { changeSchedules, holdUnbegun, insertSchedules, type ScheduleChange } from '../organisation/delivery-schedules.ts'
import type { SecurityContext } from '../security/security-context.ts'
import { beyondDelivery, isCancelled } from './change-delivery.ts'
import { type Asking, askingOf, type Reading } from './deliveries-context.ts'
import { mayChangeAll } from './delivery-places.ts'
import { selectEntries, selectRoomsOf } from './delivery-queries.ts'
import { noteDelivery } from './note-delivery.ts'
import type { Target } from './plan.ts'
import { type Planned, previewOf, readPlan } from './read-plan.ts'
import { findDelivery, noDeliveryHere } from './show-delivery.ts'

type Context = Pick<SecurityContext, 'clock' | 'database' | 'keys' | 'securityLog'>

/** A delivery that the caller may change as a whole, and that was not cancelled. */
export const findToChange = async (reading: Reading, asking: Asking, id: string) => {
  const delivery = await findDelivery(reading, asking, id)
  if (!delivery) return noDeliveryHere
  const rooms = await selectRoomsOf(reading, asking.orgId, [id])
  const entries = await selectEntries(reading.kysely, delivery)
  if (!(await mayChangeAll(reading, asking, { rooms, entries }))) return beyondDelivery
  return delivery.cancelled_at === null ? { ok: true as const, delivery } : isCancelled
}

/** The number of the next change of a delivery. To be asked while deliveries are held. */
export const nextChange = async (
  kysely: Kysely<Schema>,
  { org_id, delivery_id }: Pick<DeliveryTable, 'delivery_id' | 'org_id'>,
): Promise<number> => {
  const row = await kysely
    .selectFrom('delivery_change')
    .select((of) => of.fn.max('number').as('number'))
    .where('org_id', '=', org_id)
    .where('delivery_id', '=', delivery_id)
    .executeTakeFirst()
  return Number(row?.number ?? 0) + 1
}

const passwordOf = ({ password, sharedHash }: Pick<Target, 'password' | 'sharedHash'>, keys: Keys) => {
  if (password === 'pin') return newPin(keys)
  return password === 'shared' ? sharedHash : null
}

/** The schedule of somebody new, as their target has it. */
export const newSchedule = (
  { org_id, delivery_id, exam_guid }: DeliveryTable,
  user_guid: string,
  { password, sharedHash, ...columns }: Target,
  keys: Keys,
) => ({ ...columns, org_id, delivery_id, exam_guid, user_guid, password_hash: passwordOf({ password, sharedHash }, keys) })

interface Stored {
  readonly guid: string
  readonly userGuid: string
  readonly before: string | null
}

const changeOf = ({ candidate: { target, own }, verdict }: Planned, keys: Keys, nowMs: number) => {
  if (!own) return undefined
  const { password, ...columns } = verdict.changes ?? {}
  const change: ScheduleChange =
    verdict.becomes === 'removed'
      ? { voided_at: nowMs }
      : { ...columns, ...(password && target && { password_hash: passwordOf(target, keys) }) }
  const held = { ...own, voided_at: null }
  const before = Object.fromEntries(Object.entries(held).filter(([column]) => column in change))
  return { guid: own.schedule_guid, change, before: JSON.stringify(before) }
}

/** Writes a plan into the schedules, and what it did. */
const storePlan = async (
  reading: Reading,
  delivery: DeliveryTable,
  planned: readonly Planned[],
  { keys, nowMs, author }: { readonly keys: Keys; readonly nowMs: number; readonly author: string },
): Promise<number> => {
  const { kysely } = reading
  const { org_id, delivery_id } = delivery
  const added = planned.filter(({ verdict }) => verdict.becomes === 'new')
  const rows = added.flatMap(({ person, candidate: { target } }) =>
    target ? [newSchedule(delivery, person.user_guid, target, keys)] : [],
  )
  const guids = await insertSchedules(kysely, rows)
  const changes = planned
    .filter(({ verdict: { becomes } }) => becomes === 'changed' || becomes === 'removed')
    .flatMap((one) => {
      const change = changeOf(one, keys, nowMs)
      return change ? [{ ...change, userGuid: one.person.user_guid }] : []
    })
  await changeSchedules(reading, org_id, changes)
  const stored: Stored[] = [
    ...rows.map(({ user_guid }, at) => ({ guid: guids[at] ?? '', userGuid: user_guid, before: null })),
    ...changes,
  ]
  const number = await nextChange(kysely, delivery)
  await storeChange(kysely, { org_id, delivery_id, number, act: 'applied', at: nowMs, author }, stored)
  if (delivery.applied_at === null)
    await kysely
      .updateTable('delivery')
      .set({ applied_at: nowMs })
      .where('org_id', '=', org_id)
      .where('delivery_id', '=', delivery_id)
      .execute()
  return number
}

const rowsAtOnce = 500

/** Keeps what a change did, so that it can be undone and read. */
export const storeChange = async (
  kysely: Kysely<Schema>,
  change: {
    readonly org_id: number
    readonly delivery_id: string
    readonly number: number
    readonly act: 'added' | 'applied' | 'cancelled' | 'pins-replaced' | 'undone' | 'zone-moved'
    readonly at: number
    readonly author: string
    readonly reason?: string
  },
  stored: readonly Stored[],
): Promise<void> => {
  const { org_id, delivery_id, number, reason = null } = change
  await kysely
    .insertInto('delivery_change')
    .values({ ...change, reason, people: stored.length, undone_at: null })
    .execute()
  for (let from = 0; from < stored.length; from += rowsAtOnce)
    await kysely
      .insertInto('delivery_change_row')
      .values(
        stored.slice(from, from + rowsAtOnce).map(({ guid, userGuid, before }) => ({
          ...{ org_id, delivery_id, number, schedule_guid: guid, user_guid: userGuid, before },
        })),
      )
      .execute()
}

/** What a delivery would change of the schedules of each person. Changes nothing. */
export const officePreviewDeliveryRoute = (context: Context) =>
  route(officePreviewDelivery, async ({ caller, body }) => {
    const { database } = context
    const asking = await askingOf(context, caller)
    const found = await findToChange(database, asking, body.deliveryID)
    if (!found.ok) return found
    const plan = await readPlan(database, found.delivery, asking)
    return plan.ok ? { ok: true, value: previewOf(found.delivery, plan.planned, plan.rooms) } : plan
  })

/** Schedules people as a preview showed. It is worked out once more while nobody else changes deliveries of the organisation. */
export const officeApplyDeliveryRoute = (context: Context) =>
  route(officeApplyDelivery, async ({ caller, body, request }) => {
    const { database, keys } = context
    const asking = await askingOf(context, caller)
    const outcome = await database.kysely.transaction().execute(async (kysely) => {
      const reading = { kysely, dialect: database.dialect }
      await holdUnbegun(kysely, caller.orgId)
      const found = await findToChange(reading, asking, body.deliveryID)
      if (!found.ok) return found
      const { delivery } = found
      const plan = await readPlan(reading, delivery, asking)
      if (!plan.ok) return plan
      const preview = previewOf(delivery, plan.planned, plan.rooms)
      const isCurrent = preview.hash === body.hash
      const isNothing = preview.totals.changed === 0
      if (!isCurrent || isNothing) return { ok: true as const, delivery, preview, isCurrent, number: undefined }
      const stored = { keys, nowMs: asking.nowMs, author: caller.userGuid }
      return {
        ok: true as const,
        delivery,
        preview,
        isCurrent,
        number: await storePlan(reading, delivery, plan.planned, stored),
      }
    })
    if (!outcome.ok) return outcome
    const { delivery, preview, isCurrent, number } = outcome
    if (!isCurrent) return refuse('CHANGED_MEANWHILE', 'This change would do something else by now.', { current: preview })
    if (number !== undefined)
      noteDelivery(context, { caller, request, row: delivery, act: 'applied', people: preview.totals.changed })
    return { ok: true, value: { totals: preview.totals, ...(number !== undefined && { change: number }) } }
  })
