import type { Migration } from '../migration.ts'

/** Documents behind accommodations, their bytes, and who opened them (decision 181). */
export const accommodationDocuments: Migration = {
  name: '2026-12-05-accommodation-documents',
  statements: ({ bytes }) => [
    `create table accommodation_document (
      org_id bigint not null, document_id text not null, user_guid text not null, accommodation_id text not null, file_name text not null,
      kind text not null, file_size bigint not null, keep_until text, added_by text not null, added_at bigint not null,
      removed_at bigint, removed_by text,
      primary key (org_id, document_id))`,
    'create index accommodation_document_by_person on accommodation_document (org_id, user_guid)',
    `create table accommodation_document_bytes (
      org_id bigint not null, document_id text not null, user_guid text not null, content ${bytes} not null,
      primary key (org_id, document_id))`,
    `create table accommodation_document_opening (
      org_id bigint not null, document_id text not null, opening_id text not null, user_guid text not null, opened_by text not null,
      opened_at bigint not null,
      primary key (org_id, document_id, opening_id))`,
    'create index accommodation_document_opening_by_person on accommodation_document_opening (org_id, user_guid)',
  ],
}
