import type { Migration } from '../migration.ts'

/** Imports of people from files: what each did to whom, so that it can be undone. */
export const peopleImports: Migration = {
  name: '2026-11-30-people-imports',
  statements: () => [
    `create table people_import (
      org_id bigint not null, import_id text not null, plan_hash text not null, made_by text not null, made_at bigint not null,
      file_name text not null, added bigint not null, changed bigint not null, unchanged bigint not null, refused bigint not null,
      completed_at bigint, undone_at bigint, undone_by text, primary key (org_id, import_id))`,
    'create index people_import_by_time on people_import (org_id, made_at)',
    `create table people_import_row (
      org_id bigint not null, import_id text not null, row_number bigint not null, user_guid text not null, is_new bigint not null,
      fields_before text, version_after bigint not null, undone_at bigint, primary key (org_id, import_id, row_number))`,
    'create index people_import_row_by_person on people_import_row (org_id, user_guid)',
  ],
}
