import type { Migration } from '../migration.ts'

/** Notes for the file of a sitting, whose hashes are in its ledger (decision 176). */
export const sittingNotes: Migration = {
  name: '2026-12-04-sitting-notes',
  statements: () => [
    `create table sitting_note (
      org_id bigint not null, form_run_guid text not null, number bigint not null, at bigint not null, author text not null,
      text text, salt text, text_hash text not null, request_id text not null,
      primary key (org_id, form_run_guid, number))`,
    'create unique index sitting_note_by_request on sitting_note (org_id, form_run_guid, request_id)',
  ],
}
