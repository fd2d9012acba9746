import type { Migration } from '../migration.ts'

/** Who changed which setting of an organisation last (decision 152). */
export const settings: Migration = {
  name: '2026-12-01-settings',
  statements: () => [
    `create table setting_change (
      org_id bigint not null, what text not null, changed_by text not null, changed_at bigint not null,
      primary key (org_id, what))`,
  ],
}
