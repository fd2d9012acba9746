import type { Migration } from '../migration.ts'

/**
 * What a person is told of their sign-ins: the address, sealed with the server's secret, and the browser. Sessions are looked up by when
 * they ended, so that every server learns at once which live connections to close. And the wrong tries at a schedule's password, for staff.
 */
export const sessions: Migration = {
  version: 30,
  name: 'sessions',
  statements: () => [
    'alter table session add column place text',
    'alter table session add column device text',
    'create index session_by_end on session (ended_at)',
    `create table exam_password_guess (
      org_id bigint not null, schedule_guid text not null, wrong bigint not null, last_at bigint not null,
      primary key (org_id, schedule_guid))`,
  ],
}
