import type { Migration } from '../migration.ts'

/** The ledger of marks, and what of it queues and results are counted from (decision 162). */
export const marksLedger: Migration = {
  name: '2026-12-03-marks-ledger',
  goesOn:
    'the index on form runs has only those whose responses are still to be listed; it is built in one look over the table, while saves, ' +
    'which change form runs, wait',
  statements: () => [
    `create table mark_entry (
      org_id bigint not null, form_run_guid text not null, question_id text not null, part text not null, number bigint not null,
      kind text not null, at bigint not null, author text not null, request_id text not null,
      details text, salt text, details_hash text not null, previous_hash text not null, hash text not null,
      primary key (org_id, form_run_guid, question_id, part, number))`,
    'create unique index mark_entry_by_request on mark_entry (org_id, form_run_guid, request_id)',
    'create index mark_entry_by_author on mark_entry (org_id, author, at)',
    `create table response_mark (
      org_id bigint not null, form_run_guid text not null, question_id text not null, part text not null,
      exam_guid text not null, version bigint not null, schedule_guid text not null, delivery_id text not null, user_guid text not null,
      state text not null, marks bigint, max_marks bigint not null, sequence bigint, files text not null,
      newest_entry bigint not null, is_pending bigint not null, changed_at bigint not null,
      primary key (org_id, form_run_guid, question_id, part))`,
    `create index response_mark_queue on response_mark
      (org_id, exam_guid, version, delivery_id, question_id, part, state, changed_at, form_run_guid)`,
    'alter table form_run add column responses_of bigint',
    `create index form_run_to_list on form_run (completed_at)
      where completed_at is not null and (responses_of is null or responses_of <> completed_at)`,
  ],
}
