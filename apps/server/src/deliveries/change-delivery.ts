import { randomUUID } from 'node:crypto'
import { type InputOf, officeAddDelivery, officeChangeDelivery } from '@sitwell/contract'
import type { Transaction } from 'kysely'
import type { DeliveryTable, Schema } from '../db/schema.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { holdDeliveries } from '../organisation/delivery-schedules.ts'
import type { SecurityContext } from '../security/security-context.ts'
import { sha256 } from '../sha256.ts'
import { type Asking, askingOf, type Reading } from './deliveries-context.ts'
import { mayChangeAll } from './delivery-places.ts'
import { selectDelivery, selectEntries, selectRoomsOf } from './delivery-queries.ts'
import { noteDelivery } from './note-delivery.ts'
import { type ReadFields, readFields } from './read-fields.ts'
import { findDelivery, noDeliveryHere, readDelivery } from './show-delivery.ts'

type Context = Pick<SecurityContext, 'clock' | 'database' | 'passwords' | 'securityLog'>

export const beyondDelivery = refuse(
  'NOT_ALLOWED',
  'Only people with a role that has the permission deliveries.write over all of the delivery may do this.',
)

export const isCancelled = refuse('CLOSED', 'The delivery was cancelled.')

const noPassword = refuse('INVALID_REQUEST', 'A password for all is missing.', {
  details: [{ path: 'body.sharedPassword', message: 'missing' }],
})

type Place = Pick<DeliveryTable, 'delivery_id' | 'org_id'>

const rowsAtOnce = 500

/** Stores the rooms, groups and people of a delivery in the place of those that it had. */
const storeParts = async (transaction: Transaction<Schema>, place: Place, { rooms, entries }: ReadFields) => {
  for (const table of ['delivery_room', 'delivery_entry'] as const)
    await transaction
      .deleteFrom(table)
      .where('org_id', '=', place.org_id)
      .where('delivery_id', '=', place.delivery_id)
      .execute()
  if (rooms.length > 0)
    await transaction
      .insertInto('delivery_room')
      .values(rooms.map(({ centre_id: _, ...room }) => ({ ...place, ...room })))
      .execute()
  for (let from = 0; from < entries.length; from += rowsAtOnce)
    await transaction
      .insertInto('delivery_entry')
      .values(entries.slice(from, from + rowsAtOnce).map((entry) => ({ ...place, ...entry })))
      .execute()
}

/** The id of a delivery that a request adds: the same one if the same caller sends the same request again. */
const idOf = (author: string, requestId: string | undefined): string =>
  requestId === undefined ? randomUUID() : `d-${sha256(JSON.stringify(['delivery', author, requestId])).slice(0, 32)}`

const nothingKept = { rooms: new Set<string>(), entries: new Set<string>() }

/** Makes a delivery that schedules nobody yet. */
export const officeAddDeliveryRoute = (context: Context) =>
  route(officeAddDelivery, async ({ caller, body, request }) => {
    const { database, passwords } = context
    const asking = await askingOf(context, caller)
    const place = { org_id: caller.orgId, delivery_id: idOf(caller.userGuid, body.requestId) }
    if (body.rules.passwords === 'shared' && body.sharedPassword === undefined) return noPassword
    const read = await readFields(database, asking, body, nothingKept)
    if (!read.ok) return read
    const { fields } = read
    if (!(await mayChangeAll(database, asking, fields))) return beyondDelivery
    const shared_hash = body.rules.passwords === 'shared' ? await passwords.hash(body.sharedPassword ?? '') : null
    const row: DeliveryTable = {
      ...{ ...place, ...fields.columns, shared_hash, version: 1, added_by: caller.userGuid, added_at: asking.nowMs },
      ...{ applied_at: null, cancelled_at: null },
    }
    const isNew = await database.kysely.transaction().execute(async (transaction) => {
      await holdDeliveries(transaction, caller.orgId)
      const inserted = await transaction
        .insertInto('delivery')
        .values(row)
        .onConflict((conflict) => conflict.columns(['org_id', 'delivery_id']).doNothing())
        .returning('delivery_id')
        .execute()
      if (inserted.length > 0) await storeParts(transaction, place, fields)
      return inserted.length > 0
    })
    if (isNew) noteDelivery(context, { caller, request, row, act: 'added' })
    const stored = (await selectDelivery(database.kysely, caller.orgId, place.delivery_id)) ?? row
    return { ok: true, value: { delivery: await readDelivery(database, asking, stored) } }
  })

/** A delivery as a change wants it. */
type ChangeBody = InputOf<typeof officeChangeDelivery>['body']

interface TransactionReading extends Reading {
  readonly kysely: Transaction<Schema>
}

/** Changes a delivery in a transaction that holds deliveries; `isStale`: it was based on another version, and nothing changed. */
const changeHeld = async (reading: TransactionReading, asking: Asking, body: ChangeBody, newHash: string | undefined) => {
  const { kysely } = reading
  const held = await findDelivery(reading, asking, body.deliveryID)
  if (!held) return noDeliveryHere
  const place = { org_id: held.org_id, delivery_id: held.delivery_id }
  const rooms = await selectRoomsOf(reading, held.org_id, [held.delivery_id])
  const entries = await selectEntries(kysely, held)
  if (!(await mayChangeAll(reading, asking, { rooms, entries }))) return beyondDelivery
  if (held.cancelled_at !== null) return isCancelled
  if (held.version !== body.version) return { ok: true as const, row: held, isStale: true }
  const shared_hash = body.rules.passwords === 'shared' ? (newHash ?? held.shared_hash) : null
  if (body.rules.passwords === 'shared' && shared_hash === null) return noPassword
  const kept = {
    rooms: new Set(rooms.map(({ room_id }) => room_id)),
    entries: new Set(entries.map(({ group_id, user_guid }) => `${group_id} ${user_guid}`)),
  }
  const read = await readFields(reading, asking, body, kept)
  if (!read.ok) return read
  const { fields } = read
  if (!(await mayChangeAll(reading, asking, fields))) return beyondDelivery
  const row = { ...held, ...fields.columns, shared_hash, version: held.version + 1 }
  await kysely
    .updateTable('delivery')
    .set({ ...fields.columns, shared_hash, version: row.version })
    .where((where) => where.and(place))
    .execute()
  await storeParts(kysely, place, fields)
  return { ok: true as const, row, isStale: false }
}

/** Changes what staff say of a delivery. Nobody's schedule changes by it. */
export const officeChangeDeliveryRoute = (context: Context) =>
  route(officeChangeDelivery, async ({ caller, body, request }) => {
    const { database, passwords } = context
    const { kysely, dialect } = database
    const asking = await askingOf(context, caller)
    const { rules, sharedPassword } = body
    // Hashed outside of the transaction, because it takes long by design.
    const newHash =
      rules.passwords === 'shared' && sharedPassword !== undefined ? await passwords.hash(sharedPassword) : undefined
    const outcome = await kysely.transaction().execute(async (transaction) => {
      await holdDeliveries(transaction, caller.orgId)
      return changeHeld({ kysely: transaction, dialect }, asking, body, newHash)
    })
    if (!outcome.ok) return outcome
    const { row, isStale } = outcome
    const delivery = await readDelivery(database, asking, row)
    if (isStale) return refuse('CHANGED_MEANWHILE', 'Somebody changed it since this version.', { current: delivery })
    noteDelivery(context, { caller, request, row, act: 'changed' })
    return { ok: true, value: { delivery } }
  })
