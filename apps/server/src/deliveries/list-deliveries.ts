import { type DeliveryRow, type DeliveryStateName, officeDeliveries } from '@sitwell/contract'
import { sql } from 'kysely'
import { isOneOf } from '../db/one-of.ts'
import type { DeliveryTable } from '../db/schema.ts'
import { route } from '../http/service.ts'
import { hasEach } from '../office/places/has-each.ts'
import { cutPage, readPage, searchedWords } from '../office/places/list-page.ts'
import { placesIn } from '../roles/places.ts'
import type { SecurityContext } from '../security/security-context.ts'
import { type Asking, askingOf, iso, type Reading } from './deliveries-context.ts'
import { isDeliveryIn } from './delivery-places.ts'
import { isInState, stateOf } from './state-of.ts'

type Context = Pick<SecurityContext, 'clock' | 'database' | 'keys'>

export const noCounts = { 'not-started': 0, started: 0, finished: 0 } as const

/** How many people of each delivery have not begun, have begun, and are through. */
export const countPeople = async ({ kysely, dialect }: Reading, orgId: number, ids: readonly string[]) => {
  if (ids.length === 0) return new Map<string, DeliveryRow['counts']>()
  const { rows } = await sql<{ delivery_id: string; n: number; begun: number; completed: number }>`
    select schedule.delivery_id, count(*) as n, count(form_run.form_run_guid) as begun, count(form_run.completed_at) as completed
    from schedule
    left join form_run on form_run.org_id = schedule.org_id and form_run.schedule_guid = schedule.schedule_guid
    where schedule.org_id = ${orgId} and schedule.delivery_id is not null
      and ${isOneOf(dialect, 'schedule.delivery_id', ids, (id) => id)}
      and (schedule.voided_at is null or form_run.form_run_guid is not null)
    group by schedule.delivery_id`.execute(kysely)
  return new Map(
    rows.map(({ delivery_id, n, begun, completed }) => {
      const [all, started, finished] = [Number(n), Number(begun), Number(completed)]
      return [delivery_id, { 'not-started': all - started, started: started - finished, finished }] as const
    }),
  )
}

type Row = DeliveryTable & { readonly exam_name: string; readonly rooms: number }

interface Wishes {
  readonly search?: string | undefined
  readonly state?: DeliveryStateName | undefined
  readonly examGuid?: string | undefined
  readonly centreID?: string | undefined
}

/** Which deliveries a list shows, as a condition of rows of `delivery`. */
const chosenOf = (
  dialect: Reading['dialect'],
  { orgId, actor, nowMs }: Asking,
  { search, state, examGuid, centreID }: Wishes,
) => {
  const conditions = [
    sql`delivery.org_id = ${orgId}`,
    isDeliveryIn(dialect, placesIn(actor, 'deliveries.read', nowMs)),
    hasEach(dialect, 'delivery.search_name', searchedWords(search)),
  ]
  if (state) conditions.push(isInState(state, nowMs))
  if (examGuid !== undefined) conditions.push(sql`delivery.exam_guid = ${examGuid}`)
  if (centreID !== undefined)
    conditions.push(sql`exists (select 1 from delivery_room as own
      join room on room.org_id = own.org_id and room.room_id = own.room_id
      where own.org_id = delivery.org_id and own.delivery_id = delivery.delivery_id and room.centre_id = ${centreID})`)
  return sql`${sql.join(conditions, sql` and `)}`
}

/** Upcoming ones and those under way come by their start, all others the last one first. */
const orderOf = (state: DeliveryStateName | undefined) =>
  state === 'upcoming' || state === 'under-way' ? ([sql`asc`, sql`>`] as const) : ([sql`desc`, sql`<`] as const)

const rowOf = (row: Row, counts: DeliveryRow['counts'], nowMs: number): DeliveryRow => ({
  ...{ deliveryID: row.delivery_id, name: row.name, examGuid: row.exam_guid, examName: row.exam_name },
  ...{ examVersion: row.exam_version, zone: row.zone, startsAt: iso(row.start_at), endsAt: iso(row.end_at) },
  ...{ state: stateOf(row, nowMs), rooms: Number(row.rooms), counts },
})

/** A page of the deliveries that the caller's role is about. */
export const officeDeliveriesRoute = (context: Context) =>
  route(officeDeliveries, async ({ caller, query }) => {
    const { database, keys } = context
    const { kysely, dialect } = database
    const asking = await askingOf(context, caller)
    const { orgId, nowMs } = asking
    const { search, state, examGuid, centreID } = query
    const places = placesIn(asking.actor, 'deliveries.read', nowMs)
    const list = ['deliveries', { orgId, places, words: searchedWords(search), state, examGuid, centreID }]
    const page = readPage(keys, list, query)
    if (!page.ok) return page
    const { behind, limit } = page
    const [order, than] = orderOf(state)
    const chosen = chosenOf(dialect, asking, query)
    const from = behind ? sql`and (start_at, delivery.delivery_id) ${than} (${behind.value}, ${behind.id})` : sql``
    const [{ rows: found }, total] = await Promise.all([
      sql<Row>`select delivery.*, exam.name as exam_name,
          (select count(*) from delivery_room as own
            where own.org_id = delivery.org_id and own.delivery_id = delivery.delivery_id) as rooms
        from delivery
        join exam on exam.org_id = delivery.org_id and exam.exam_guid = delivery.exam_guid and exam.version = delivery.exam_version
        where ${chosen} ${from} order by start_at ${order}, delivery.delivery_id ${order} limit ${limit + 1}`.execute(kysely),
      behind ? undefined : sql<{ n: number }>`select count(*) as n from delivery where ${chosen}`.execute(kysely),
    ])
    const { rows, next } = cutPage(keys, list, found, {
      limit,
      positionOf: ({ start_at, delivery_id }) => ({ value: start_at, id: delivery_id }),
    })
    const ids = rows.map(({ delivery_id }) => delivery_id)
    const counts = await countPeople(database, orgId, ids)
    const deliveries = rows.map((row) => rowOf(row, counts.get(row.delivery_id) ?? noCounts, nowMs))
    const first = total?.rows[0]
    return { ok: true, value: { deliveries, ...next, ...(first && { total: Number(first.n) }), asOf: iso(nowMs) } }
  })
