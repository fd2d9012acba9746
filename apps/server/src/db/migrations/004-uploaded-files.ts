import type { Migration } from '../migration.ts'

/** The files that learners upload. Their bytes stand in chunks, each small enough to be written between two saves of answers. */
export const uploadedFilesTables: Migration = {
  version: 4,
  name: 'uploaded files',
  statements: ({ bytes }) => [
    `create table uploaded_file (
      org_id bigint not null, file_guid text not null, form_run_guid text not null, content_guid text not null,
      file_name text not null, mime_type text not null, file_size bigint not null, sha256 text not null,
      position bigint not null, uploaded_at bigint not null, late_ms bigint, deleted_at bigint,
      primary key (org_id, file_guid))`,
    'create index uploaded_file_by_form_run on uploaded_file (org_id, form_run_guid)',
    // For the sweep of orphaned chunks, which looks for the file of each.
    'create index uploaded_file_by_content on uploaded_file (org_id, content_guid)',
    `create table file_chunk (
      org_id bigint not null, content_guid text not null, number bigint not null, received_at bigint not null,
      bytes ${bytes} not null, primary key (org_id, content_guid, number))`,
  ],
}
