import type { Migration } from '../migration.ts'

/** The time of a form run as a ledger, who may keep it, and what comes after its end. */
export const timeLedger: Migration = {
  version: 2,
  name: 'time ledger',
  statements: () => [
    'alter table person add column invigilator bigint not null default 0',
    'alter table form_run add column part_id text',
    'alter table form_run add column ends_at bigint',
    'alter table form_run add column last_event bigint not null default 0',
    'alter table form_run add column beyond_ms bigint not null default 0',
    'alter table answer_event add column late_ms bigint',
    'create index form_run_by_exam on form_run (org_id, exam_guid)',
    `create table form_run_event (
      org_id bigint not null, form_run_guid text not null, number bigint not null, kind text not null, at bigint not null,
      author text not null, details text not null, primary key (org_id, form_run_guid, number))`,
    `create table form_run_part (
      org_id bigint not null, form_run_guid text not null, part_id text not null, ends_at bigint,
      primary key (org_id, form_run_guid, part_id))`,
  ],
}
