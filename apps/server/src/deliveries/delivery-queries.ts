import { type Kysely, sql } from 'kysely'
import { isOneOf } from '../db/one-of.ts'
import type { CentreTable, DeliveryRoomTable, DeliveryTable, PersonTable, RoomTable, Schema } from '../db/schema.ts'
import type { Reading } from './deliveries-context.ts'

export const selectDelivery = (kysely: Kysely<Schema>, orgId: number, id: string): Promise<DeliveryTable | undefined> =>
  kysely.selectFrom('delivery').selectAll().where('org_id', '=', orgId).where('delivery_id', '=', id).executeTakeFirst()

/** Which delivery rows belong to. */
export type DeliveryPlace = Pick<DeliveryTable, 'delivery_id' | 'org_id'>

/** A room of a delivery with its centre. */
export type RoomRow = DeliveryRoomTable &
  Pick<RoomTable, 'name' | 'seats'> &
  Pick<CentreTable, 'centre_id' | 'zone'> & { readonly centre: string }

/** The rooms of some deliveries, in their order. */
export const selectRoomsOf = (
  { kysely, dialect }: Reading,
  orgId: number,
  deliveryIds: readonly string[],
): Promise<RoomRow[]> =>
  kysely
    .selectFrom('delivery_room')
    .innerJoin('room', (on) =>
      on.onRef('room.org_id', '=', 'delivery_room.org_id').onRef('room.room_id', '=', 'delivery_room.room_id'),
    )
    .innerJoin('centre', (on) => on.onRef('centre.org_id', '=', 'room.org_id').onRef('centre.centre_id', '=', 'room.centre_id'))
    .selectAll('delivery_room')
    .select(['room.name', 'room.seats', 'room.centre_id', 'centre.zone', 'centre.name as centre'])
    .where('delivery_room.org_id', '=', orgId)
    .where(isOneOf(dialect, 'delivery_room.delivery_id', deliveryIds, (id) => id))
    .orderBy('delivery_room.position')
    .execute()

/** Who has the role of invigilator in a room of a delivery, now or soon (Unix ms), by the rooms. */
export const selectInvigilators = async (
  { kysely }: Pick<Reading, 'kysely'>,
  { org_id, delivery_id }: DeliveryPlace,
  nowMs: number,
) => {
  const rows = await kysely
    .selectFrom('role_grant')
    .innerJoin('person', (on) =>
      on.onRef('person.org_id', '=', 'role_grant.org_id').onRef('person.user_guid', '=', 'role_grant.user_guid'),
    )
    .select(['scope_room', 'person.user_id', 'person.username', 'person.first_name', 'person.last_name'])
    .distinct()
    .where('role_grant.org_id', '=', org_id)
    .where('scope_kind', '=', 'delivery-room')
    .where('scope_id', '=', delivery_id)
    .where('role', '=', 'invigilator')
    .where('withdrawn_at', 'is', null)
    .where(({ or, eb }) => or([eb('valid_until', 'is', null), eb('valid_until', '>', nowMs)]))
    .orderBy('person.last_name')
    .orderBy('person.user_id')
    .execute()
  return Map.groupBy(rows, ({ scope_room }) => scope_room)
}

