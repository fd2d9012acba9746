import type { Migration } from '../migration.ts'

/** Ids that follow from role and person, so that a node which turns the same flag into a grant later makes no second one. */
const fromFlag = (role: string, flag: string) => `
  insert into role_grant (org_id, grant_id, user_guid, role, scope_kind, scope_id, granted_by, granted_at)
  select org_id, '${role}/' || user_guid, user_guid, '${role}', 'organisation', '', 'migration', 0
  from person where ${flag} = 1`

/** What people may do as staff. The flags `admin` and `invigilator` become grants, and stay for nodes of 0.2.0 (decision 137). */
export const roles: Migration = {
  name: '2026-11-29-roles',
  statements: () => [
    `create table role_grant (
      org_id bigint not null, grant_id text not null, user_guid text not null, role text not null,
      scope_kind text not null, scope_id text not null, scope_room text, valid_from bigint, valid_until bigint,
      granted_by text not null, granted_at bigint not null, withdrawn_by text, withdrawn_at bigint, withdrawn_reason text,
      primary key (org_id, grant_id))`,
    'create index role_grant_by_person on role_grant (org_id, user_guid)',
    'create index role_grant_by_role on role_grant (org_id, role)',
    fromFlag('it-administrator', 'admin'),
    fromFlag('invigilator', 'invigilator'),
  ],
}
