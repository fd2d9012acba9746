import type { Migration } from '../migration.ts'

/** Signs of life of the servers, the stretches without any, and what an operator said of a clock; form runs by the end of their time. */
export const serverTime: Migration = {
  version: 7,
  name: 'server time',
  statements: () => [
    `create table server_heartbeat (
      node text not null, server_at bigint not null, wall_at bigint not null, boot_id text, uptime_ms bigint not null,
      database_at bigint, held_since bigint, is_last bigint not null, primary key (node))`,
    'create table server_outage (from_at bigint not null, to_at bigint not null, primary key (from_at))',
    'create table server_clock_word (number bigint not null, said_at bigint not null, applied_at bigint, primary key (number))',
    // The second condition keeps it from the statement that writes saves, which the planner would not find by the key then.
    'create index form_run_open_end on form_run (ends_at) where completed_at is null and ends_at is not null',
  ],
}
