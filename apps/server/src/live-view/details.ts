import { selectAccommodationsOf } from '../assessment/form-run/index.ts'
import { isOneOf } from '../db/one-of.ts'
import type { AccommodationTable, PersonTable } from '../db/schema.ts'
import { selectExam } from '../deliveries/delivery-queries.ts'
import type { ActionTarget } from '../roles/grant.ts'
import { placesOfPeople } from '../roles/place-queries.ts'
import type { BaseRow } from './base-rows.ts'
import type { Reading } from './viewer.ts'

type NamedPerson = Pick<PersonTable, 'first_name' | 'last_name' | 'user_guid' | 'user_id' | 'username'>

/** What changes seldom while an exam is sat: names, groups, rooms, what the exam gives, and accommodations of who hasn't begun. */
export interface Details {
  readonly people: ReadonlyMap<string, NamedPerson>
  readonly groups: ReadonlyMap<string, ActionTarget>
  readonly accommodations: ReadonlyMap<string, readonly AccommodationTable[]>
  /** By guid and version, `GUID/3`. */
  readonly exams: ReadonlyMap<string, { readonly name: string; readonly seconds: number | null }>
  readonly centreOfRoom: ReadonlyMap<string, string>
}

const examKey = ({ exam_guid, version }: Pick<BaseRow, 'exam_guid' | 'version'>) => `${exam_guid}/${version}`

export const readDetails = async (reading: Reading, orgId: number, rows: readonly BaseRow[]): Promise<Details> => {
  const { kysely, dialect } = reading
  const guids = [...new Set(rows.map(({ user_guid }) => user_guid))]
  const people =
    guids.length === 0
      ? []
      : await kysely
          .selectFrom('person')
          .select(['user_guid', 'user_id', 'username', 'first_name', 'last_name'])
          .where('org_id', '=', orgId)
          .where(isOneOf(dialect, 'user_guid', guids, (guid) => guid))
          .execute()
  const rooms = [...new Set(rows.flatMap(({ room_id }) => room_id ?? []))]
  const centres =
    rooms.length === 0
      ? []
      : await kysely
          .selectFrom('room')
          .select(['room_id', 'centre_id'])
          .where('org_id', '=', orgId)
          .where(isOneOf(dialect, 'room_id', rooms, (id) => id))
          .execute()
  const unbegun = rows.flatMap(({ form_run_guid, user_guid }) => (form_run_guid === null ? [user_guid] : []))
  const exams = new Map<string, { name: string; seconds: number | null }>()
  for (const row of rows) {
    if (exams.has(examKey(row))) continue
    const exam = await selectExam(reading, orgId, row.exam_guid, row.version)
    exams.set(examKey(row), { name: exam?.name ?? '', seconds: exam?.seconds ?? null })
  }
  return {
    people: new Map(people.map((row) => [row.user_guid, row])),
    groups: await placesOfPeople(reading, orgId, guids),
    accommodations: await selectAccommodationsOf(reading, orgId, unbegun),
    exams,
    centreOfRoom: new Map(centres.map(({ room_id, centre_id }) => [room_id, centre_id])),
  }
}

export const examIn = (details: Details, row: Pick<BaseRow, 'exam_guid' | 'version'>) => details.exams.get(examKey(row))

/** Where somebody is, as far as roles are concerned. */
export const placeIn = (details: Details, row: BaseRow): ActionTarget => {
  const centre = details.centreOfRoom.get(row.room_id ?? '')
  return {
    ...details.groups.get(row.user_guid),
    exam: row.exam_guid,
    ...(row.delivery_id !== null && { delivery: row.delivery_id }),
    ...(row.room_id !== null && { room: row.room_id }),
    ...(centre !== undefined && { centre }),
  }
}
