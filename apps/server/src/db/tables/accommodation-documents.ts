import type { Instant } from './columns.ts'

/** A document behind an accommodation. Of one that was removed name and bytes are gone. */
export interface AccommodationDocumentTable {
  org_id: number
  document_id: string
  /** Whose accommodation it is. */
  user_guid: string
  accommodation_id: string
  /** As it was called; empty once it was removed. */
  file_name: string
  /** By its own bytes: `pdf` or `picture`. */
  kind: string
  /** Bytes. */
  file_size: number
  /** The last day on which it is kept, `YYYY-MM-DD`; null: the organisation's rule counts. */
  keep_until: string | null
  /** Guid of a person. */
  added_by: string
  added_at: Instant
  removed_at: Instant | null
  /** Guid of a person; null: it was kept long enough. */
  removed_by: string | null
}

/** The bytes of a document, which go with it. */
export interface AccommodationDocumentBytesTable {
  org_id: number
  document_id: string
  user_guid: string
  content: Uint8Array
}

/** That somebody opened a document. It goes with all that is known of the person whom the document is about. */
export interface AccommodationDocumentOpeningTable {
  org_id: number
  document_id: string
  opening_id: string
  /** Whom the document is about. */
  user_guid: string
  /** Guid of whoever opened it. */
  opened_by: string
  opened_at: Instant
}
