import type { Flag, Instant, Json } from './columns.ts'

/** What the security log has of one event. Only ever added to, except for what says of whom it is (`security-log/chain.ts`). */
export interface SecurityEventTable {
  /** 0 of what concerns no organisation that is known. */
  org_id: number
  /** Counts from 1 in each organisation. */
  number: number
  at: Instant
  kind: string
  /** All of the event, with chance in it; null once it was taken out. */
  content: Json | null
  /** SHA-256 over the content: it outlives it. */
  content_hash: string
  /** Of the content, to be found by: whom it concerns, by guid and by the name that was given, and the address it came from. */
  user_guid: string | null
  username: string | null
  address: string | null
  previous_hash: string
  hash: string
}

/** The last link of each organisation's security log. */
export interface SecurityChainTable {
  org_id: number
  number: number
  hash: string
}

export interface ErrorReportTable {
  org_id: number
  report_id: string
  received_at: Instant
  report: Json
}

/** The generations of the database; the last one is the present. */
export interface GenerationTable {
  /** Counts from 1. */
  number: number
  generation: string
  since_at: Instant
  /** Why the one before it ended: `first`, `operator`, or a sign that the database was set back. */
  because: 'first' | 'operator' | 'generation-lost' | 'beats-lost' | 'other-place' | 'saves-lost'
  /** What names its place; see `generation/database-mark.ts`. */
  mark: string
  /** How many signs of life the servers have written in it. */
  beats: number
}

/** The last sign of life of each server, and by which clocks it was given. */
export interface HeartbeatTable {
  /** A name that a server makes up when it starts. */
  node: string
  server_at: Instant
  /** The machine's clock then. */
  wall_at: Instant
  /** Of the machine's run since it was switched on; null if the system doesn't tell. */
  boot_id: string | null
  uptime_ms: number
  /** PostgreSQL's own clock then. */
  database_at: Instant | null
  /** Since when nothing tells how long nobody served; null if that is known. */
  held_since: Instant | null
  /** The server was told to stop. */
  is_last: Flag
  /** Which forms of what is written it reads (`server-time/older-nodes.ts`). */
  reads: number
}

/** Stretches in which no server answered, by the servers' clock. */
export interface OutageTable {
  from_at: Instant
  to_at: Instant
}

/** What an operator said: that the machine's clock is right, where the servers don't follow it. */
export interface ClockWordTable {
  number: number
  said_at: Instant
  /** When a server did as it says; null while none has. */
  applied_at: Instant | null
}
