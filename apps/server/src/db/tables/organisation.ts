import type { Instant, Json } from './columns.ts'

export interface OrganisationTable {
  org_id: number
  name: string
  url_token: string
  /** Everything else of the organisation, as the organisation file gives it. */
  details: Json
  /** The database that it was first in, by the name of that one's first generation; null while it is there still. */
  home: string | null
  /** Null if it was created by an earlier version. */
  created_at: Instant | null
  /** Guid of the owner whom somebody created it for in the office; null of all others. */
  first_owner: string | null
}

export interface SettingTable {
  org_id: number
  name: string
  value: string
}

export interface MessageTable {
  org_id: number
  language_id: number
  message_id: string
  text: string
}

/** Who changed a setting last. */
export interface SettingChangeTable {
  org_id: number
  /** `rule KEY`, `look`, `languages`, or `text LANGUAGE ID`. */
  what: string
  /** Guid of a person, or the author of an import. */
  changed_by: string
  changed_at: Instant
}

export interface CounterTable {
  org_id: number
  name: string
  value: number
}

/** An organisation that went to another database, or is on its way there. */
export interface MovedOrganisationTable {
  org_id: number
  /** `moving` until what is there was compared, then `moved`; `removed` once its rows are gone from here. */
  state: 'moving' | 'moved' | 'removed'
  /** Names the other database, without a password. */
  target: string
  since_at: Instant
}

/** Written by the query builder's migrator. */
export interface MigrationTable {
  name: string
  /** ISO 8601. */
  timestamp: string
}
