import { officeCancelDelivery, officeUndoDelivery } from '@sitwell/contract'
import { isOneOf } from '../db/one-of.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { lineOf } from '../office/places/names.ts'
import { changeSchedules, holdUnbegun, type ScheduleChange } from '../organisation/delivery-schedules.ts'
import { selectReopenedTwice } from '../organisation/reopened-windows.ts'
import type { SecurityContext } from '../security/security-context.ts'
import { walkInPosition } from './add-to-delivery.ts'
import { findToChange, nextChange, storeChange } from './apply-delivery.ts'
import { askingOf, type Reading } from './deliveries-context.ts'
import { selectDelivery, selectOwnSchedules } from './delivery-queries.ts'
import { noteDelivery } from './note-delivery.ts'
import { isChangeBegun, lastChange, noDeliveryHere, readDelivery, selectChanges } from './show-delivery.ts'

type Context = Pick<SecurityContext, 'clock' | 'database' | 'securityLog'>

const otherChange = refuse('CHANGED_MEANWHILE', 'Another change came after this one, or it was undone.')

const begun = refuse('IN_USE', 'Somebody has begun what this change made or changed.')

const plannedElsewhere = refuse(
  'IN_USE',
  'Somebody has the same exam elsewhere by now. They could sit it twice if this change were undone.',
)

/** Whether an undo lets somebody sit an exam that they have elsewhere by now. */
const isAnyoneTwice = async (
  reading: Reading,
  orgId: number,
  changes: readonly { readonly guid: string; readonly change: ScheduleChange }[],
  nowMs: number,
): Promise<boolean> => {
  const { kysely, dialect } = reading
  const guids = changes.map(({ guid }) => guid)
  const held = await kysely
    .selectFrom('schedule')
    .select(['schedule_guid', 'complete_at', 'voided_at'])
    .where('org_id', '=', orgId)
    .where(isOneOf(dialect, 'schedule_guid', guids, (guid) => guid))
    .execute()
  const wanted = new Map(changes.map(({ guid, change }) => [guid, change]))
  const windows = held.map((before) => ({
    guid: before.schedule_guid,
    before,
    after: { ...before, ...wanted.get(before.schedule_guid) },
  }))
  return (await selectReopenedTwice(reading, orgId, windows, nowMs)).size > 0
}

/** Takes back the last change of the schedules of a delivery: what it made becomes void, and what it changed is as it was. */
export const officeUndoDeliveryRoute = (context: Context) =>
  route(officeUndoDelivery, async ({ caller, body, request }) => {
    const { database } = context
    const asking = await askingOf(context, caller)
    const { orgId, nowMs } = asking
    const outcome = await database.kysely.transaction().execute(async (kysely) => {
      const reading = { kysely, dialect: database.dialect }
      await holdUnbegun(kysely, orgId)
      const found = await findToChange(reading, asking, body.deliveryID)
      if (!found.ok) return found
      const { delivery } = found
      const place = { org_id: orgId, delivery_id: delivery.delivery_id }
      const last = lastChange(await selectChanges(reading, delivery))
      if (last?.number !== body.change) return otherChange
      if (await isChangeBegun(reading, last)) return begun
      const rows = await kysely
        .selectFrom('delivery_change_row')
        .selectAll()
        .where('org_id', '=', orgId)
        .where('delivery_id', '=', delivery.delivery_id)
        .where('number', '=', last.number)
        .execute()
      const changes = rows.map(({ schedule_guid, before }) => ({
        guid: schedule_guid,
        // Boundary: the fields that `changeOf` kept.
        change: before === null ? { voided_at: nowMs } : (JSON.parse(before) as ScheduleChange),
      }))
      if (await isAnyoneTwice(reading, orgId, changes, nowMs)) return plannedElsewhere
      await changeSchedules(reading, orgId, changes)
      await kysely
        .updateTable('delivery_change')
        .set({ undone_at: nowMs })
        .where('org_id', '=', orgId)
        .where('delivery_id', '=', delivery.delivery_id)
        .where('number', '=', last.number)
        .execute()
      // Whoever was added alone is not named any more.
      if (last.act === 'added') {
        const added = rows.map(({ user_guid }) => user_guid)
        await kysely
          .deleteFrom('delivery_entry')
          .where('org_id', '=', orgId)
          .where('delivery_id', '=', delivery.delivery_id)
          .where('user_guid', 'in', added)
          .where('position', '=', walkInPosition)
          .execute()
        await kysely
          .updateTable('delivery')
          .set({ version: delivery.version + 1 })
          .where('org_id', '=', orgId)
          .where('delivery_id', '=', delivery.delivery_id)
          .execute()
      }
      const undone = rows.map(({ schedule_guid, user_guid }) => ({ guid: schedule_guid, userGuid: user_guid, before: null }))
      const number = await nextChange(kysely, delivery)
      await storeChange(kysely, { ...place, number, act: 'undone', at: nowMs, author: caller.userGuid }, undone)
      return { ok: true as const, delivery, people: rows.length }
    })
    if (!outcome.ok) return outcome
    const { delivery, people } = outcome
    noteDelivery(context, { caller, request, row: delivery, act: 'undone', people })
    return { ok: true, value: { people } }
  })

/** Cancels a delivery: what nobody has begun becomes void. */
export const officeCancelDeliveryRoute = (context: Context) =>
  route(officeCancelDelivery, async ({ caller, body, request }) => {
    const { database } = context
    const asking = await askingOf(context, caller)
    const { orgId, nowMs } = asking
    const outcome = await database.kysely.transaction().execute(async (kysely) => {
      const reading = { kysely, dialect: database.dialect }
      await holdUnbegun(kysely, orgId)
      const found = await findToChange(reading, asking, body.deliveryID)
      if (!found.ok) return found
      const { delivery } = found
      const place = { org_id: orgId, delivery_id: delivery.delivery_id }
      const unbegun = (await selectOwnSchedules(kysely, delivery)).filter(({ form_run_guid }) => form_run_guid === null)
      if (delivery.version !== body.version || unbegun.length !== body.notStarted)
        return { ok: true as const, row: delivery, people: 0, isStale: true }
      await changeSchedules(
        reading,
        orgId,
        unbegun.map(({ schedule_guid }) => ({ guid: schedule_guid, change: { voided_at: nowMs } })),
      )
      await kysely
        .updateTable('delivery')
        .set({ cancelled_at: nowMs, version: delivery.version + 1 })
        .where('org_id', '=', orgId)
        .where('delivery_id', '=', delivery.delivery_id)
        .execute()
      const number = await nextChange(kysely, delivery)
      const voided = unbegun.map(({ schedule_guid, user_guid }) => ({
        ...{ guid: schedule_guid, userGuid: user_guid, before: JSON.stringify({ voided_at: null }) },
      }))
      const reason = lineOf(body.reason)
      await storeChange(kysely, { ...place, number, act: 'cancelled', at: nowMs, author: caller.userGuid, reason }, voided)
      return { ok: true as const, row: delivery, people: unbegun.length, isStale: false }
    })
    if (!outcome.ok) return outcome
    const { row, people, isStale } = outcome
    const stored = await selectDelivery(database.kysely, orgId, row.delivery_id)
    if (!stored) return noDeliveryHere
    const delivery = await readDelivery(database, asking, stored)
    if (isStale) return refuse('CHANGED_MEANWHILE', 'Something has changed since this was shown.', { current: delivery })
    noteDelivery(context, { caller, request, row, act: 'cancelled', people })
    return { ok: true, value: { delivery, people } }
  })
