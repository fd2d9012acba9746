import type { Migration } from '../migration.ts'

/**
 * Who signed in, who was refused and what staff did, each event with the hash of the one before it. What says of whom and from where may
 * be taken out later, and the hash over it stays: so the chain can be checked for good.
 */
export const securityLog: Migration = {
  version: 33,
  name: 'security-log',
  statements: () => [
    `create table security_event (
      org_id bigint not null, number bigint not null, at bigint not null, kind text not null, content text,
      content_hash text not null, user_guid text, username text, address text, previous_hash text not null, hash text not null,
      primary key (org_id, number))`,
    'create index security_event_by_time on security_event (org_id, at)',
    'create index security_event_by_person on security_event (org_id, user_guid, at)',
    `create table security_chain (
      org_id bigint not null, number bigint not null, hash text not null, primary key (org_id))`,
  ],
}
