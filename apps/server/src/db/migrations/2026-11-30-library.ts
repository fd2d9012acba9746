import type { Migration } from '../migration.ts'

/** Uploads to the library that wait for somebody to accept them, and what lists show of exams (decision 144). */
export const library: Migration = {
  name: '2026-11-30-library',
  goesOn:
    'An index is added to schedule, which is written only when staff schedule, so a server that waits for it delays no learner.',
  statements: ({ bytes }) => [
    `create table library_upload (
      org_id bigint not null, upload_id text not null, user_guid text not null, file_name text not null,
      file_size bigint not null, received bigint not null, chunks bigint not null, state text not null,
      made_at bigint not null, stored_at bigint, reader text, reader_at bigint, attempts bigint not null,
      items_read bigint not null, result text, report_hash text, grave bigint not null, basis text,
      exam_guid text, version bigint, exam_content text, primary key (org_id, upload_id))`,
    'create index library_upload_by_person on library_upload (org_id, user_guid)',
    `create table library_upload_chunk (
      org_id bigint not null, upload_id text not null, number bigint not null, bytes ${bytes} not null,
      primary key (org_id, upload_id, number))`,
    `create table library_upload_item (
      org_id bigint not null, upload_id text not null, number bigint not null, has_loss bigint not null, item text not null,
      primary key (org_id, upload_id, number))`,
    `create table exam_summary (
      org_id bigint not null, exam_guid text not null, version bigint not null, imported_at bigint not null,
      name text not null, name_folded text not null, questions bigint not null, marks double precision not null,
      sections text not null, types text not null, stored_by text, primary key (org_id, exam_guid, version))`,
    'create index exam_summary_by_name on exam_summary (org_id, name_folded, exam_guid)',
    'create index schedule_by_exam on schedule (org_id, exam_guid, version)',
  ],
}
