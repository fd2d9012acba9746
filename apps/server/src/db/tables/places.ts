import type { Instant } from './columns.ts'

/** What a group, a centre and a room have in common. */
interface PlaceTable {
  org_id: number
  name: string
  /** The name as it is compared (`signInName`): no two that are there have the same. */
  name_key: string
  /** The name as it is searched and sorted by (`foldedName`). */
  search_name: string
  /** Counts its changes, from 1. */
  version: number
  /** Guid of a person. */
  added_by: string
  added_at: Instant
}

/** A set of people. One that was removed keeps its row, without members. */
export interface PeopleGroupTable extends PlaceTable {
  group_id: string
  removed_by: string | null
  removed_at: Instant | null
}

export interface PeopleGroupMemberTable {
  org_id: number
  group_id: string
  user_guid: string
  added_by: string
  added_at: Instant
}

/** A place where exams are sat. */
export interface CentreTable extends PlaceTable {
  centre_id: string
  /** Name of a time zone in the database of IANA. */
  zone: string
  address: string
  closed_by: string | null
  closed_at: Instant | null
}

export interface RoomTable extends PlaceTable {
  room_id: string
  centre_id: string
  /** Null if nobody counted. */
  seats: number | null
  closed_by: string | null
  closed_at: Instant | null
}
