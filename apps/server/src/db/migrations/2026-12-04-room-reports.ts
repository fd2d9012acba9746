import type { Migration } from '../migration.ts'

/** Who has signed the report of a room of a delivery off, and what it said (decision 177). */
export const roomReports: Migration = {
  name: '2026-12-04-room-reports',
  statements: () => [
    `create table room_sign_off (
      org_id bigint not null, delivery_id text not null, room_id text not null, number bigint not null, author text not null, at bigint not null,
      remark text not null, facts text not null,
      primary key (org_id, delivery_id, room_id, number))`,
  ],
}
