import { type DeliveryPerson, officeDeliveryPeople } from '@sitwell/contract'
import { sql } from 'kysely'
import { presetsFor, selectAccommodationsOf, shownPresetsOf } from '../assessment/form-run/index.ts'
import { pinOf } from '../assessment/schedules/index.ts'
import { isOneOf } from '../db/one-of.ts'
import type { AccommodationTable, PersonTable, ScheduleTable } from '../db/schema.ts'
import { route } from '../http/service.ts'
import type { Keys } from '../keys.ts'
import { hasEach } from '../office/places/has-each.ts'
import { cutPage, readPage, searchedWords } from '../office/places/list-page.ts'
import { isPersonIn } from '../roles/place-queries.ts'
import { placesIn } from '../roles/places.ts'
import type { SecurityContext } from '../security/security-context.ts'
import { type Asking, askingOf, iso, type Reading } from './deliveries-context.ts'
import { mayChangeAll } from './delivery-places.ts'
import { selectEntries, selectExam, selectRoomsOf } from './delivery-queries.ts'
import { findDelivery, noDeliveryHere } from './show-delivery.ts'
import { timeOf } from './time-of.ts'

type Context = Pick<SecurityContext, 'clock' | 'database' | 'keys'>

/** A schedule of a delivery with its person, its room and how far its sitting is. */
export type PersonRow = Pick<PersonTable, 'first_name' | 'last_name' | 'user_guid' | 'user_id' | 'username'> &
  Pick<ScheduleTable, 'complete_at' | 'extra_time_seconds' | 'password_hash' | 'schedule_guid' | 'start_at' | 'version'> & {
    readonly search_name: string
    readonly room: string | null
    readonly form_run_guid: string | null
    readonly completed_at: number | null
  }

interface Shown {
  readonly keys: Pick<Keys, 'open'>
  readonly examSeconds: number | null
  readonly showsPins: boolean
  /** By the guid of the person. */
  readonly accommodations: ReadonlyMap<string, readonly AccommodationTable[]>
  readonly nowMs: number
}

export const personOf = (row: PersonRow, { keys, examSeconds, showsPins, accommodations, nowMs }: Shown): DeliveryPerson => {
  const time = timeOf(examSeconds, row, accommodations.get(row.user_guid) ?? [], nowMs)
  const beginsMs = Math.max(row.start_at ?? 0, nowMs)
  const presets = shownPresetsOf(presetsFor(accommodations.get(row.user_guid) ?? [], { fromMs: beginsMs, toMs: beginsMs }))
  const pin = showsPins && row.completed_at === null ? pinOf(keys, row.password_hash) : undefined
  const begun = row.completed_at === null ? 'started' : 'finished'
  return {
    ...{ userID: row.user_id, username: row.username, firstName: row.first_name, lastName: row.last_name },
    ...{ scheduleGuid: row.schedule_guid, examVersion: row.version },
    ...(row.start_at !== null && { startsAt: iso(row.start_at) }),
    ...(row.complete_at !== null && { endsAt: iso(row.complete_at) }),
    ...(time && { timeMs: time.wholeMs, ...(time.ownMs > 0 && { ownMs: time.ownMs }) }),
    ...(presets && { presets }),
    ...(row.room !== null && { room: row.room }),
    state: row.form_run_guid === null ? 'not-started' : begun,
    ...(pin !== undefined && { pin }),
  }
}

/** The people whom the caller may see in deliveries: those of their groups, and those who sit in their rooms. */
const isSeen = ({ dialect }: Reading, { actor, nowMs }: Asking) => {
  const [people, own] = [placesIn(actor, 'people.read', nowMs), placesIn(actor, 'deliveries.read', nowMs)]
  const inRooms =
    own.rooms.length + own.centres.length === 0
      ? sql`1 = 0`
      : sql`(${isOneOf(dialect, 'schedule.room_id', own.rooms, (id) => id)} or ${isOneOf(dialect, 'room.centre_id', own.centres, (id) => id)})`
  return sql`(${isPersonIn(dialect, people)} or ${isPersonIn(dialect, own)} or ${inRooms})`
}

export const rowsOf = sql`
  select person.user_guid, person.user_id, person.username, person.first_name, person.last_name, coalesce(person.search_name, '') as search_name,
    schedule.schedule_guid, schedule.start_at, schedule.complete_at, schedule.extra_time_seconds, schedule.password_hash,
    schedule.version, room.name as room, form_run.form_run_guid, form_run.completed_at`

export const tablesOf = sql`
  from schedule
  join person on person.org_id = schedule.org_id and person.user_guid = schedule.user_guid
  left join room on room.org_id = schedule.org_id and room.room_id = schedule.room_id
  left join form_run on form_run.org_id = schedule.org_id and form_run.schedule_guid = schedule.schedule_guid`

/** A page of the people whom a delivery has scheduled. */
export const officeDeliveryPeopleRoute = (context: Context) =>
  route(officeDeliveryPeople, async ({ caller, query }) => {
    const { database, keys } = context
    const { kysely, dialect } = database
    const asking = await askingOf(context, caller)
    const { orgId, nowMs } = asking
    const { deliveryID, search, state } = query
    const words = searchedWords(search)
    const list = ['delivery-people', { orgId, deliveryID, words, state }]
    const page = readPage(keys, list, query)
    if (!page.ok) return page
    const delivery = await findDelivery(database, asking, deliveryID)
    if (!delivery) return noDeliveryHere
    const { behind, limit } = page
    const states = {
      'not-started': sql`form_run.form_run_guid is null`,
      started: sql`form_run.form_run_guid is not null and form_run.completed_at is null`,
      finished: sql`form_run.completed_at is not null`,
    }
    const chosen = sql`schedule.org_id = ${orgId} and schedule.delivery_id = ${deliveryID}
      and (schedule.voided_at is null or form_run.form_run_guid is not null) and ${state ? states[state] : sql`1 = 1`}
      and ${hasEach(dialect, 'person.search_name', words)} and ${isSeen(database, asking)}`
    const from = behind
      ? sql`and (coalesce(person.search_name, ''), schedule.schedule_guid) > (${behind.value}, ${behind.id})`
      : sql``
    const [{ rows: found }, total] = await Promise.all([
      sql<PersonRow>`${rowsOf} ${tablesOf} where ${chosen} ${from}
        order by coalesce(person.search_name, ''), schedule.schedule_guid limit ${limit + 1}`.execute(kysely),
      behind ? undefined : sql<{ n: number }>`select count(*) as n ${tablesOf} where ${chosen}`.execute(kysely),
    ])
    const { rows, next } = cutPage(keys, list, found, {
      limit,
      positionOf: ({ search_name, schedule_guid }) => ({ value: search_name, id: schedule_guid }),
    })
    const rooms = await selectRoomsOf(database, orgId, [deliveryID])
    const entries = await selectEntries(kysely, delivery)
    const showsPins = await mayChangeAll(database, asking, { rooms, entries })
    const exam = await selectExam(database, orgId, delivery.exam_guid, delivery.exam_version)
    const accommodations = await selectAccommodationsOf(
      database,
      orgId,
      rows.map(({ user_guid }) => user_guid),
    )
    const shown = { keys, examSeconds: exam?.seconds ?? null, showsPins, accommodations, nowMs }
    const first = total?.rows[0]
    const people = rows.map((row) => personOf(row, shown))
    return { ok: true, value: { people, ...next, ...(first && { total: Number(first.n) }), asOf: iso(nowMs) } }
  })
