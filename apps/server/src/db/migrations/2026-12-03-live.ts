import type { Migration } from '../migration.ts'

/** What staff do in the live view and what became of it, and what pages say of themselves (decision 167). */
export const live: Migration = {
  name: '2026-12-03-live',
  goesOn:
    'the new column of schedule may be null, so that a server of the previous version inserts schedules without naming it; the index holds writers ' +
    'of form runs up for as long as it is built, a second for a million of them',
  statements: () => [
    `create table live_action (
      org_id bigint not null, action_id text not null, author text not null, act text not null, at bigint not null,
      primary key (org_id, action_id))`,
    `create table live_action_person (
      org_id bigint not null, action_id text not null, schedule_guid text not null, user_guid text not null,
      outcome text not null, reason text, applied_at bigint, is_expected bigint not null, delivered_at bigint, acknowledged_at bigint,
      changed_at bigint not null,
      primary key (org_id, action_id, schedule_guid))`,
    'create index live_action_person_by_schedule on live_action_person (org_id, schedule_guid)',
    'create index live_action_person_by_person on live_action_person (org_id, user_guid)',
    'create index live_action_person_by_change on live_action_person (org_id, changed_at)',
    "create index live_action_person_pending on live_action_person (changed_at) where outcome = 'pending'",
    `create table live_page (
      org_id bigint not null, schedule_guid text not null, user_guid text not null, waited_at bigint, reported_at bigint, left_ms bigint,
      off_ms bigint, clock_off_ms bigint, unsent bigint not null, build text,
      primary key (org_id, schedule_guid))`,
    'create index live_page_by_person on live_page (org_id, user_guid)',
    `create table live_attendance (
      org_id bigint not null, schedule_guid text not null, user_guid text not null, attendance text not null, noted_by text not null,
      noted_at bigint not null,
      primary key (org_id, schedule_guid))`,
    'create index live_attendance_by_person on live_attendance (org_id, user_guid)',
    'alter table schedule add column held_at bigint',
    // Without the organisation: the planner would use it in the place of the key, in the statement that writes saves.
    'create index form_run_by_start on form_run (started_at)',
  ],
}
