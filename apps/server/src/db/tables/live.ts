import type { Flag, Instant, Json } from './columns.ts'

/** What staff did from the live view (decision 167). Never changed; what happened to it stands with each of its people. */
export interface LiveActionTable {
  org_id: number
  /** The id of the request that did it. */
  action_id: string
  /** Guid of a person. */
  author: string
  /** `LiveAct` of the contract. */
  act: Json
  at: Instant
}

/** What happened to an action for one of the people whom it names. */
export interface LiveActionPersonTable {
  org_id: number
  action_id: string
  schedule_guid: string
  user_guid: string
  /** One of `liveOutcomes` of the contract; decided once, in the transaction that does it. */
  outcome: 'pending' | 'applied' | 'unchanged' | 'refused'
  /** One of `liveReasons` of the contract, if it was refused. */
  reason: string | null
  applied_at: Instant | null
  /** 1: the page of the learner is to receive it. */
  is_expected: Flag
  delivered_at: Instant | null
  acknowledged_at: Instant | null
  /** When any of this changed last, by the clock of the server that did it. */
  changed_at: Instant
}

/** What the page of a learner said of itself last. Nothing of the exam depends on it. */
export interface LivePageTable {
  org_id: number
  schedule_guid: string
  user_guid: string
  /** When the page was heard last while it waited for the start. */
  waited_at: Instant | null
  reported_at: Instant | null
  left_ms: number | null
  /** The page's time less the ledger's. */
  off_ms: number | null
  /** The device's clock less the server's. */
  clock_off_ms: number | null
  unsent: number
  build: string | null
}

/** Whether somebody is there, as staff noted it last. */
export interface LiveAttendanceTable {
  org_id: number
  schedule_guid: string
  user_guid: string
  attendance: 'absent' | 'present'
  noted_by: string
  noted_at: Instant
}

/** Somebody signed the report of a room of a delivery off (decision 177). Only added to. */
export interface RoomSignOffTable {
  org_id: number
  delivery_id: string
  /** Empty: the people who have no room. */
  room_id: string
  /** Counts the sign-offs of a room, from 1. */
  number: number
  /** Guid of a person. */
  author: string
  at: Instant
  remark: string
  /** What the report said of each person, by their schedule: `SignedFacts`. It names nobody. */
  facts: Json
}
