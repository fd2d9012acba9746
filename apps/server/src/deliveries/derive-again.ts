import type { Transaction } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { DeliveryTable, Schema } from '../db/schema.ts'
import { changeSchedules, holdUnbegun } from '../organisation/delivery-schedules.ts'
import { selectReopenedTwice } from '../organisation/reopened-windows.ts'
import { nextChange, storeChange } from './apply-delivery.ts'
import type { Reading } from './deliveries-context.ts'
import { selectDelivery, selectEntries, selectOwnSchedules, selectRoomsOf } from './delivery-queries.ts'
import { type Derived, derive, derivedIn, type Moved, movedBetween, rulesHere } from './derived-moments.ts'
import { spanOf } from './stored-window.ts'

/** Who did what the server does by itself. */
const author = 'server'

const hasNewerRules = (row: Pick<DeliveryTable, 'derived'>): boolean => (derivedIn(row)?.rules ?? '') < rulesHere

/** Schedules that nobody has begun and that stand as the old rules had it: what somebody wants otherwise is left alone. */
const moveSchedules = async (
  reading: Reading,
  delivery: DeliveryTable,
  moved: readonly Moved[],
  after: Derived,
  nowMs: number,
) => {
  const own = await selectOwnSchedules(reading.kysely, delivery)
  const moves = own.flatMap((one) => {
    const room = one.room_id !== null && Object.hasOwn(after.rooms, one.room_id) ? one.room_id : undefined
    const move = moved.find((place) => place.room === room)
    const isAsBefore = move && one.start_at === move.from.startMs && one.complete_at === move.from.endMs
    if (!isAsBefore || one.form_run_guid !== null) return []
    const before = JSON.stringify({ start_at: one.start_at, complete_at: one.complete_at })
    const change = { start_at: move.to.startMs, complete_at: move.to.endMs }
    return [{ guid: one.schedule_guid, userGuid: one.user_guid, before, change, held: one }]
  })
  const windows = moves.map(({ guid, held, change }) => ({ guid, before: held, after: change }))
  const twice = await selectReopenedTwice(reading, delivery.org_id, windows, nowMs)
  const changes = moves.filter(({ guid }) => !twice.has(guid)).map(({ held: _, ...move }) => move)
  if (changes.length === 0) return
  await changeSchedules(reading, delivery.org_id, changes)
  const number = await nextChange(reading.kysely, delivery)
  const { org_id, delivery_id } = delivery
  await storeChange(reading.kysely, { org_id, delivery_id, number, act: 'zone-moved', at: nowMs, author }, changes)
}

/** Derives the moments of one delivery once more, in a transaction that holds deliveries. */
const deriveOne = async (
  reading: Reading & { readonly kysely: Transaction<Schema> },
  place: Pick<DeliveryTable, 'delivery_id' | 'org_id'>,
  nowMs: number,
) => {
  const { kysely } = reading
  await holdUnbegun(kysely, place.org_id)
  const delivery = await selectDelivery(kysely, place.org_id, place.delivery_id)
  if (!delivery || delivery.cancelled_at !== null || delivery.start_at <= nowMs || !hasNewerRules(delivery)) return
  const rooms = await selectRoomsOf(reading, place.org_id, [place.delivery_id])
  const after = derive(delivery, rooms)
  const before = derivedIn(delivery)
  if (before) await moveSchedules(reading, delivery, movedBetween(before, after), after, nowMs)
  const entries = await selectEntries(kysely, delivery)
  const hasRoomless = entries.some(({ room_id }) => room_id === null)
  const { startMs, endMs } = spanOf(after.usual, Object.values(after.rooms), hasRoomless)
  await kysely
    .updateTable('delivery')
    .set({ derived: JSON.stringify(after), start_at: startMs, end_at: endMs })
    .where('org_id', '=', place.org_id)
    .where('delivery_id', '=', place.delivery_id)
    .execute()
}

/** Deliveries of one turn. */
const mostAtOnce = 500

/**
 * Derives moments from wall times once more for deliveries that have not started and were derived by earlier rules of time zones. Whose moments move is kept as a change
 * of the delivery, and readiness names them. A node with older rules than another leaves what that one has derived.
 */
export const deriveAgain = async ({
  database,
  clock,
}: {
  readonly clock: Clock
  readonly database: Database
}): Promise<void> => {
  const nowMs = clock.nowMs()
  let last = { org_id: -1, delivery_id: '' }
  for (;;) {
    const rows = await database.kysely
      .selectFrom('delivery')
      .select(['org_id', 'delivery_id', 'derived'])
      .where('cancelled_at', 'is', null)
      .where('start_at', '>', nowMs)
      .where(({ and, eb, or }) =>
        or([eb('org_id', '>', last.org_id), and([eb('org_id', '=', last.org_id), eb('delivery_id', '>', last.delivery_id)])]),
      )
      .orderBy('org_id')
      .orderBy('delivery_id')
      .limit(mostAtOnce)
      .execute()
    for (const row of rows.filter(hasNewerRules))
      await database.kysely.transaction().execute((kysely) => deriveOne({ kysely, dialect: database.dialect }, row, nowMs))
    const [end] = rows.slice(-1)
    if (!end || rows.length < mostAtOnce) return
    last = end
  }
}

/** When the schedules of a delivery began before new rules moved them (Unix ms), by their guids. */
export const selectMoved = async (
  { kysely }: Pick<Reading, 'kysely'>,
  { org_id, delivery_id }: Pick<DeliveryTable, 'delivery_id' | 'org_id'>,
): Promise<ReadonlyMap<string, number>> => {
  const rows = await kysely
    .selectFrom('delivery_change as change')
    .innerJoin('delivery_change_row as moved', (on) =>
      on
        .onRef('moved.org_id', '=', 'change.org_id')
        .onRef('moved.delivery_id', '=', 'change.delivery_id')
        .onRef('moved.number', '=', 'change.number'),
    )
    .select(['moved.schedule_guid', 'moved.before'])
    .where('change.org_id', '=', org_id)
    .where('change.delivery_id', '=', delivery_id)
    .where('change.act', '=', 'zone-moved')
    .orderBy('change.number')
    .execute()
  return new Map(
    rows.flatMap(({ schedule_guid, before }) => {
      // Boundary: the columns that `moveSchedules` kept.
      const { start_at } = JSON.parse(before ?? '{}') as { start_at?: number }
      return start_at === undefined ? [] : [[schedule_guid, start_at] as const]
    }),
  )
}