/** Rooms by their ids, with their centres. */
export const selectRoomsById = async ({ kysely, dialect }: Reading, orgId: number, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : kysely
        .selectFrom('room')
        .innerJoin('centre', (on) =>
          on.onRef('centre.org_id', '=', 'room.org_id').onRef('centre.centre_id', '=', 'room.centre_id'),
        )
        .select(['room.room_id', 'room.centre_id', 'centre.zone', 'room.closed_at', 'centre.closed_at as centre_closed_at'])
        .where('room.org_id', '=', orgId)
        .where(isOneOf(dialect, 'room.room_id', ids, (id) => id))
        .execute()

/** Whom a delivery names: a group, or a person. */
export interface EntryRow {
  readonly group_id: string
  readonly user_guid: string
  readonly room_id: string | null
  /** Of a group. */
  readonly name: string | null
  readonly members: number
  /** Of a person. */
  readonly user_id: number | null
  readonly username: string | null
  readonly first_name: string | null
  readonly last_name: string | null
}

/** The groups and people whom a delivery names, in their order; those who were removed or erased are not there. */
export const selectEntries = async (kysely: Kysely<Schema>, { org_id, delivery_id }: DeliveryPlace): Promise<EntryRow[]> => {
  const { rows } = await sql<EntryRow>`
    select entry.group_id, entry.user_guid, entry.room_id, people_group.name,
      (select count(*) from people_group_member as member
        where member.org_id = entry.org_id and member.group_id = entry.group_id) as members,
      person.user_id, person.username, person.first_name, person.last_name
    from delivery_entry as entry
    left join people_group on people_group.org_id = entry.org_id and people_group.group_id = entry.group_id
      and people_group.removed_at is null
    left join person on person.org_id = entry.org_id and person.user_guid = entry.user_guid and person.search_name > ''
    where entry.org_id = ${org_id} and entry.delivery_id = ${delivery_id}
      and (people_group.group_id is not null or person.user_guid is not null)
    order by entry.position`.execute(kysely)
  return rows.map((row) => ({ ...row, members: Number(row.members) }))
}

/** A person as plans and readiness need them. */
export type PlannedPerson = Pick<
  PersonTable,
  'email' | 'first_name' | 'last_name' | 'last_sign_in_at' | 'suspended' | 'user_guid' | 'user_id' | 'username'
> & { readonly search_name: string }

const personColumns = sql`person.user_guid, person.user_id, person.username, person.first_name, person.last_name, person.email,
  person.suspended, person.last_sign_in_at, coalesce(person.search_name, '') as search_name`

/** Who is named by a delivery now, each with their room: the one of their own entry, or of the first of their groups. */
export const selectNamedPeople = async (
  kysely: Kysely<Schema>,
  { org_id, delivery_id }: DeliveryPlace,
): Promise<Map<string, { readonly person: PlannedPerson; readonly room: string | null }>> => {
  type Row = PlannedPerson & { readonly room: string | null }
  const { rows } = await sql<Row>`
    select ${personColumns}, entry.room_id as room, entry.position as place, 0 as by_group
    from delivery_entry as entry
    join person on person.org_id = entry.org_id and person.user_guid = entry.user_guid and person.search_name > ''
    where entry.org_id = ${org_id} and entry.delivery_id = ${delivery_id} and entry.user_guid <> ''
    union all
    select ${personColumns}, entry.room_id as room, entry.position as place, 1 as by_group
    from delivery_entry as entry
    join people_group on people_group.org_id = entry.org_id and people_group.group_id = entry.group_id
      and people_group.removed_at is null
    join people_group_member as member on member.org_id = entry.org_id and member.group_id = entry.group_id
    join person on person.org_id = entry.org_id and person.user_guid = member.user_guid and person.search_name > ''
    where entry.org_id = ${org_id} and entry.delivery_id = ${delivery_id} and entry.group_id <> ''
    order by by_group, place`.execute(kysely)
  const found = new Map<string, { person: PlannedPerson; room: string | null }>()
  for (const { room, ...person } of rows) if (!found.has(person.user_guid)) found.set(person.user_guid, { person, room })
  return found
}

/** Schedules of a delivery that are not void, with their people and how far their sittings are. */
export const selectOwnSchedules = async (kysely: Kysely<Schema>, { org_id, delivery_id }: DeliveryPlace) => {
  type Row = PlannedPerson & {
    readonly schedule_guid: string
    readonly version: number
    readonly start_at: number | null
    readonly complete_at: number | null
    readonly password_hash: string | null
    readonly proctor_provider: string | null
    readonly safe_exam_browser: string | null
    readonly supports: string | null
    readonly release_policy: string | null
    readonly room_id: string | null
    readonly extra_time_seconds: number | null
    readonly form_run_guid: string | null
    readonly completed_at: number | null
  }
  const { rows } = await sql<Row>`
    select ${personColumns}, schedule.schedule_guid, schedule.version, schedule.start_at, schedule.complete_at, schedule.password_hash,
      schedule.proctor_provider, schedule.safe_exam_browser, schedule.supports, schedule.release_policy, schedule.room_id, schedule.extra_time_seconds,
      form_run.form_run_guid, form_run.completed_at
    from schedule
    join person on person.org_id = schedule.org_id and person.user_guid = schedule.user_guid
    left join form_run on form_run.org_id = schedule.org_id and form_run.schedule_guid = schedule.schedule_guid
    where schedule.org_id = ${org_id} and schedule.delivery_id = ${delivery_id}
      and (schedule.voided_at is null or form_run.form_run_guid is not null)
    order by person.search_name, person.user_guid`.execute(kysely)
  return rows
}

/** The seconds that a row of `exam` gives in all, or null; of an exam that is timed part by part those of its parts together. */
export const examSeconds = (dialect: Reading['dialect']) =>
  dialect === 'postgres'
    ? sql<number | null>`coalesce(nullif((exam.content::json -> 'settings' ->> 'examTime')::double precision, 0), (
        select nullif(sum(coalesce((part.value ->> 'sectionTime')::double precision, 0)), 0)
        from json_array_elements(exam.content::json -> 'sections') as part))`
    : sql<number | null>`coalesce(nullif(json_extract(exam.content, '$.settings.examTime'), 0), (
        select nullif(sum(coalesce(json_extract(part.value, '$.sectionTime'), 0)), 0) from json_each(exam.content, '$.sections') as part))`

/** The newest version of an exam and, of one version, its name and the seconds that it gives. */
export const selectExam = async ({ kysely, dialect }: Reading, orgId: number, examGuid: string, version: number) => {
  const newest = await kysely
    .selectFrom('exam')
    .select((of) => of.fn.max('version').as('version'))
    .where('org_id', '=', orgId)
    .where('exam_guid', '=', examGuid)
    .executeTakeFirst()
  const found = await kysely
    .selectFrom('exam')
    .select(['name', examSeconds(dialect).as('seconds')])
    .where('org_id', '=', orgId)
    .where('exam_guid', '=', examGuid)
    .where('version', '=', version)
    .executeTakeFirst()
  return found && { name: found.name, seconds: found.seconds, newestVersion: Number(newest?.version ?? version) }
}

/**
 * What these people have to sit besides a delivery, and have not completed. `name` is that of its delivery. A schedule that nobody began before its window closed is not among them: an absent learner can sit
 * the exam in a later delivery.
 */
export const selectOtherSchedules = async (
  { kysely, dialect }: Reading,
  { org_id, delivery_id }: DeliveryPlace,
  userGuids: readonly string[],
  nowMs: number,
) => {
  if (userGuids.length === 0) return []
  const { rows } = await sql<{
    readonly user_guid: string
    readonly exam_guid: string
    readonly exam_name: string
    readonly name: string | null
    readonly version: number
    readonly practice: number
    readonly start_at: number | null
    readonly complete_at: number | null
    readonly extra_time_seconds: number | null
    readonly exam_seconds: number | null
  }>`
    select schedule.practice, ${examSeconds(dialect)} as exam_seconds, schedule.user_guid, schedule.exam_guid, exam.name as exam_name, delivery.name, schedule.version, schedule.start_at,
      schedule.complete_at, schedule.extra_time_seconds
    from schedule
    join exam on exam.org_id = schedule.org_id and exam.exam_guid = schedule.exam_guid and exam.version = schedule.version
    left join form_run on form_run.org_id = schedule.org_id and form_run.schedule_guid = schedule.schedule_guid
    left join delivery on delivery.org_id = schedule.org_id and delivery.delivery_id = schedule.delivery_id
    where schedule.org_id = ${org_id} and ${isOneOf(dialect, 'schedule.user_guid', userGuids, (guid) => guid)}
      and (schedule.delivery_id is null or schedule.delivery_id <> ${delivery_id})
      and (schedule.voided_at is null or form_run.form_run_guid is not null) and form_run.completed_at is null
      and (schedule.complete_at is null or schedule.complete_at > ${nowMs} or form_run.form_run_guid is not null)
    order by schedule.schedule_guid`.execute(kysely)
  return rows
}
