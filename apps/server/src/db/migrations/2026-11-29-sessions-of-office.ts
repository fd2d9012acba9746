import type { Migration } from '../migration.ts'

/** Sessions of the office, beside those of the player (decision 138), and codes for people who have lost their second step. */
export const sessionsOfOffice: Migration = {
  name: '2026-11-29-sessions-of-office',
  statements: () => [
    `create table office_session (
      org_id bigint not null, session_id text not null, user_guid text not null, secret_hash text not null,
      started_at bigint not null, used_at bigint not null, ended_at bigint, end_reason text,
      mfa_pending bigint not null default 0, address text not null, place text, device text,
      primary key (org_id, session_id))`,
    'create index office_session_by_person on office_session (org_id, user_guid)',
    'create index office_session_by_end on office_session (ended_at)',
    `create table recovery_code (
      org_id bigint not null, user_guid text not null, code_hash text not null, made_at bigint not null, used_at bigint,
      primary key (org_id, user_guid, code_hash))`,
  ],
}
