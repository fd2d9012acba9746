import type { Instant } from './columns.ts'

/** One role of one person in one scope. A row is never deleted but with its person's erasure: a grant that ends early is withdrawn. */
export interface RoleGrantTable {
  org_id: number
  grant_id: string
  user_guid: string
  role: string
  scope_kind: string
  /** Guid of the centre, room, group, exam or delivery; empty for the organisation. */
  scope_id: string
  /** Of a room in a delivery: the room. */
  scope_room: string | null
  valid_from: Instant | null
  /** The first moment at which it no longer holds; null if it has no end. */
  valid_until: Instant | null
  /** Guid of a person, `command:<system user>`, `import`, or `migration`. */
  granted_by: string
  granted_at: Instant
  withdrawn_by: string | null
  withdrawn_at: Instant | null
  withdrawn_reason: string | null
}

/** That somebody owns the installation: not a role of their organisation (decision 155). A row is never deleted: a grant that ends early is withdrawn. */
export interface InstallationGrantTable {
  org_id: number
  grant_id: string
  user_guid: string
  valid_from: Instant | null
  /** The first moment at which it no longer holds; null if it has no end. */
  valid_until: Instant | null
  /** Guid of a person of the same organisation, `command:<system user>`, or `first-run`. */
  granted_by: string
  granted_at: Instant
  withdrawn_by: string | null
  withdrawn_at: Instant | null
  withdrawn_reason: string | null
}
