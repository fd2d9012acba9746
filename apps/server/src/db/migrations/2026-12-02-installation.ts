import type { Migration } from '../migration.ts'

/** Who owns the installation, and when and for whom an organisation was created (decision 155). */
export const installation: Migration = {
  name: '2026-12-02-installation',
  statements: () => [
    `create table installation_grant (
      org_id bigint not null, grant_id text not null, user_guid text not null,
      valid_from bigint, valid_until bigint, granted_by text not null, granted_at bigint not null,
      withdrawn_by text, withdrawn_at bigint, withdrawn_reason text, primary key (org_id, grant_id))`,
    'create index installation_grant_by_person on installation_grant (org_id, user_guid)',
    'alter table organisation add column created_at bigint',
    'alter table organisation add column first_owner text',
  ],
}
