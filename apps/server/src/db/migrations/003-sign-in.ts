import type { Migration } from '../migration.ts'

/** What the second step of the sign-in, links that set a password, login tokens and the counting of attempts keep. */
export const signIn: Migration = {
  version: 3,
  name: 'sign-in',
  statements: () => [
    'alter table person add column phone text',
    'alter table person add column mfa_required bigint not null default 0',
    'alter table session add column mfa_pending bigint not null default 0',
    'alter table session add column mfa_passed_at bigint',
    'alter table session add column address text',
    `create table mfa (
      org_id bigint not null, user_guid text not null, mfa_option bigint not null, secret text, last_step bigint,
      primary key (org_id, user_guid))`,
    `create table mfa_code (
      org_id bigint not null, user_guid text not null, purpose text not null, session_id text not null,
      code_hash text not null, tries bigint not null, expires_at bigint not null,
      primary key (org_id, user_guid, purpose))`,
    `create table mfa_device (
      org_id bigint not null, device_hash text not null, user_guid text not null, expires_at bigint not null,
      primary key (org_id, device_hash))`,
    `create table personal_token (
      org_id bigint not null, token_hash text not null, user_guid text not null, purpose text not null,
      expires_at bigint not null, made_by text, primary key (org_id, token_hash))`,
    'create index personal_token_by_person on personal_token (org_id, user_guid)',
    `create table attempt (
      org_id bigint not null, bucket text not null, level double precision not null, changed_at bigint not null,
      primary key (org_id, bucket))`,
    `create table admin_login (
      org_id bigint not null, session_id text not null, admin_guid text not null, user_guid text not null,
      signed_in_at bigint not null, primary key (org_id, session_id))`,
  ],
}
