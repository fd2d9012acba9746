import type { Migration } from '../migration.ts'

/**
 * How many attempts at a SCO are over besides the one that stands: its manifest may allow only so many. Of statements: the bytes of
 * their attachments, which others they point at, and how far they were handed on to a store of the operator's.
 */
export const coursesFurther: Migration = {
  version: 27,
  name: 'courses-further',
  statements: ({ bytes }) => [
    'alter table sco_attempt add column attempts bigint not null default 0',
    `create table xapi_attachment (
      org_id bigint not null, number bigint not null, sha2 text not null, media_type text not null, size bigint not null,
      content ${bytes} not null, primary key (org_id, number, sha2))`,
    `create table xapi_reference (
      org_id bigint not null, number bigint not null, target_id text not null, primary key (org_id, number, target_id))`,
    'create index xapi_reference_by_target on xapi_reference (org_id, target_id)',
    `create table xapi_forward (
      org_id bigint not null, sent_through bigint not null, tries bigint not null, next_at bigint not null, problem text,
      failing_since bigint, primary key (org_id))`,
    `create table xapi_set_aside (
      org_id bigint not null, number bigint not null, reason text not null, set_aside_at bigint not null,
      primary key (org_id, number))`,
  ],
}
