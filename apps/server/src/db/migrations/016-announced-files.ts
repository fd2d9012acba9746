import type { Migration } from '../migration.ts'

/**
 * Files of which the server knows before it has their bytes: their hash, how that was judged when it came, and how far the bytes are.
 * And which files the ledger tells of: those from before this don't stand in it.
 */
export const announcedFiles: Migration = {
  version: 16,
  name: 'announced files',
  statements: () => [
    `create table announced_file (
      org_id bigint not null, file_guid text not null, form_run_guid text not null, content_guid text not null,
      file_name text not null, mime_type text not null, file_size bigint not null, sha256 text not null,
      question_id text, replaces text, announced_at bigint not null, verdict text not null, judged text not null,
      typed_at bigint, in_pause bigint not null, evidence text not null,
      received bigint not null, chunks bigint not null, received_at bigint, refused_at bigint,
      primary key (org_id, file_guid))`,
    'create index announced_file_by_form_run on announced_file (org_id, form_run_guid)',
    // For the sweep of orphaned chunks, as on `uploaded_file`.
    'create index announced_file_by_content on announced_file (org_id, content_guid)',
    'alter table uploaded_file add column in_ledger bigint not null default 0',
  ],
}
