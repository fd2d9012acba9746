import type { Migration } from '../migration.ts'

/** Versions of mark schemes that were made after their exam was imported (decision 165). */
export const markSchemes: Migration = {
  name: '2026-12-03-mark-schemes',
  statements: () => [
    `create table mark_scheme (
      org_id bigint not null, exam_guid text not null, version bigint not null, question_id text not null, part text not null,
      number bigint not null, scheme text not null, reason text not null, written_by text, written_at bigint not null,
      marked text not null, affected bigint not null, is_settled bigint not null,
      primary key (org_id, exam_guid, version, question_id, part, number))`,
    'create index mark_scheme_to_settle on mark_scheme (written_at) where is_settled = 0',
  ],
}
