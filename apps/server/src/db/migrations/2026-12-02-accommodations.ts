import type { Migration } from '../migration.ts'

/** What a person gets in every exam, each version a row of its own (decision 160). */
export const accommodations: Migration = {
  name: '2026-12-02-accommodations',
  statements: () => [
    `create table accommodation (
      org_id bigint not null, accommodation_id text not null, version bigint not null, user_guid text not null,
      extra_percent bigint, extra_minutes bigint, from_day text not null, until_day text,
      approved_by text not null, approved_on text not null, basis text not null, note text not null,
      is_withdrawn bigint not null, reason text not null, written_by text not null, written_at bigint not null,
      is_settled bigint not null,
      primary key (org_id, accommodation_id, version))`,
    'create index accommodation_by_person on accommodation (org_id, user_guid)',
    'create index accommodation_to_settle on accommodation (written_at) where is_settled = 0',
  ],
}
