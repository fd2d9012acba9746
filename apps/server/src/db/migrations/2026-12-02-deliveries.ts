import type { Migration } from '../migration.ts'

/** Exams offered to people, with the schedules that they make (decision 159). Wall times are texts as `2026-12-03T09:30`. */
export const deliveries: Migration = {
  name: '2026-12-02-deliveries',
  goesOn:
    'the new columns of schedule may be null, so that a server of the previous version inserts schedules without naming them; the index holds ' +
    'writers of schedules up for as long as it is built, which is short because no row is in it yet',
  statements: ({ ordered }) => [
    `create table delivery (
      org_id bigint not null, delivery_id text not null, name text not null, search_name ${ordered} not null,
      exam_guid text not null, exam_version bigint not null, zone text not null,
      opens text not null, opens_second bigint not null, closes text not null, closes_second bigint not null,
      start_at bigint not null, end_at bigint not null, rules text not null, shared_hash text, version bigint not null,
      added_by text not null, added_at bigint not null, applied_at bigint, cancelled_at bigint,
      primary key (org_id, delivery_id))`,
    'create index delivery_by_start on delivery (org_id, start_at, delivery_id)',
    `create table delivery_room (
      org_id bigint not null, delivery_id text not null, room_id text not null, position bigint not null,
      opens text, opens_second bigint not null, closes text, closes_second bigint not null,
      primary key (org_id, delivery_id, room_id))`,
    'create index delivery_room_by_room on delivery_room (org_id, room_id)',
    `create table delivery_entry (
      org_id bigint not null, delivery_id text not null, group_id text not null, user_guid text not null, position bigint not null,
      room_id text,
      primary key (org_id, delivery_id, group_id, user_guid))`,
    'create index delivery_entry_by_group on delivery_entry (org_id, group_id)',
    'create index delivery_entry_by_person on delivery_entry (org_id, user_guid)',
    `create table delivery_change (
      org_id bigint not null, delivery_id text not null, number bigint not null, act text not null, at bigint not null,
      author text not null, people bigint not null, reason text, undone_at bigint,
      primary key (org_id, delivery_id, number))`,
    `create table delivery_change_row (
      org_id bigint not null, delivery_id text not null, number bigint not null, schedule_guid text not null, user_guid text not null,
      before text,
      primary key (org_id, delivery_id, number, schedule_guid))`,
    'create index delivery_change_row_by_person on delivery_change_row (org_id, user_guid)',
    'alter table schedule add column delivery_id text',
    'alter table schedule add column room_id text',
    'alter table schedule add column voided_at bigint',
    'create index schedule_by_delivery on schedule (org_id, delivery_id, user_guid) where delivery_id is not null',
  ],
}
