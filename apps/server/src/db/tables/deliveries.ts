import type { Flag, Instant, Json } from './columns.ts'

/** An exam version offered to people (decision 159). What is wanted of it; what is scheduled is in `schedule`. */
export interface DeliveryTable {
  org_id: number
  delivery_id: string
  name: string
  /** The name as it is searched by (`foldedName`). */
  search_name: string
  exam_guid: string
  exam_version: number
  /** Name of a time zone in the database of IANA. */
  zone: string
  /** Wall time in that zone, as `2026-12-03T09:30`. */
  opens: string
  /** 1: the later of both moments, if the clock shows that time twice. */
  opens_second: Flag
  closes: string
  closes_second: Flag
  /** The first moment and the last one at which somebody may begin, in any of its rooms: derived from the wall times, for lists. */
  start_at: Instant
  end_at: Instant
  /** `DeliveryRules` of the contract. */
  rules: Json
  /** The hash of the password for all. */
  shared_hash: string | null
  /** Counts its changes, from 1. */
  version: number
  added_by: string
  added_at: Instant
  /** When people were scheduled first; null: it is a draft. */
  applied_at: Instant | null
  cancelled_at: Instant | null
  /** What its wall times came to as they were derived last (`Derived`); null: by a server of the previous version. */
  derived: Json | null
}

/** A room of a delivery, with its own window or as the delivery has it (null). Its wall times are those of its centre's zone. */
export interface DeliveryRoomTable {
  org_id: number
  delivery_id: string
  room_id: string
  position: number
  opens: string | null
  opens_second: Flag
  closes: string | null
  closes_second: Flag
}

/** Whom a delivery is for: a group, or one person; the other one is empty. */
export interface DeliveryEntryTable {
  org_id: number
  delivery_id: string
  group_id: string
  user_guid: string
  position: number
  room_id: string | null
}

/** What was done to the schedules of a delivery. */
export interface DeliveryChangeTable {
  org_id: number
  delivery_id: string
  /** Counts from 1. */
  number: number
  /** One of `deliveryActs` of the contract. */
  act: string
  at: Instant
  /** Guid of a person. */
  author: string
  people: number
  reason: string | null
  undone_at: Instant | null
}

/** A schedule that a change made or changed. */
export interface DeliveryChangeRowTable {
  org_id: number
  delivery_id: string
  number: number
  schedule_guid: string
  user_guid: string
  /** The fields that it had before; null if the change made it. */
  before: Json | null
}
