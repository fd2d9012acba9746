import type { Migration } from '../migration.ts'

/** Who proctors a schedule, the sessions of providers, and what became of a schedule's supervision before its form run began. */
export const proctoring: Migration = {
  version: 17,
  name: 'proctoring',
  statements: () => [
    'alter table schedule add column proctor_provider text',
    `create table proctored_session (
      org_id bigint not null, proctored_session_id text not null, schedule_guid text not null, user_guid text not null,
      provider text not null, asked_at bigint not null, asked_in text not null, ticket_hash text, ticket_until bigint,
      ticket_used_by text, session_id text, started_at bigint, ended_at bigint, end_reason text, primary key (org_id, proctored_session_id))`,
    'create index proctored_session_of_schedule on proctored_session (org_id, schedule_guid)',
    `create table supervision_event (
      org_id bigint not null, schedule_guid text not null, number bigint not null, at bigint not null, author text not null,
      provider text not null, what text not null, text text not null, primary key (org_id, schedule_guid, number))`,
  ],
}
