import type { Migration } from '../migration.ts'

/**
 * Groups of people, and the centres and rooms in which exams are sat (decision 143). A group that was removed keeps its row, so that what names it can be read;
 * so does a centre or room that is closed.
 */
export const groupsAndCentres: Migration = {
  name: '2026-11-30-groups-and-centres',
  statements: ({ ordered }) => [
    `create table people_group (
      org_id bigint not null, group_id text not null, name text not null, name_key text not null, search_name ${ordered} not null,
      version bigint not null, added_by text not null, added_at bigint not null, removed_by text, removed_at bigint,
      primary key (org_id, group_id))`,
    'create unique index people_group_by_name on people_group (org_id, name_key) where removed_at is null',
    `create table people_group_member (
      org_id bigint not null, group_id text not null, user_guid text not null, added_by text not null, added_at bigint not null,
      primary key (org_id, group_id, user_guid))`,
    'create index people_group_member_by_person on people_group_member (org_id, user_guid)',
    `create table centre (
      org_id bigint not null, centre_id text not null, name text not null, name_key text not null, search_name ${ordered} not null,
      zone text not null, address text not null, version bigint not null, added_by text not null, added_at bigint not null,
      closed_by text, closed_at bigint,
      primary key (org_id, centre_id))`,
    'create unique index centre_by_name on centre (org_id, name_key) where closed_at is null',
    `create table room (
      org_id bigint not null, room_id text not null, centre_id text not null, name text not null, name_key text not null,
      search_name ${ordered} not null, seats bigint, version bigint not null, added_by text not null, added_at bigint not null,
      closed_by text, closed_at bigint,
      primary key (org_id, room_id))`,
    'create unique index room_by_name on room (org_id, centre_id, name_key) where closed_at is null',
    'create index room_by_centre on room (org_id, centre_id)',
  ],
}
