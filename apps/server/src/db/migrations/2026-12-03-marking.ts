import type { Migration } from '../migration.ts'

/** Who marks which question, and who holds which response at the moment (decision 163). An empty delivery: the exam was sat without one. */
export const marking: Migration = {
  name: '2026-12-03-marking',
  statements: () => [
    `create table marking_allocation (
      org_id bigint not null, exam_guid text not null, version bigint not null, delivery_id text not null,
      question_id text not null, part text not null, changes bigint not null, changed_by text not null, changed_at bigint not null,
      primary key (org_id, exam_guid, version, delivery_id, question_id, part))`,
    `create table marking_allocation_marker (
      org_id bigint not null, exam_guid text not null, version bigint not null, delivery_id text not null,
      question_id text not null, part text not null, user_guid text not null,
      primary key (org_id, exam_guid, version, delivery_id, question_id, part, user_guid))`,
    'create index marking_allocation_marker_by_person on marking_allocation_marker (org_id, user_guid)',
    `create table marking_claim (
      org_id bigint not null, form_run_guid text not null, question_id text not null, part text not null,
      user_guid text not null, since bigint not null, until_at bigint not null,
      primary key (org_id, form_run_guid, question_id, part))`,
    'create index marking_claim_by_person on marking_claim (org_id, user_guid, until_at)',
  ],
}
